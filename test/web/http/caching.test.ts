import { expect, test } from "vitest";
import { pageLifetimes } from "../../../worker/web/http/caching.ts";

test.each([
  [3_600, 60],
  [3, 3],
  [-1, 0],
])("a page that is fresh for %d more seconds is reused for %d, and never served stale", (left, lifetime) => {
  expect(pageLifetimes(left, 0)["CDN-Cache-Control"]).toBe("no-store");
  expect(pageLifetimes(left, Infinity)).toEqual({
    "Cache-Control": `public, max-age=${lifetime}`,
    "CDN-Cache-Control": `max-age=${lifetime}, stale-while-revalidate=0, stale-if-error=0`,
  });
});
