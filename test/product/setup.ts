/** One server for all tests of the whole product: the catalog alone, or what TARGET_URL names; and the client as it is given out. */
import type { TestProject } from "vitest/node";
import { buildClient } from "../api/built-client.ts";
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

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const [state] = await Promise.all([filledState(), buildClient()]);
  project.provide("filledState", state);
  const given = process.env.TARGET_URL;
  if (given !== undefined) {
    project.provide("target", given.replace(/\/$/, ""));
    return undefined;
  }
  const server = await startServer({ RATE_LIMIT: "off" }, state);
  project.provide("target", server.url);
  return () => server.stop();
}
