import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createFolder } from "./catalog/folder.ts";

const PROGRAM = `
import { localSettings, loopbackSettings } from "./tools/settings.ts";
console.log(JSON.stringify({ local: localSettings(), loopback: loopbackSettings() }));`;

/** @param root - A folder that may contain `.dev.vars`. */
async function read(settings: Record<string, string>, root = createFolder({})) {
  const env = { PATH: process.env.PATH, MARQUEE_ROOT: root, ...settings };
  const program = ["--input-type=module", "-e", PROGRAM];
  return JSON.parse((await promisify(execFile)(process.execPath, program, { env })).stdout);
}

describe("loopbackSettings()", () => {
  test("turns rate limits off", async () => {
    expect(await read({})).toEqual({ local: {}, loopback: { RATE_LIMIT: "off" } });
  });

  test("keeps RATE_LIMIT from the environment", async () => {
    expect((await read({ RATE_LIMIT: "on" })).loopback).toEqual({ RATE_LIMIT: "on" });
  });

  test("keeps RATE_LIMIT from .dev.vars", async () => {
    const root = createFolder({ ".dev.vars": "RATE_LIMIT=on" });
    expect((await read({}, root)).loopback).toEqual({ RATE_LIMIT: "on" });
  });
});
