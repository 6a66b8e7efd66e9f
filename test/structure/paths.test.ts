/** Tests that the repository does not depend on files of a particular machine. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../built-copy.ts";

/** The path is split so that this file does not mention it. */
const OUTSIDE = ["..", "shared"].join("/");

describe("repository", () => {
  test("does not mention a neighbouring folder", () => {
    const files = sourceFiles();
    expect(files).toEqual(expect.arrayContaining(["package.json", ".gitignore", "worker/index.ts"]));
    const mentioning = files.filter((file) => readFileSync(file, "latin1").includes(OUTSIDE));
    expect(mentioning).toEqual([]);
  });
});
