/**
 * Imports point one way: contract ← origins ← edge ← http ← routes ← app, index. The site asks
 * the lookup it is handed and knows the contract; nothing that is deployed knows the tools or
 * the tests.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/** From the one that knows least. A file may import its own layer and those before it. */
const LAYERS: readonly (readonly string[])[] = [
  ["worker/contract/", "worker/log.ts"],
  ["worker/openapi/"],
  ["worker/origins/"],
  ["worker/edge/"],
  ["worker/config.ts"],
  ["worker/http/", "worker/observe/"],
  ["worker/isolate.ts"],
  ["worker/services.ts"],
  ["worker/routes/"],
  ["worker/app.ts"],
  ["worker/index.ts"],
];

/** What a page knows of the Worker: the contract, how to read an answer, and the types of what it is handed. */
const OPEN_TO_THE_SITE = [
  "worker/contract/",
  "worker/openapi/",
  "worker/edge/answer.ts",
  "worker/edge/json.ts",
  "worker/origins/catalog/fold",
  "worker/routes/image-widths.ts",
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
