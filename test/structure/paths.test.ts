/** A checkout is complete: nothing in it mentions or needs what one machine has beside it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** In two parts, so that this file does not mention it either. */
const OUTSIDE = ["..", "shared"].join("/");

test("no file mentions the folder beside the checkout", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
  expect(files).toContain("package.json");
  const mentioning = files.filter((file) => readFileSync(file, "latin1").includes(OUTSIDE));
  expect(mentioning).toEqual([]);
});
