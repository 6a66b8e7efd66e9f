/** How the Worker's sources are built, held to what CONTRIBUTING says. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const FILES = globSync("worker/**/*.ts", { exclude: (name) => name.endsWith(".d.ts") }).map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

function lines(pattern: RegExp, files = FILES): string[] {
  return files.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

describe("the Worker", () => {
  test("has no file of more than 300 lines, and an entry of at most 40", () => {
    const long = FILES.filter(({ text }) => text.trimEnd().split("\n").length > 300);
    expect(long.map(({ file }) => file)).toEqual([]);
    const entry = FILES.find(({ file }) => file === "worker/index.ts")?.text ?? "";
    expect(entry.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("keeps nothing at module level that can change: what outlives a request is in isolate.ts", () => {
    // An unindented `let`, or a collection that begins empty and so is there to be filled.
    const mutable = lines(
      /^(?:export )?(?:let |var |const \w+(?::[^=]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/,
    );
    expect(mutable).toEqual([]);
    expect(lines(/^const isolate = createIsolate\(/).length).toBe(1);
  });

  test("decides no capability by the name of an origin", () => {
    const sources = [
      ...FILES,
      ...globSync("site/**/*.{ts,astro}").map((file) => ({ file, text: readFileSync(file, "utf8") })),
    ];
    const compared = lines(/\.name [!=]==? |\bname [!=]==? "(?:upstream|catalog|tmdb|contract)"/, sources);
    expect(
      compared.filter((line) => /upstream|catalog|tmdb|origin/i.test(line.split(": ")[1] ?? "")),
    ).toEqual([]);
  });
});
