/** The client as the package gives it out, built once for the tests that use it. */
import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

export const BUILT = { code: "build/client/marquee.js", types: "build/client/marquee.d.ts" };

/** Throws when the build fails, or complains. */
export async function buildClient(): Promise<void> {
  const { stderr } = await promisify(execFile)(process.execPath, ["tools/client/build.ts"]);
  if (stderr !== "") throw new Error(`The build of the client complains: ${stderr}`);
}

export async function importClient(): Promise<typeof import("../../tools/client/client.ts")> {
  return await import(pathToFileURL(BUILT.code).href);
}
