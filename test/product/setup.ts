/**
 * Starts the server that all product tests share, with the starter catalog. If TARGET_URL is set, the tests use that
 * deployment, and those that start servers are skipped.
 */
import type { TestProject } from "vitest/node";
import { inBackground } from "../after-setup.ts";
import { buildCopy } from "../built-copy.ts";
import { filledState } from "./filled-state.ts";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a server with the starter catalog, without a trailing slash. */
    readonly target: string;
    /** The folder of a filled local state, which other servers copy. */
    readonly filledState: string;
  }
}

export default function setup(project: TestProject): (() => Promise<void>) | undefined {
  const targetUrl = process.env.TARGET_URL;
  if (targetUrl !== undefined) {
    project.provide("target", targetUrl.replace(/\/$/, ""));
    return undefined;
  }
  return inBackground(project, async () => {
    await buildCopy();
    const state = await filledState();
    project.provide("filledState", state);
    const server = await startServer({ RATE_LIMIT: "off" }, state);
    project.provide("target", server.url);
    return () => server.stop();
  });
}
