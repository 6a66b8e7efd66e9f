/** Starts a server with the TMDB stub as its source, for API tests that run with every source. */
import type { TestProject } from "vitest/node";
import { inBackground } from "../after-setup.ts";
import { buildCopy } from "../built-copy.ts";
import { filledState } from "../product/filled-state.ts";
import { startServer } from "../product/server.ts";
import { settingsFor, startTmdb } from "./server.ts";

export default function setup(project: TestProject): () => Promise<void> {
  return inBackground(project, () => start(project));
}

async function start(project: TestProject): Promise<() => Promise<void>> {
  await buildCopy();
  const state = await filledState();
  project.provide("filledState", state);
  const tmdb = await startTmdb();
  const server = await startServer({ ...settingsFor(tmdb), RATE_LIMIT: "off" }, state);
  project.provide("target", server.url);
  return async () => {
    await server.stop();
    tmdb.close();
  };
}
