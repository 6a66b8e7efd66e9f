import { describe, expect, test } from "vitest";
import {
  atMost,
  formatFreshness,
  freshness,
  parseFreshness,
  retention,
} from "../../worker/cache/freshness.ts";

const POLICY = { lifetime: 60, staleWhileRevalidate: 30, staleIfError: 100 };

test.each([
  [0, "fresh"],
  [59, "fresh"],
  [60, "revalidate"],
  [89, "revalidate"],
  [90, "last-resort"],
  [159, "last-resort"],
  [160, "expired"],
] as const)("at %i seconds an answer is %s", (age, expected) => {
  expect(freshness(age, POLICY)).toBe(expected);
});

test("an answer is kept as long as it may serve", () => {
  expect(retention(POLICY)).toBe(160);
  expect(retention({ ...POLICY, staleWhileRevalidate: 500 })).toBe(560);
});

test("the shorter of two policies is the shorter in every respect", () => {
  expect(atMost(POLICY, { lifetime: 100, staleWhileRevalidate: 10, staleIfError: 100 })).toEqual({
    lifetime: 60,
    staleWhileRevalidate: 10,
    staleIfError: 100,
  });
});

describe("the syntax", () => {
  test("is the one it is written in", () => {
    expect(parseFreshness(formatFreshness(POLICY))).toEqual(POLICY);
    expect(formatFreshness(POLICY)).toBe("max-age=60, stale-while-revalidate=30, stale-if-error=100");
  });

  test("takes an absent window as none", () => {
    expect(parseFreshness("max-age=5")).toEqual({ lifetime: 5, staleWhileRevalidate: 0, staleIfError: 0 });
  });

  test.each(["", "max-age", "max-age=-1", "max-age=1.5", "stale-if-error=5", "max-age=5, s-maxage=9", "60"])(
    "refuses %j",
    (text) => {
      expect(parseFreshness(text)).toBeNull();
    },
  );
});
