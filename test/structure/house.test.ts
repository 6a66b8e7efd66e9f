import { describe, expect, test } from "vitest";
import { type Source, sources } from "./sources.ts";

const worker = sources("worker/**/*.ts");
const site = sources("site/**/*.{ts,astro,mjs,css}");

/** A comparison with the name of a source or its dialect. */
const NAMED_SOURCE =
  /\b(?:dialect|source|origin|name) [!=]==? "(?:upstream|catalog|tmdb|contract)"|\b(?:dialect|origin\.name) [!=]==? /;

describe("the Worker", () => {
  test("keeps no mutable state at module level", () => {
    // An unindented `let`, or a collection that starts empty, and is therefore meant to be filled.
    const mutable = /^(?:export )?(?:let |var |const \w+(?::[^=]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/;
    expect(linesWith(mutable, worker)).toEqual([]);
    expect(linesWith(/^const isolate = createIsolate\(/, worker)).toHaveLength(1);
  });

  test("queries D1 in one module only", () => {
    const asking = worker.filter(({ text }) => /\.(?:prepare|batch|withSession)\(/.test(text));
    expect(asking.map(({ file }) => file)).toEqual(["worker/source/d1.ts"]);
  });

  test("compares source names only where the setting is read", () => {
    const others = [...worker, ...site].filter(({ file }) => file !== "worker/config.ts");
    expect(linesWith(NAMED_SOURCE, others)).toEqual([]);
  });
});

function linesWith(pattern: RegExp, files: readonly Source[]): string[] {
  return files.flatMap(({ file, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );
}
