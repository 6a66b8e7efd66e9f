import { describe, expect, test } from "vitest";
import { previewAlias } from "../../tools/deploy/target.ts";

const WORKER = "marquee-preview";
const HASHED = /^[a-z][a-z0-9-]*[a-z0-9]-[0-9a-f]{6}$/;

const BRANCHES = [
  "Feature/Login",
  "feature_login",
  "feature/login",
  "dependabot/npm_and_yarn/astro-7.3.5",
  "release/2.0.x",
  "123-fix",
  "-dash-",
  "a--b",
  "ünïcode/фильм",
  "映画",
  "🎬",
  "x".repeat(244),
  `${"y".repeat(60)}/one`,
  `${"y".repeat(60)}/two`,
  "main",
  "www",
  "xn--bcher-kva",
  "; rm -rf /",
  "",
];

describe("a preview's alias", () => {
  test.each(["login", "fix-404", "a", "v2", "k".repeat(47)])(
    "is the name of the branch if that is valid: %s",
    (name) => {
      expect(previewAlias(name, WORKER)).toBe(name);
    },
  );

  test.each(BRANCHES)("is one DNS label together with the Worker's name: %j", (branch) => {
    const label = `${previewAlias(branch, WORKER)}-${WORKER}`;
    expect(label).toMatch(/^[a-z]([a-z0-9-]*[a-z0-9])?$/);
    expect(label.length).toBeLessThanOrEqual(63);
  });

  test("differs for every branch, and is the same each time", () => {
    const aliases = BRANCHES.map((branch) => previewAlias(branch, WORKER));
    expect(new Set(aliases).size).toBe(BRANCHES.length);
    expect(BRANCHES.map((branch) => previewAlias(branch, WORKER))).toEqual(aliases);
  });

  test("that had to be changed cannot be taken by a branch of that name", () => {
    const alias = previewAlias("Feature/Login", WORKER);
    expect(alias).toMatch(/^feature-login-/);
    expect(previewAlias("feature-login", WORKER)).not.toBe(alias);
    expect(previewAlias(alias, WORKER)).not.toBe(alias);
  });

  test.each(["main", "master", "production", "preview", "www", "api", "admin", "ns1", "xn--bcher-kva"])(
    "is never the reserved name %s",
    (name) => {
      expect(previewAlias(name, WORKER)).toMatch(HASHED);
    },
  );

  test("leaves the longest name of a Worker room for a hash, and refuses a longer one", () => {
    expect(`${previewAlias("Branch", "w".repeat(54))}-${"w".repeat(54)}`).toHaveLength(63);
    expect(() => previewAlias("Branch", "w".repeat(55))).toThrow("too long");
  });
});
