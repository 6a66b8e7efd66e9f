/** A checkout is complete: nothing in it mentions or needs files of one machine. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "../built-copy.ts";

/** In two parts, so that this file does not mention it either. */
const OUTSIDE = ["..", "shared"].join("/");

test("no file mentions the folder beside the checkout", () => {
  const files = sourceFiles();
  expect(files).toEqual(expect.arrayContaining(["package.json", ".gitignore", "worker/index.ts"]));
  const mentioning = files.filter((file) => readFileSync(file, "latin1").includes(OUTSIDE));
  expect(mentioning).toEqual([]);
});
