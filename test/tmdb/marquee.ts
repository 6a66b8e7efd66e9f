/** Marquee in front of TMDB's stand-in, shared by a file's tests. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Server, type Settings, startServer } from "../product/server.ts";
import { settingsFor, startTmdb, type TmdbStandIn } from "./server.ts";

export interface InFrontOfTmdb {
  readonly tmdb: TmdbStandIn;
  readonly server: Server;
}

/** Starts both. They are available while tests run, and the stand-in is reset before each test. */
export function startInFrontOfTmdb(settings: Settings = {}): InFrontOfTmdb {
  const started = {} as { tmdb: TmdbStandIn; server: Server };
  beforeAll(async () => {
    started.tmdb = await startTmdb();
    started.server = await startServer({
      ...settingsFor(started.tmdb),
      RATE_LIMIT: "off",
      ...settings,
    });
  });
  afterAll(async () => {
    await started.server.stop();
    started.tmdb.close();
  });
  beforeEach(() => {
    started.tmdb.mode = "";
    started.tmdb.calls.length = 0;
  });
  return started;
}
