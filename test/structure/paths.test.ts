/** A checkout is complete, and does not mention files of one machine. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../built-copy.ts";

/** Split, so that this file does not mention it either. */
const OUTSIDE = ["..", "shared"].join("/");

describe("a checkout", () => {
  test("does not mention the folder next to it", () => {
    const files = sourceFiles();
    expect(files).toEqual(expect.arrayContaining(["package.json", ".gitignore", "worker/index.ts"]));
    const mentioning = files.filter((file) => readFileSync(file, "latin1").includes(OUTSIDE));
    expect(mentioning).toEqual([]);
  });
});
