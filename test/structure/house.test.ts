/** How the sources are built, held to what CONTRIBUTING says. */
import { basename, dirname } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Source, sources } from "./sources.ts";

const worker = sources("worker/**/*.ts");
const site = sources("site/**/*.{ts,astro,mjs,css}");
const tools = sources("tools/**/*.{ts,mjs}");
const tests = sources("test/**/*.{ts,mjs}");

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const MAX_LINES = 300;
const MAX_FILES = 15;

/** What the whole may grow to. Lowered as it shrinks, and raised only for something that a reader gets. */
describe.each([
  { name: "worker", files: [...worker, ...sources("worker/**/*.sql")], most: 183, lines: 20_903 },
  { name: "site", files: site, most: 126, lines: 10_744 },
  { name: "tools", files: tools, most: 88, lines: 9_776 },
  { name: "test", files: tests, most: 331, lines: 36_737 },
])("$name/", ({ files, most, lines }) => {
  test(`has at most ${most} files and ${lines} lines`, () => {
    expect(files.length).toBeLessThanOrEqual(most);
    expect(sum(files.map((file) => file.lines.length))).toBeLessThanOrEqual(lines);
  });
});

describe.each([
  ["worker", worker],
  ["site", site],
  ["tools", tools],
])("%s/", (_, files) => {
  test(`has at most ${MAX_FILES} files in a folder`, () => {
    const folders = [...Map.groupBy(files, ({ file }) => dirname(file))];
    const crowded = folders.filter(([, inside]) => inside.length > MAX_FILES);
    expect(crowded.map(([folder]) => folder)).toEqual([]);
  });

  test(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(files.filter(({ lines }) => lines.length > MAX_LINES).map(({ file }) => file)).toEqual([]);
  });

  test("has no folder with a noun and its plural", () => {
    const names = new Set(files.map(({ file }) => file.replace(/\.\w+$/, "")));
    const plurals = [...names].filter((name) => names.has(`${name}s`));
    // `npm run build` beside the module that builds.
    expect(plurals.filter((name) => name !== "tools/build")).toEqual([]);
  });
});

/** The same noun at another layer: `contract/credits.ts` has its shape, `resources/credits.ts` how it is cached. */
const NOUNS =
  /^(?:browse|changes|credits|find|health|images|matching|people|purge-log|reading|record|resource|search)$/;

test("the Worker has one name for one thing", () => {
  const named = Map.groupBy(worker, ({ file }) => basename(file, ".ts"));
  const repeated = [...named].filter(([, files]) => files.length > 1).map(([name]) => name);
  expect(repeated.filter((name) => !NOUNS.test(name))).toEqual([]);
});

describe("the Worker", () => {
  test("has an entry of at most 40 lines", () => {
    const entry = worker.find(({ file }) => file === "worker/index.ts");
    expect(entry?.lines.length).toBeLessThanOrEqual(40);
  });

  test("keeps nothing at module level that can change: what outlives a request is in isolate.ts", () => {
    // An unindented `let`, or a collection that begins empty and so is there to be filled.
    const mutable = /^(?:export )?(?:let |var |const \w+(?::[^=]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/;
    expect(linesWith(mutable, worker)).toEqual([]);
    expect(linesWith(/^const isolate = createIsolate\(/, worker)).toHaveLength(1);
  });

  test("asks D1 through one door, which decides on retries, sessions and problems", () => {
    const asking = worker.filter(({ text }) => /\.(?:prepare|batch|withSession)\(/.test(text));
    expect(asking.map(({ file }) => file)).toEqual(["worker/origins/catalog/session.ts"]);
  });

  test("compares no name of a source or a dialect, but where the setting is read", () => {
    const others = [...worker, ...site].filter(({ file }) => file !== "worker/config.ts");
    expect(linesWith(NAMED_SOURCE, others)).toEqual([]);
  });
});

/** A comparison with the name of a source, or of its dialect. */
const NAMED_SOURCE =
  /\b(?:dialect|source|origin|name) [!=]==? "(?:upstream|catalog|tmdb|contract)"|\b(?:dialect|origin\.name) [!=]==? /;
function linesWith(pattern: RegExp, files: readonly Source[]): string[] {
  return files.flatMap(({ file, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );
}

/** `...{ a, b }`, `...["a", "b"]`: what they hold can stand there itself, on a line each. */
function literalSpreads({ file, text }: Source): string[] {
  const found: string[] = [];
  const code = file.endsWith(".astro") ? (text.split("---")[1] ?? "") : text;
  const parsed = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  function visit(node: ts.Node): void {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node);
    if (
      isSpread &&
      (ts.isObjectLiteralExpression(node.expression) || ts.isArrayLiteralExpression(node.expression))
    ) {
      found.push(`${file}: ${node.getText(parsed).split("\n")[0]}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(parsed);
  return found;
}

describe("literal spreads", () => {
  test("are seen in objects, arrays and calls, and conditional ones are none", () => {
    const text =
      'f({ ...{ a, b } }, [...["a"]], ...[1], [...(x ? ["a"] : [])], { ...(x && { a }) }, [...[1].map(f)]);';
    expect(literalSpreads({ file: "x.ts", text, lines: [] })).toHaveLength(3);
  });

  test.each([
    ["worker", worker],
    ["site", site.filter(({ file }) => !file.endsWith(".css"))],
    ["tools", tools],
    ["test", tests],
  ])("save no lines in %s", (_, files) => {
    expect(files.flatMap(literalSpreads)).toEqual([]);
  });
});
