/** Secrets are the Worker's at run time: whatever a machine knows while it builds, a build holds none of it. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const IN_A_FILE = "canary-in-dev-vars";
const IN_THE_ENVIRONMENT = "canary-in-environment";
const SECRETS = ["UPSTREAM_API_KEY", "CLIENT_KEYS", "ADMIN_TOKEN", "CLOUDFLARE_API_TOKEN"];

let checkout: string;
/** Every file the build wrote, by its path. */
let files: Map<string, string>;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "marquee-canary-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\0");
  for (const file of listed.filter((name) => existsSync(name) && name !== "")) {
    cpSync(file, join(checkout, file), { errorOnExist: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(checkout, "node_modules"));
  writeFileSync(join(checkout, ".dev.vars"), SECRETS.map((name) => `${name}="${IN_A_FILE}"\n`).join(""));
  const canaries = Object.fromEntries(SECRETS.map((name) => [name, IN_THE_ENVIRONMENT]));
  execFileSync("node_modules/.bin/astro", ["build", "--config", "site/astro.config.mjs"], {
    cwd: checkout,
    env: { ...process.env, ...canaries, ASTRO_TELEMETRY_DISABLED: "1", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    stdio: "pipe",
  });
  const written = globSync("dist/**", { cwd: checkout, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  files = new Map(
    [...written, ...hiddenFiles()].map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(checkout.length + 1), readFileSync(path, "latin1")];
    }),
  );
}, 180_000);
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** A glob passes over names that begin with a dot, and those are the ones that hold secrets. */
function hiddenFiles() {
  return globSync("dist/**/.*", { cwd: checkout, withFileTypes: true }).filter((entry) => entry.isFile());
}

describe("a build", () => {
  test("is looked at whole", () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "dist/server/entry.mjs",
        "dist/client/index.html",
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
});
