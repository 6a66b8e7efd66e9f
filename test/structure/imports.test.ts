/**
 * Imports point one way: contract ← origins ← cache ← resources ← http ← routes ← app, index; types too. The
 * site knows the contract and the services it is passed; nothing that is deployed knows the tools or the tests.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/** From the one that knows least. A file may import its own layer and those before it. */
const LAYERS: readonly (readonly string[])[] = [
  ["worker/contract/", "worker/log.ts"],
  ["worker/origins/"],
  ["worker/cache/"],
  ["worker/resources/"],
  ["worker/config.ts", "worker/setting-forms.ts"],
  ["worker/routes/addresses.ts"],
  ["worker/openapi/"],
  ["worker/http/", "worker/observe/"],
  ["worker/isolate.ts"],
  ["worker/configured-origin.ts"],
  ["worker/services.ts"],
  ["worker/routes/"],
  ["worker/app.ts"],
  ["worker/index.ts"],
];

/** What a page knows of the Worker: the contract, addresses, how to read a response, and the types of what it is passed. */
const OPEN_TO_THE_SITE = [
  "worker/contract/",
  "worker/openapi/",
  "worker/cache/stored-response.ts",
  "worker/origins/catalog/fold",
  "worker/routes/addresses.ts",
];

interface Import {
  readonly from: string;
  /** A path from the root for a file of ours, else the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']/g;

function importsOf(pattern: string): Import[] {
  return globSync(pattern).flatMap((from) =>
    [...readFileSync(from, "utf8").matchAll(IMPORT)].map(([, type, to = ""]) => ({
      from,
      to: to.startsWith(".") ? normalize(join(dirname(from), to)) : to,
      typeOnly: type !== undefined,
    })),
  );
}

function layerOf(file: string): number {
  return LAYERS.findIndex((layer) => layer.some((path) => file.startsWith(path)));
}

const said = ({ from, to }: Import) => `${from} imports ${to}`;
const worker = importsOf("worker/**/*.ts");

describe("within the Worker", () => {
  test("every file belongs to a layer", () => {
    const files = globSync("worker/**/*.ts", { exclude: (name) => name.endsWith(".d.ts") });
    expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  });

  test("imports point one way", () => {
    const against = worker.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(against.map(said)).toEqual([]);
  });

  test("the cache engine knows no resource", () => {
    const cache = worker.filter(({ from }) => from.startsWith("worker/cache/"));
    const known = ["worker/cache/", "worker/contract/problem.ts", "worker/contract/json.ts", "worker/log.ts"];
    const others = cache.filter(({ to }) => !known.some((path) => to.startsWith(path)));
    expect([...new Set(others.map(({ to }) => to))].sort()).toEqual([
      "valibot",
      "worker/origins/catalog/purge-log.ts",
      "worker/origins/failure.ts",
    ]);
    const words = /\b(?:titles?|credits|categor(?:y|ies)|catalogs?|films?|people|persons?)\b/i;
    const naming = globSync("worker/cache/*.ts").flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => words.test(line) && !line.includes("origins/catalog/purge-log.ts"))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(naming).toEqual([]);
  });

  test("the contract imports valibot only", () => {
    const others = worker.filter(
      ({ from, to }) => from.startsWith("worker/contract/") && !to.startsWith("worker/contract/"),
    );
    expect([...new Set(others.map(({ to }) => to))]).toEqual(["valibot"]);
  });

  test("nothing imports the site, the tools or the tests", () => {
    expect(worker.filter(({ to }) => /^(site|tools|test)\//.test(to)).map(said)).toEqual([]);
  });
});

test("the site imports the contract and what reads answers, and of the rest of the Worker only types", () => {
  const others = importsOf("site/**/*.{ts,astro}").filter(
    ({ to, typeOnly }) =>
      to.startsWith("worker/") && !typeOnly && !OPEN_TO_THE_SITE.some((path) => to.startsWith(path)),
  );
  expect(others.map(said)).toEqual([]);
});

test("nothing deployed imports a tool or a test, but for the types of the files a page is made from", () => {
  const site = importsOf("site/**/*.{ts,astro,mjs}");
  const others = site.filter(({ to, typeOnly }) => /^(tools|test)\//.test(to) && !typeOnly);
  expect(others.map(said)).toEqual([]);
});
