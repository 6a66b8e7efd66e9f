/** An upstream on a loopback port that knows one title and keeps what it was asked. */
import { createServer } from "node:http";
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
