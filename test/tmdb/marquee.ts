/** Runs Marquee with the TMDB stub as its source, for all tests of a file. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Server, type Settings, startServer } from "../product/server.ts";
import { settingsFor, startTmdb, type TmdbStandIn } from "./server.ts";

interface InFrontOfTmdb {
  readonly tmdb: TmdbStandIn;
  readonly server: Server;
}

/** Starts Marquee and the stub before the tests, and resets the stub before each test. */
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
