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
  { name: "worker", files: [...worker, ...sources("worker/**/*.sql")], most: 166, lines: 14_600 },
  { name: "site", files: site, most: 120, lines: 9_400 },
  { name: "tools", files: tools, most: 88, lines: 5_800 },
  { name: "test", files: tests, most: 315, lines: 31_000 },
])("$name/", ({ files, most, lines }) => {
  test(`has at most ${most} files and ${lines} lines`, () => {
    expect(files.length).toBeLessThanOrEqual(most);
    expect(sum(files.map((file) => file.lines.length))).toBeLessThanOrEqual(lines);
  });
});

describe.each([
  ["worker", worker, ["worker/origins/tmdb", "worker/resources"]],
  ["site", site, []],
  ["tools", tools, ["tools/deploy"]],
] as const)("%s/", (_, files, stillLarger) => {
  test(`has at most ${MAX_FILES} files in a folder`, () => {
    const folders = [...Map.groupBy(files, ({ file }) => dirname(file))];
    const crowded = folders.filter(([, inside]) => inside.length > MAX_FILES).map(([folder]) => folder);
    expect(crowded.filter((folder) => !(stillLarger as readonly string[]).includes(folder))).toEqual([]);
  });

  test(`has no file of more than ${MAX_LINES} lines`, () => {
    expect(files.filter(({ lines }) => lines.length > MAX_LINES).map(({ file }) => file)).toEqual([]);
  });

  test("has no folder with a noun and its plural", () => {
    const names = new Set(files.map(({ file }) => file.replace(/\.\w+$/, "")));
    const plurals = [...names].filter((name) => names.has(`${name}s`));
    expect(plurals.filter((name) => !PLURALS.includes(name))).toEqual([]);
  });
});

/** Still there. */
const PLURALS = ["tools/build", "worker/resources/title"];

/** The same noun at another layer: `contract/credits.ts` has its shape, `tmdb/credits.ts` how TMDB's are read. */
const NOUNS = [
  "browse",
  "credits",
  "find",
  "genres",
  "health",
  "images",
  "people",
  "person",
  "purge-log",
  "record",
  "resource",
  "search",
  "suggest",
  "title",
  "titles",
];
/** Names of several things, still to be told apart. */
const AMBIGUOUS = ["cards", "headers", "listing", "lookup", "parts", "people-search", "reading", "shared"];

test("the Worker has one name for one thing", () => {
  const named = Map.groupBy(worker, ({ file }) => basename(file, ".ts"));
  const repeated = [...named].filter(([, files]) => files.length > 1).map(([name]) => name);
  expect(repeated.filter((name) => ![...NOUNS, ...AMBIGUOUS].includes(name))).toEqual([]);
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

  test("looks at which source is configured in one place, and at no origin's name", () => {
    const compared = linesWith(NAMED_SOURCE, [...worker, ...site]);
    const elsewhere = compared.filter((line) => !ALLOWED_TO_CHOOSE.some((file) => line.startsWith(file)));
    expect(elsewhere).toEqual([]);
  });
});

/** A comparison with the name of a source, or of its dialect. */
const NAMED_SOURCE =
  /\b(?:dialect|source|origin|name) [!=]==? "(?:upstream|catalog|tmdb|contract)"|\b(?:dialect|origin\.name) [!=]==? /;
/** config.ts reads the setting. The rest is still to go to the one place that chooses. */
const ALLOWED_TO_CHOOSE = [
  "worker/config.ts",
  "worker/configured-origin.ts",
  "worker/services.ts",
  "worker/routes/pages.ts",
];

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
    ["worker", worker, 20],
    ["site", site.filter(({ file }) => !file.endsWith(".css")), 0],
    ["tools", tools, 20],
    ["test", tests, 200],
  ] as const)("save no lines in %s", (_, files, remaining) => {
    const found = files.flatMap(literalSpreads);
    expect(found.length, found.join("\n")).toBeLessThanOrEqual(remaining);
  });
});
