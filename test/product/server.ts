/**
 * Starts the built Worker in Miniflare with its own state. It skips `npm start`, which takes most of the time;
 * `npm-start.ts` runs the complete command.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, inject } from "vitest";
import { silence } from "../../tools/wrangler.ts";
import { builtWorker } from "../built-worker.ts";

export interface Server {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** The folder of the local database. */
  readonly state: string;
  /** Returns the log so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

interface RateLimit {
  readonly namespace_id: string;
  readonly simple: { readonly limit: number; readonly period: number };
}

export type Settings = Readonly<Record<string, string>>;

/**
 * Starts a server with only these settings. `filled` is the state to copy, or "empty" for a database without tables.
 * `limits` overrides the rate limits in `wrangler.toml`, in requests per minute.
 */
export async function startServer(
  settings: Settings = {},
  filled: string = inject("filledState"),
  limits: Readonly<Record<string, number>> = {},
): Promise<Server> {
  silence();
  const state = mkdtempSync(join(tmpdir(), "marquee-state-"));
  if (filled !== "empty") cpSync(filled, state, { recursive: true });
  let printed = "";
  const worker = builtWorker(settings);
  const { ratelimits } = worker as unknown as { readonly ratelimits: Record<string, RateLimit> };
  for (const [name, limit] of Object.entries(limits)) {
    ratelimits[name] = { namespace_id: name, simple: { limit, period: 60 } };
  }
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      resourcePersistencePath: join(state, "v3"),
      workers: [{ ...worker, name: "marquee" }],
      handleStructuredLogs({ message }) {
        printed += `${message}\n`;
      },
    }),
  );
  const { origin: url } = await runtime.ready;
  return {
    url,
    state,
    printed: () => printed,
    async stop() {
      await runtime.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Starts a server for all tests of a file or `describe`. Its properties may only be read while tests run. */
export function sharedServer(
  settings: Settings | (() => Settings | Promise<Settings>) = {},
  filled?: string,
  limits?: Readonly<Record<string, number>>,
): Server {
  const shared = {} as Server;
  beforeAll(async () => {
    const resolved = typeof settings === "function" ? await settings() : settings;
    Object.assign(shared, await startServer(resolved, filled, limits));
  });
  afterAll(() => shared.stop?.());
  return shared;
}
