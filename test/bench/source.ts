/** A local server that acts as the upstream of a benchmark. */
import { createServer } from "node:http";
import { type Listening, listen } from "../listening.ts";

export interface Source extends Listening {
  /** Returns the duration of the last request, in milliseconds. */
  readonly lastMs: () => number;
  /** The number of requests so far. */
  calls: number;
}

/** The latency of a fast upstream, in milliseconds. */
export const DELAY_MS = 20;

/** Starts a server that responds with JSON, or with a JPEG image if `respond` returns bytes. */
export async function startSource(respond: (url: URL) => unknown, delayMs = 0): Promise<Source> {
  let lastMs = 0;
  const server = createServer((request, response) => {
    const begun = performance.now();
    source.calls++;
    const value = respond(new URL(request.url ?? "/", "http://source.test"));
    const isImage = value instanceof Uint8Array;
    const body = isImage ? value : JSON.stringify(value);
    const type = isImage ? "image/jpeg" : "application/json";
    response.on("finish", () => {
      lastMs = performance.now() - begun;
    });
    setTimeout(() => response.setHeader("Content-Type", type).end(body), delayMs);
  });
  const source: Source = { ...(await listen(server)), lastMs: () => lastMs, calls: 0 };
  return source;
}

export function createPeople(count: number, from = 1) {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    name: `Person Number ${at}`,
    profile_path: null,
  }));
}

/** Returns credits with a hundred people for a title. */
export function createCredits(id: number) {
  return {
    id,
    cast: createPeople(60).map((person) => ({ ...person, character: `Role of ${person.name}` })),
    production: createPeople(40, 100).map((person) => ({ ...person, job: `Job of ${person.name}` })),
  };
}
