/**
 * A Marquee for a test: the built Worker in workerd, with a state of its own, by Miniflare as `npm start` has it. Settings
 * reach it directly, which takes a third of a second; `npm-start.ts` is the command, with all that is around the Worker.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, inject } from "vitest";
import { silence } from "../../tools/quiet.ts";
import { builtWorker } from "../built-worker.ts";

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  /** The folder of its local database. */
  readonly state: string;
  /** Its log so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** Starts it with these settings and no others. `filled`: a state to copy; "empty": without even the tables of a catalog. */
export async function startServer(
  settings: Settings = {},
  filled: string = inject("filledState"),
): Promise<Server> {
  silence();
  const state = mkdtempSync(join(tmpdir(), "marquee-state-"));
  if (filled !== "empty") cpSync(filled, state, { recursive: true });
  let printed = "";
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      resourcePersistencePath: join(state, "v3"),
      workers: [{ ...builtWorker(settings), name: "marquee" }],
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

/** One for all tests of a file or a `describe`: there once they run. */
export function sharedServer(
  settings: Settings | (() => Settings | Promise<Settings>) = {},
  filled?: string,
): Server {
  const shared = {} as Server;
  beforeAll(async () => {
    const given = typeof settings === "function" ? await settings() : settings;
    Object.assign(shared, await startServer(given, filled));
  });
  afterAll(() => shared.stop?.());
  return shared;
}
