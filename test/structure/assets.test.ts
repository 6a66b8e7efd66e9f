/** Which files of the build the platform serves without asking the Worker. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const [, listed = ""] = /run_worker_first = \[([^\]]*)\]/.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
const patterns = [...listed.matchAll(/"([^"]+)"/g)].map(([, pattern = ""]) => pattern);

const isWorkers = (path: string) =>
  patterns.some((pattern) =>
    pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );

test("every page made at build time goes through the Worker", () => {
  const pages = globSync("dist/client/**/*.{html,json}").map((file) =>
    file.replace(/^dist\/client/, "").replace(/(?:index)?\.html$/, ""),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((page) => !isWorkers(page))).toEqual([]);
});

test("scripts, styles, fonts and icons do not", () => {
  const files = globSync("dist/client/**/*.{js,css,woff2,png,svg,webmanifest}").map((file) =>
    file.replace(/^dist\/client/, ""),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(isWorkers)).toEqual([]);
});

test("no pattern excludes files: the platform would answer for a missing one, with the headers of those that are there", () => {
  expect(patterns.filter((pattern) => pattern.startsWith("!"))).toEqual([]);
});
