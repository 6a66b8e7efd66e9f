/** Imports point one way, types included, in the order of the layers that docs/ARCHITECTURE.md has; and none comes back. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cycleIn, type Import, importsOf, sources } from "./sources.ts";

/** From the layer that knows least. The longest path that a file's begins with is its layer's. */
const LAYERS = [...readFileSync("docs/ARCHITECTURE.md", "utf8").matchAll(/^\| (`worker\/[^|]+) \|/gm)].map(
  ([, paths = ""]) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
);

/** Of the Worker a page imports the contract, the addresses, the document and how words are compared; of the rest only types. */
const OPEN_TO_THE_SITE = [
  "worker/contract/",
  "worker/reference/",
  "worker/cache/stored-response.ts",
  "worker/filters/",
  "worker/text/fold.ts",
  "worker/understanding/",
  "worker/web/addresses.ts",
];

const files = sources("worker/**/*.ts");
const worker = importsOf(files);
const site = importsOf(sources("site/**/*.{ts,astro,mjs}"));
const tools = importsOf(sources("tools/**/*.{ts,mjs}"));
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

function layerOf(file: string): number {
  const found = LAYERS.flatMap((paths, layer) =>
    paths.filter((path) => file.startsWith(path)).map((path) => ({ layer, length: path.length })),
  );
  return found.toSorted((one, other) => other.length - one.length)[0]?.layer ?? -1;
}

describe("within the Worker", () => {
  test("every file belongs to a layer, and every layer has a file", () => {
    expect(files.map(({ file }) => file).filter((file) => layerOf(file) === -1)).toEqual([]);
    const empty = LAYERS.flat().filter((path) => !files.some(({ file }) => file.startsWith(path)));
    expect(empty).toEqual([]);
    expect(LAYERS.length).toBeGreaterThan(10);
  });

  test("imports point one way", () => {
    const against = worker.filter(({ from, to }) => to.startsWith("worker/") && layerOf(to) > layerOf(from));
    expect(against.map(shown)).toEqual([]);
  });

  test("the cache engine knows no resource and no origin", () => {
    const known = [
      "worker/cache/",
      "worker/contract/json.ts",
      "worker/contract/problem.ts",
      "worker/log.ts",
      "worker/source/deadline.ts",
      "worker/source/failure.ts",
      "worker/changes/change-log.ts",
      "valibot",
    ];
    const others = worker.filter(
      ({ from, to }) => from.startsWith("worker/cache/") && !known.some((path) => to.startsWith(path)),
    );
    expect(others.map(shown)).toEqual([]);
    const words = /\b(?:titles?|credits|categor(?:y|ies)|catalogs?|films?|people|persons?|tmdb)\b/i;
    const naming = files
      .filter(({ file }) => file.startsWith("worker/cache/"))
      .flatMap(({ file, lines }) =>
        lines.filter((line) => words.test(line)).map((line) => `${file}: ${line}`),
      );
    expect(naming).toEqual([]);
  });

  test("the contract imports valibot only", () => {
    const others = worker.filter(
      ({ from, to }) => from.startsWith("worker/contract/") && !to.startsWith("worker/contract/"),
    );
    expect([...new Set(others.map(({ to }) => to))]).toEqual(["valibot"]);
  });
});

test("the site imports the contract and what reads responses, and of the rest of the Worker only types", () => {
  const others = site.filter(
    ({ to, typeOnly }) =>
      to.startsWith("worker/") && !typeOnly && !OPEN_TO_THE_SITE.some((path) => to.startsWith(path)),
  );
  expect(others.map(shown)).toEqual([]);
});

test("no deployed file imports a tool or a test, and the Worker does not import the site", () => {
  const deployed = [...worker, ...site].filter(({ to }) => /^(tools|test)\//.test(to));
  const upwards = worker.filter(({ to }) => to.startsWith("site/"));
  expect([...deployed, ...upwards].map(shown)).toEqual([]);
});

test("a cycle is found, types included", () => {
  const edge = (from: string, to: string) => ({ from, to, typeOnly: true });
  expect(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b", "c", "b"]);
  expect(cycleIn([edge("a", "b"), edge("a", "c"), edge("b", "c")])).toBeNull();
});

test.each([
  ["worker", worker],
  ["site", site],
  ["tools", tools],
])("no import in %s leads back to its own file, types included", (_, imports) => {
  expect(cycleIn(imports)).toBeNull();
});

describe("npm run bench", () => {
  test("imports no module that only workerd has", () => {
    const imports = Map.groupBy(
      [...worker, ...tools, ...importsOf(sources("test/**/*.ts"))].filter(({ typeOnly }) => !typeOnly),
      ({ from }) => from,
    );
    const reached = new Set(sources("test/bench/**/*.ts").map(({ file }) => file));
    for (const file of reached) for (const { to } of imports.get(file) ?? []) reached.add(to);
    expect([...reached].filter((module) => module.startsWith("cloudflare:"))).toEqual([]);
  });
});
