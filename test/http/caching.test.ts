/** What a kept page says about being cached. */
import { expect, test } from "vitest";
import { DEFAULT_POLICIES } from "../../worker/edge/policies.ts";
import { pageCachingHeaders } from "../../worker/http/caching.ts";

function reuse(searchLifetime: number, age: number): string | undefined {
  const policies = { ...DEFAULT_POLICIES, search: { ...DEFAULT_POLICIES.search, lifetime: searchLifetime } };
  const page = { entityTag: '"a"', cacheStatus: { hit: true }, path: "/search" };
  return pageCachingHeaders({ ...page, age, policies })["Cache-Control"];
}

test("a page is reused for a minute from when a browser gets it, whatever its age", () => {
  expect(reuse(3_600, 0)).toBe("public, max-age=60");
  expect(reuse(3_600, 500)).toBe("public, max-age=560");
});

test("and for no longer than answers are fresh", () => {
  expect(reuse(3, 0)).toBe("public, max-age=3");
  expect(reuse(0, 0)).toBe("public, max-age=0");
});
