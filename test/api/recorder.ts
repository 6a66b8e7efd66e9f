/** An upstream on a loopback port that knows one title and keeps what it was asked. */
import { createServer } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { credits, record } from "../contract/records.ts";
import { listen } from "../listening.ts";

export interface Recorder {
  /** For UPSTREAM_BASE_URL. */
  readonly baseUrl: string;
  /** Every request line and header it got, as one text. */
  readonly heard: () => string;
  readonly stop: () => Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  let heard = "";
  const server = createServer((request, response) => {
    heard += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(request.url?.includes("category=credits") ? credits() : [record()]));
  });
  const { url, close } = await listen(server);
  return { baseUrl: `${url}/v1/`, heard: () => heard, stop: close };
}

/** One for all tests of a file or a `describe`: there once they run. */
export function sharedRecorder(): Recorder {
  const shared = {} as Recorder;
  beforeAll(async () => Object.assign(shared, await startRecorder()));
  afterAll(() => shared.stop?.());
  return shared;
}
