/** Secrets are the Worker's at run time: whatever a machine knows while it builds, a build holds none of it. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILT_HOST } from "../../worker/routes/addresses.ts";
import { type Checkout, copyCheckout } from "./checkout.ts";

const IN_A_FILE = "canary-in-dev-vars";
const IN_THE_ENVIRONMENT = "canary-in-environment";
const SECRETS = ["UPSTREAM_API_KEY", "CLIENT_KEYS", "ADMIN_TOKEN", "CLOUDFLARE_API_TOKEN"];

let checkout: Checkout;
/** Every file the build wrote, by its path. */
let files: Map<string, string>;

beforeAll(() => {
  checkout = copyCheckout();
  const { folder } = checkout;
  writeFileSync(join(folder, ".dev.vars"), SECRETS.map((name) => `${name}="${IN_A_FILE}"\n`).join(""));
  checkout.build(Object.fromEntries(SECRETS.map((name) => [name, IN_THE_ENVIRONMENT])));
  const written = globSync("dist/**", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  files = new Map(
    [...written, ...hiddenFiles(folder)].map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, "latin1")];
    }),
  );
}, 180_000);
afterAll(() => checkout.remove());

/** A glob passes over names that begin with a dot, and those are the ones that hold secrets. */
function hiddenFiles(folder: string) {
  return globSync("dist/**/.*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
}

describe("a build", () => {
  test("is looked at whole", () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "dist/server/entry.mjs",
        "dist/client/developers.html",
        "dist/client/.assetsignore",
      ]),
    );
  });

  test.each([IN_A_FILE, IN_THE_ENVIRONMENT])("holds %s in no file", (canary) => {
    const leaking = [...files].filter(([, text]) => text.includes(canary)).map(([path]) => path);
    expect(leaking).toEqual([]);
  });

  test("has no source map among the files that are served", () => {
    const maps = [...files.keys()].filter((path) => path.endsWith(".map"));
    expect(maps.length).toBeGreaterThan(0);
    expect(maps.filter((path) => !path.startsWith("dist/server/"))).toEqual([]);
  });

  test("names one host on its pages, in whose place the Worker puts the site's own", () => {
    const pages = [...files].filter(([path]) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(8);
    for (const [path, page] of pages) {
      const named = [...page.matchAll(/(?:rel="canonical" href|og:(?:url|image)" content)="([^"]+)"/g)];
      expect(named, path).toHaveLength(3);
      for (const [, address = ""] of named) expect(new URL(address).origin, path).toBe(BUILT_HOST);
    }
  });
});
