/** Tests the files of a build that was made with secrets in its environment (test/built-copy.ts). */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BUILT_HOST } from "../../worker/web/addresses.ts";
import { COPY, IN_A_FILE, IN_THE_ENVIRONMENT, outboundOfBuild, SITE } from "../built-copy.ts";

/** The files of the build by path. Hidden files are included, because they may also contain secrets. */
const files = new Map(
  globSync(["dist/**", "dist/**/.*"], { cwd: COPY, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(COPY.length + 1), readFileSync(path)];
    }),
);
const paths = [...files.keys()];

describe("npm run build", () => {
  test("creates the expected files", () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        "dist/server/entry.mjs",
        "dist/client/developers.html",
        "dist/client/.assetsignore",
      ]),
    );
  });

  test.each([IN_A_FILE, IN_THE_ENVIRONMENT])("writes %s to no file", (canary) => {
    expect(paths.filter((path) => files.get(path)?.includes(canary))).toEqual([]);
  });

  test("contacts no other machine", () => {
    expect(outboundOfBuild()).toEqual([]);
  });

  test("publishes no source maps", () => {
    const maps = paths.filter((path) => path.endsWith(".map"));
    expect(maps.length).toBeGreaterThan(0);
    expect(maps.filter((path) => !path.startsWith("dist/server/"))).toEqual([]);
  });

  test("writes the placeholder host to pages, regardless of SITE_URL", () => {
    const pages = [...files].filter(([path]) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(8);
    for (const [path, bytes] of pages) {
      const page = bytes.toString();
      const named = [...page.matchAll(/(?:rel="canonical" href|og:(?:url|image)" content)="([^"]+)"/g)];
      expect(named, path).toHaveLength(3);
      for (const [, address = ""] of named) expect(new URL(address).origin, path).toBe(BUILT_HOST);
      expect(page, path).not.toContain(SITE);
    }
  });

  // A tenth of what Workers Free allows. The Worker also has to start within a second, and a larger one starts slower.
  test("keeps the Worker below 300 KB compressed", () => {
    const modules = [...files].filter(([path]) => /^dist\/server\/.*\.mjs$/.test(path));
    expect(gzipSync(Buffer.concat(modules.map(([, bytes]) => bytes))).byteLength).toBeLessThan(300_000);
  });
});

describe("platform routing", () => {
  const [, listed = ""] = /run_worker_first = \[([^\]]*)\]/.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  const patterns = [...listed.matchAll(/"([^"]+)"/g)].map(([, pattern = ""]) => pattern);
  const served = paths
    .filter((path) => path.startsWith("dist/client/"))
    .map((path) => path.replace("dist/client", "").replace(/(?:index)?\.html$/, ".html"));

  function isWorkers(path: string): boolean {
    return patterns.some((pattern) =>
      pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    );
  }

  test("sends requests for prerendered pages to the Worker", () => {
    const pages = served.filter((path) => /\.(?:html|json)$/.test(path));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !isWorkers(page.replace(/\.html$/, "")))).toEqual([]);
  });

  test("serves scripts, styles, fonts and icons without the Worker", () => {
    const others = served.filter((path) => /\.(?:js|css|woff2|png|svg|webmanifest)$/.test(path));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(isWorkers)).toEqual([]);
  });

  test("sends requests for missing files to the Worker", () => {
    expect(patterns.filter((pattern) => pattern.startsWith("!"))).toEqual([]);
  });
});
