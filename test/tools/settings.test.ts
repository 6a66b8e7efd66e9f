import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createFolder } from "./catalog/folder.ts";

const TOKEN = "token-of-this-test";
/** Prints the parameters, and the permissions of the settings file and its folder. */
const PROGRAM = `
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setLocalDefaults, settingParameters } from "./tools/settings.ts";
setLocalDefaults();
const parameters = settingParameters();
const file = parameters.at(-1);
const modes = [file, dirname(file)].map((path) => (statSync(path).mode & 0o077).toString(8));
console.log(JSON.stringify({ parameters, modes, text: readFileSync(file, "utf8") }));`;

/** @param root - A folder that may contain `.dev.vars`. */
async function readParameters(settings: Record<string, string>, root = createFolder({})) {
  const env = { PATH: process.env.PATH, MARQUEE_ROOT: root, ...settings };
  const program = ["--input-type=module", "-e", PROGRAM];
  return JSON.parse((await promisify(execFile)(process.execPath, program, { env })).stdout);
}

describe("settingParameters()", () => {
  test("writes a token into a new private file", async () => {
    const temporary = createFolder({});
    const { parameters, modes, text } = await readParameters({ TMPDIR: temporary, ADMIN_TOKEN: TOKEN });
    expect(parameters.join(" ")).not.toContain(TOKEN);
    expect(text).toContain(TOKEN);
    expect(modes).toEqual(["0", "0"]);
    expect(existsSync(parameters.at(-1))).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("setLocalDefaults()", () => {
  test("turns rate limits off", async () => {
    expect((await readParameters({})).text).toBe("RATE_LIMIT='off'");
  });

  test("keeps RATE_LIMIT from the environment", async () => {
    expect((await readParameters({ RATE_LIMIT: "on" })).text).toBe("RATE_LIMIT='on'");
  });

  test("keeps RATE_LIMIT from .dev.vars", async () => {
    expect((await readParameters({}, createFolder({ ".dev.vars": "RATE_LIMIT=on" }))).text).toBe("");
  });
});
