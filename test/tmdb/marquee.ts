/** A whole Marquee in front of TMDB's stand-in, for the tests of one file. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Server, type Settings, startServer } from "../product/server.ts";
import { settingsFor, startTmdb, type TmdbStandIn } from "./server.ts";

export interface InFrontOfTmdb {
  readonly tmdb: TmdbStandIn;
  readonly server: Server;
}

/** Both are there once tests run. Each test begins with a stand-in that works and was not asked yet. */
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
