import { describe, expect, test } from "vitest";
import {
  atMost,
  calculateAge,
  formatFreshness,
  freshness,
  parseFreshness,
  remaining,
  retention,
  timeToLive,
} from "../../worker/cache/freshness.ts";

const POLICY = { lifetime: 60, staleWhileRevalidate: 30, staleIfError: 100 };

describe("freshness()", () => {
  test.each([
    [0, "fresh"],
    [59, "fresh"],
    [60, "revalidate"],
    [89, "revalidate"],
    [90, "last-resort"],
    [159, "last-resort"],
    [160, "expired"],
  ] as const)("maps an age of %i seconds to %s", (age, expected) => {
    expect(freshness(age, POLICY)).toBe(expected);
  });
});

describe("retention()", () => {
  test("adds the longer stale window to the lifetime", () => {
    expect(retention(POLICY)).toBe(160);
    expect(retention({ ...POLICY, staleWhileRevalidate: 500 })).toBe(560);
  });
});

describe("atMost()", () => {
  test("returns the minimum of each field", () => {
    expect(atMost(POLICY, { lifetime: 100, staleWhileRevalidate: 10, staleIfError: 100 })).toEqual({
      lifetime: 60,
      staleWhileRevalidate: 10,
      staleIfError: 100,
    });
  });
});

describe("parseFreshness()", () => {
  test("round-trips formatFreshness()", () => {
    expect(parseFreshness(formatFreshness(POLICY))).toEqual(POLICY);
    expect(formatFreshness(POLICY)).toBe("max-age=60, stale-while-revalidate=30, stale-if-error=100");
  });

  test("defaults a missing window to zero", () => {
    expect(parseFreshness("max-age=5")).toEqual({ lifetime: 5, staleWhileRevalidate: 0, staleIfError: 0 });
  });

  test.each([
    "",
    "max-age",
    "max-age=-1",
    "max-age=1.5",
    "stale-if-error=5",
    "max-age=5, s-maxage=9",
    "60",
    "max-age=5, stale-if-error=x",
  ])("rejects %j", (text) => {
    expect(parseFreshness(text)).toBeNull();
  });
});

describe("calculateAge()", () => {
  test.each([
    [0, 0],
    [999, 0],
    [1_000, 1],
    [61_500, 61],
    [-1, 0],
    [-60_000, 0],
  ])("maps %i milliseconds to %i seconds", (passed, age) => {
    expect(calculateAge(1_700_000_000_000, 1_700_000_000_000 + passed)).toBe(age);
  });
});

describe("timeToLive()", () => {
  test.each([
    [0, 60],
    [59, 1],
    [60, -1],
    [60.5, -1],
    [61, -1],
    [62, -2],
    [500, -440],
  ])("maps an age of %d seconds to %d", (age, ttl) => {
    expect(timeToLive(age, POLICY)).toBe(ttl);
  });
});

describe("remaining()", () => {
  test.each([
    [0, [60, 30, 100]],
    [59, [1, 30, 100]],
    [60, [0, 30, 100]],
    [75, [0, 15, 85]],
    [100, [0, 0, 60]],
    [500, [0, 0, 0]],
  ])("maps an age of %i seconds to %j", (age, left) => {
    const { lifetime, staleWhileRevalidate, staleIfError } = remaining(age, POLICY);
    expect([lifetime, staleWhileRevalidate, staleIfError]).toEqual(left);
  });
});
