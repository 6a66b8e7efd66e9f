import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

describe(".dev.vars", () => {
  const SETTINGS = { UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: "a key", SITE_URL: "https://site.example" };
  const TEXT = `UPSTREAM_DIALECT=tmdb\n# A comment.\n\nexport UPSTREAM_API_KEY='a key'\nSITE_URL = "https://site.example" # ours\n`;

  test.each<[string, string | Uint8Array]>([
    ["plain text", TEXT],
    ["a byte order mark", `\ufeff${TEXT}`],
    ["CRLF", TEXT.replaceAll("\n", "\r\n")],
    ["UTF-16", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["big-endian UTF-16", Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16()],
    ["a value of several lines", `${TEXT}OTHER="one\ntwo three\n"\n`],
  ])("may have %s", async (_, text) => {
    const root = createFolder({});
    writeFileSync(join(root, ".dev.vars"), text);
    expect((await read({}, root)).local).toEqual(SETTINGS);
  });

  test("names a line that is not a setting, without its text", async () => {
    const root = createFolder({ ".dev.vars": `${TEXT}UPSTREAM_API_KEY: secret\n` });
    const { stderr } = await read({}, root).catch((thrown) => thrown);
    expect(stderr).toContain(".dev.vars:6 is not a setting. Write NAME=value");
    expect(stderr).not.toContain("secret");
  });
});

describe("build()", () => {
  test.each(["Anna's films", "films #1"])("rejects the folder %s before it begins", async (name) => {
    const root = join(createFolder({}), name);
    const program = [
      "--input-type=module",
      "-e",
      'import { build } from "./tools/builds.ts"; await build();',
    ];
    const env = { PATH: process.env.PATH, MARQUEE_ROOT: root };
    const { stderr } = await promisify(execFile)(process.execPath, program, { env }).catch(
      (thrown) => thrown,
    );
    expect(stderr).toContain(
      `Astro cannot build in a folder with ' or # in its path: rename or move ${root}`,
    );
  });
});

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
