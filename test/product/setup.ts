/** One server for all tests of the whole product: the catalog alone, or what TARGET_URL names. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareLocalCatalog } from "../../tools/catalog/local.ts";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a Marquee that answers from the starter catalog, without a slash at the end. */
    readonly target: string;
    /** Folder of a local state whose catalog is filled: each further server gets a copy. */
    readonly filledState: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const filledState = mkdtempSync(join(tmpdir(), "marquee-filled-"));
  const remove = () => rmSync(filledState, { recursive: true, force: true });
  const given = process.env.TARGET_URL;
  project.provide("filledState", filledState);
  if (given !== undefined) {
    project.provide("target", given.replace(/\/$/, ""));
    return async () => remove();
  }
  await prepareLocalCatalog(filledState);
  const server = await startServer({ RATE_LIMIT: "off" }, filledState);
  project.provide("target", server.url);
  return async () => {
    await server.stop();
    remove();
  };
}
