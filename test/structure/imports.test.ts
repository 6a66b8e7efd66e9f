/**
 * Tests that imports, including those of types, follow the order of the layers in docs/ARCHITECTURE.md and have no
 * cycles.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cycleIn, type Import, readImports, readSources } from "./sources.ts";

/** The layers, lowest first. A file belongs to the layer with the longest matching path. */
const LAYERS = [...readFileSync("docs/ARCHITECTURE.md", "utf8").matchAll(/^\| (`worker\/[^|]+) \|/gm)].map(
  ([, paths = ""]) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
);

/** The Worker's modules that pages may import. From the other modules, pages may only import types. */
const OPEN_TO_THE_SITE = [
  "worker/contract/",
  "worker/reference/",
  "worker/cache/stored-response.ts",
  "worker/filters/",
  "worker/match/name.ts",
  "worker/text/fold.ts",
  "worker/text/genres.ts",
  "worker/text/languages.ts",
  "worker/text/words.ts",
  "worker/understanding/",
  "worker/web/addresses.ts",
  "worker/web/markdown.ts",
];

const files = readSources("worker/**/*.ts");
const worker = readImports(files);
const site = readImports(readSources("site/**/*.{ts,astro,mjs}"));
const tools = readImports(readSources("tools/**/*.{ts,mjs}"));
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

function findLayer(file: string): number {
  const found = LAYERS.flatMap((paths, layer) =>
    paths.filter((path) => file.startsWith(path)).map((path) => ({ layer, length: path.length })),
  );
  return found.toSorted((one, other) => other.length - one.length)[0]?.layer ?? -1;
}

describe("imports within the Worker", () => {
  test("cover every file and every layer", () => {
    expect(files.map(({ file }) => file).filter((file) => findLayer(file) === -1)).toEqual([]);
    const empty = LAYERS.flat().filter((path) => !files.some(({ file }) => file.startsWith(path)));
    expect(empty).toEqual([]);
    expect(LAYERS.length).toBeGreaterThan(10);
  });

  test("point from higher to lower layers only", () => {
    const against = worker.filter(
      ({ from, to }) => to.startsWith("worker/") && findLayer(to) > findLayer(from),
    );
    expect(against.map(shown)).toEqual([]);
  });

  test("keep the cache engine independent of resources and sources", () => {
    const pureModules = [
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
      ({ from, to }) => from.startsWith("worker/cache/") && !pureModules.some((path) => to.startsWith(path)),
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

  test("are limited to valibot in the contract", () => {
    const others = worker.filter(
      ({ from, to }) => from.startsWith("worker/contract/") && !to.startsWith("worker/contract/"),
    );
    expect([...new Set(others.map(({ to }) => to))]).toEqual(["valibot"]);
  });
});

describe("imports across the repository", () => {
  test("let the site use only types and the modules open to it", () => {
    const others = site.filter(
      ({ to, typeOnly }) =>
        to.startsWith("worker/") && !typeOnly && !OPEN_TO_THE_SITE.some((path) => to.startsWith(path)),
    );
    expect(others.map(shown)).toEqual([]);
  });

  test("do not reach tools or tests from deployed files", () => {
    const deployed = [...worker, ...site].filter(({ to }) => /^(tools|test)\//.test(to));
    const upwards = worker.filter(({ to }) => to.startsWith("site/"));
    expect([...deployed, ...upwards].map(shown)).toEqual([]);
  });

  test("are checked for cycles, including type imports", () => {
    const edge = (from: string, to: string) => ({ from, to, typeOnly: true });
    expect(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b", "c", "b"]);
    expect(cycleIn([edge("a", "b"), edge("a", "c"), edge("b", "c")])).toBeNull();
  });

  test.each([
    ["worker", worker],
    ["site", site],
    ["tools", tools],
  ])("form no cycle through %s", (_, imports) => {
    expect(cycleIn(imports)).toBeNull();
  });

  test("form no cycle through the folders of components", () => {
    const folder = (path: string) => /^site\/components\/[^/]+/.exec(path)?.[0] ?? "";
    const between = site
      .map(({ from, to, typeOnly }) => ({ from: folder(from), to: folder(to), typeOnly }))
      .filter(({ from, to }) => from !== to && from !== "" && to !== "");
    expect(between.length).toBeGreaterThan(10);
    expect(cycleIn(between)).toBeNull();
  });
});

describe("npm run bench", () => {
  test("imports no module that requires workerd", () => {
    const imports = Map.groupBy(
      [...worker, ...tools, ...readImports(readSources("test/**/*.ts"))].filter(({ typeOnly }) => !typeOnly),
      ({ from }) => from,
    );
    const reached = new Set(readSources("test/bench/**/*.ts").map(({ file }) => file));
    for (const file of reached) for (const { to } of imports.get(file) ?? []) reached.add(to);
    expect([...reached].filter((module) => module.startsWith("cloudflare:"))).toEqual([]);
  });
});
