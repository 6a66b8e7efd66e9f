/** One server for all tests of the whole product: the catalog alone, or what TARGET_URL names. */
import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a Marquee that answers from the starter catalog, without a slash at the end. */
    readonly target: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TARGET_URL;
  if (given !== undefined) {
    project.provide("target", given.replace(/\/$/, ""));
    return undefined;
  }
  const server = await startServer({ RATE_LIMIT: "off" });
  project.provide("target", server.url);
  return server.stop;
}
