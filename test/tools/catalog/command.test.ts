/** `npm run catalog`, as a person runs it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { assertFits } from "../../../tools/catalog/size.ts";
import { folderOf, lines, title } from "./folder.ts";

interface Outcome {
  readonly code: number;
  readonly out: string;
}

/** Never rejects: a command that fails says why. */
async function catalog(...words: string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      "tools/catalog/main.ts",
      ...words,
    ]);
    return { code: 0, out: stdout + stderr };
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string };
    return { code, out: stdout + stderr };
  }
}

test("load fills the catalog, status says so, check finds it whole; a load that fails changes nothing", async () => {
  const state = folderOf({});
  expect(await catalog("status", "--state", state)).toMatchObject({
    code: 0,
    out: expect.stringContaining("empty"),
  });

  const good = folderOf({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });
  const loaded = await catalog("load", good, "--state", state);
  expect(loaded).toMatchObject({ code: 0, out: expect.stringContaining("The catalog holds 2 titles.") });

  const bad = folderOf({ "titles.jsonl": "{}\n" });
  expect(await catalog("load", bad, "--state", state)).toMatchObject({
    code: 1,
    out: expect.stringContaining("malformed"),
  });
  const status = await catalog("status", "--state", state);
  expect(status).toMatchObject({ code: 0, out: expect.stringContaining("2 titles") });
  expect(await catalog("check", "--state", state)).toMatchObject({
    code: 0,
    out: expect.stringContaining("whole"),
  });
});

test.each([
  [["load"]],
  [["load", "x", "--limit", "none"]],
  [["load", "x", "--limit", "0"]],
  [["load", "x", "--sideways"]],
  [["forget"]],
  [[]],
])("what it cannot read is answered with its usage: %j", async (words) => {
  expect(await catalog(...words)).toMatchObject({
    code: 2,
    out: expect.stringContaining("npm run catalog -- load"),
  });
});

test("a catalog that D1 could not hold is refused before anything is written", () => {
  expect(() => assertFits(6e9, 5e9)).toThrow("D1 holds 10.0 GB");
  expect(() => assertFits(6e9, 1e9)).not.toThrow();
});
