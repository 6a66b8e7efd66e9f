/** Caching headers of an answer: its remaining freshness, never its age. */
import { describe, expect, test } from "vitest";
import type { CacheStatus } from "../../../worker/cache/cache-status.ts";
import type { Served } from "../../../worker/cache/resource.ts";
import { storedResponse } from "../../../worker/cache/stored-response.ts";
import { cachingHeaders, noneMatch, pageLifetimes } from "../../../worker/web/http/caching.ts";

const policy = { lifetime: 3_600, staleWhileRevalidate: 600, staleIfError: 7_200 };
const stored = await storedResponse("[]", { storedAt: 0, tags: ["search", "title-7"] });

function headers(age: number, changes: Partial<Served> = {}, most = Infinity): Record<string, string> {
  const cacheStatus: CacheStatus = { hit: true };
  return cachingHeaders(
    { kind: "served", ...stored, age, policy, cacheStatus, isUncacheable: false, ...changes },
    most,
  );
}

describe("an answer", () => {
  test.each([
    [0, "public, max-age=60", "max-age=3600, stale-while-revalidate=600, stale-if-error=7200"],
    [3_570, "public, max-age=30", "max-age=30, stale-while-revalidate=600, stale-if-error=7200"],
    [3_600, "public, max-age=0", "max-age=0, stale-while-revalidate=600, stale-if-error=7200"],
    [3_700, "public, max-age=0", "max-age=0, stale-while-revalidate=500, stale-if-error=7100"],
    [9_000, "public, max-age=0", "max-age=0, stale-while-revalidate=0, stale-if-error=1800"],
  ])("of %d seconds tells browsers %j and the cache in front %j", (age, browsers, front) => {
    expect(headers(age)).toMatchObject({ "Cache-Control": browsers, "CDN-Cache-Control": front });
    expect(headers(age)).not.toHaveProperty("Age");
  });

  test("stays out of the cache in front if it may have been purged meanwhile", () => {
    expect(headers(0, {}, 0)).toMatchObject({ "CDN-Cache-Control": "no-store" });
  });

  test.each([
    [0, "max-age=60, stale-while-revalidate=60, stale-if-error=60"],
    [3_590, "max-age=10, stale-while-revalidate=60, stale-if-error=60"],
    [3_700, "max-age=0, stale-while-revalidate=60, stale-if-error=60"],
  ])("of %d seconds is stored in front for at most the minute that is confirmed", (age, front) => {
    expect(headers(age, {}, 60)).toMatchObject({ "CDN-Cache-Control": front });
  });

  test("of data that may be replaced is served stale in front for an hour at most", () => {
    const front = (staleWhileRevalidate: number) =>
      headers(0, { sourceVersion: "one", policy: { ...policy, staleWhileRevalidate } })["CDN-Cache-Control"];
    expect(front(604_800)).toBe("max-age=3600, stale-while-revalidate=3600, stale-if-error=7200");
    expect(front(60)).toBe("max-age=3600, stale-while-revalidate=60, stale-if-error=7200");
  });

  test("from the last resort is stored nowhere", () => {
    const none = { "Cache-Control": "no-store", "CDN-Cache-Control": "no-store" };
    expect(headers(0, { isUncacheable: true })).toMatchObject(none);
  });

  test("carries all its tags", () => {
    expect(headers(0)["Cache-Tag"]).toBe("search,title-7");
  });
});

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

const TAG = '"abc"';

function asked(condition: string | null): boolean {
  const headers: HeadersInit = condition === null ? {} : { "If-None-Match": condition };
  return noneMatch(new Request("https://marquee.example/v1/", { headers }), TAG);
}

test.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', "*", " * ", '"x",\t"abc"'])(
  "%s names the stored answer: no body is sent (RFC 9110 section 13.1.2)",
  (condition) => expect(asked(condition)).toBe(false),
);

test.each([null, '"x"', "abc", '"ab', '""', '"abc d"', 'XW/"ab"', '"W/abc"', '"*"', "**"])(
  "%s does not name the stored answer",
  (condition) => expect(asked(condition)).toBe(true),
);
