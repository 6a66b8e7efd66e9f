/** A local service that responds to every request of a benchmark. */
import { createServer } from "node:http";
import { type Listening, listen } from "../listening.ts";

export interface Source extends Listening {
  /** Returns the milliseconds that the last request took. */
  readonly lastMs: () => number;
  /** The number of requests up to now. */
  calls: number;
}

/** The latency of a good upstream, in milliseconds. */
export const DELAY_MS = 20;

export async function startSource(respond: (url: URL) => unknown, delayMs = 0): Promise<Source> {
  let lastMs = 0;
  const server = createServer((request, response) => {
    const begun = performance.now();
    source.calls++;
    const body = JSON.stringify(respond(new URL(request.url ?? "/", "http://source.test")));
    response.on("finish", () => {
      lastMs = performance.now() - begun;
    });
    setTimeout(() => response.setHeader("Content-Type", "application/json").end(body), delayMs);
  });
  const source: Source = { ...(await listen(server)), lastMs: () => lastMs, calls: 0 };
  return source;
}

/** Returns `count` people with ids from `from` on. */
export function people(count: number, from = 1) {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    name: `Person Number ${at}`,
    profile_path: null,
  }));
}

/** Returns credits of a hundred people. */
export function creditsOf(id: number) {
  return {
    id,
    cast: people(60).map((person) => ({ ...person, character: `Role of ${person.name}` })),
    production: people(40, 100).map((person) => ({ ...person, job: `Job of ${person.name}` })),
  };
}
