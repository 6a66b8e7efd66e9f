import { describe, expect, test } from "vitest";
import { readSources, type Source } from "./sources.ts";

const worker = readSources("worker/**/*.ts");
const site = readSources("site/**/*.{ts,astro,mjs,css}");

/** Matches a comparison with the name of a source or with its dialect. */
const NAMED_SOURCE =
  /\b(?:dialect|source|origin|name) [!=]==? "(?:upstream|catalog|tmdb|contract)"|\b(?:dialect|origin\.name) [!=]==? /;

describe("Worker source code", () => {
  test("keeps no mutable state at module level", () => {
    // Matches an unindented `let`, or a collection that is created empty and must therefore be filled later.
    const mutable = /^(?:export )?(?:let |var |const \w+(?::[^=]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/;
    expect(linesWith(mutable, worker)).toEqual([]);
    expect(linesWith(/^const isolate = createIsolate\(/, worker)).toHaveLength(1);
  });

  test("queries D1 in only one module", () => {
    const asking = worker.filter(({ text }) => /\.(?:prepare|batch|withSession)\(/.test(text));
    expect(asking.map(({ file }) => file)).toEqual(["worker/source/d1.ts"]);
  });

  test("compares source names only where the setting is parsed", () => {
    const others = [...worker, ...site].filter(({ file }) => file !== "worker/config.ts");
    expect(linesWith(NAMED_SOURCE, others)).toEqual([]);
  });
});

function linesWith(pattern: RegExp, files: readonly Source[]): string[] {
  return files.flatMap(({ file, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );
}
