import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

describe("npm run check", () => {
  test("reports no errors", async () => {
    // Without this setting, the command would check the copy that tests run.
    const env = { ...process.env, MARQUEE_ROOT: undefined };
    const checked = await promisify(execFile)("node", ["tools/check.ts"], { env }).catch((failed) => failed);
    expect(checked.stderr).toBe("");
    expect(checked.stdout.match(/nothing found/g)).toHaveLength(4);
  });
});
