/** The settings of a local run, on their way to the server. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { folderOf } from "./catalog/folder.ts";

const TOKEN = "token-of-this-test";
/** Prints the parameters, and what everybody may do with the file and its folder. */
const PROGRAM = `
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { settingParameters } from "./tools/settings.ts";
const parameters = settingParameters();
const file = parameters.at(-1);
const modes = [file, dirname(file)].map((path) => (statSync(path).mode & 0o077).toString(8));
console.log(JSON.stringify({ parameters, modes, text: readFileSync(file, "utf8") }));`;

test("a token is on no command line, but in a new file of its owner's alone, which goes with the process", async () => {
  const temporary = folderOf({});
  const env = { PATH: process.env.PATH, TMPDIR: temporary, ADMIN_TOKEN: TOKEN };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    env,
  });
  const { parameters, modes, text } = JSON.parse(stdout);
  expect(parameters.join(" ")).not.toContain(TOKEN);
  expect(text).toContain(TOKEN);
  expect(modes).toEqual(["0", "0"]);
  expect(existsSync(parameters.at(-1))).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});
