/** The client as the package gives it out, built for the tests that use it. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";

export const BUILT = { code: "build/client/marquee.js", types: "build/client/marquee.d.ts" };

export function buildClient(): void {
  const { status, stderr } = spawnSync(process.execPath, ["tools/client/build.ts"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

export async function importClient(): Promise<typeof import("../../tools/client/client.ts")> {
  return await import(pathToFileURL(BUILT.code).href);
}
