/** `npm run check` as one of the tests: it fills the time in which others wait for a server. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("types, lint and format have no errors", async () => {
  // Of this checkout, not of the copy that tests run.
  const env = { ...process.env, MARQUEE_ROOT: undefined };
  const checked = await promisify(execFile)("node", ["tools/check.ts"], { env }).catch((failed) => failed);
  expect(checked.stderr).toBe("");
  expect(checked.stdout.match(/nothing found/g)).toHaveLength(4);
});
