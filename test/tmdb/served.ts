/** One server for the tests of the API that hold whatever the source is: in front of the stand-in for TMDB. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareLocalCatalog } from "../../tools/catalog/local.ts";
import { startServer } from "../product/server.ts";
import { settingsFor, startTmdb } from "./server.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const filledState = mkdtempSync(join(tmpdir(), "marquee-filled-"));
  project.provide("filledState", filledState);
  await prepareLocalCatalog(filledState);
  const tmdb = await startTmdb();
  const server = await startServer({ ...settingsFor(tmdb), RATE_LIMIT: "off" }, filledState);
  project.provide("target", server.url);
  return async () => {
    await server.stop();
    tmdb.close();
    rmSync(filledState, { recursive: true, force: true });
  };
}
