/** The client as the package gives it out, built once for the tests that use it. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

export const BUILT = { code: "build/client/marquee.js", types: "build/client/marquee.d.ts" };

/** Throws when the build fails, or complains. */
export default function buildClient(): void {
  const { status, stderr } = spawnSync(process.execPath, ["tools/client/build.ts"], { encoding: "utf8" });
  if (status !== 0 || stderr !== "") throw new Error(`The client was not built (${status}): ${stderr}`);
}

export async function importClient(): Promise<typeof import("../../tools/client/client.ts")> {
  return await import(pathToFileURL(BUILT.code).href);
}
