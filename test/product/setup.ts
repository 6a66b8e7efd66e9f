/**
 * One server for all tests of the whole product, with the catalog alone. With TARGET_URL it is that deployment, and only
 * tests that start no server of their own can run.
 */
import type { TestProject } from "vitest/node";
import { inBackground } from "../after-setup.ts";
import { buildCopy } from "../built-copy.ts";
import { filledState } from "./filled-state.ts";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a Marquee that answers from the starter catalog, without a slash at the end. */
    readonly target: string;
    /** Folder of a local state whose catalog is filled: each further server gets a copy. */
    readonly filledState: string;
  }
}

export default function setup(project: TestProject): (() => Promise<void>) | undefined {
  const given = process.env.TARGET_URL;
  if (given !== undefined) {
    project.provide("target", given.replace(/\/$/, ""));
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
