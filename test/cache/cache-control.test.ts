import { describe, expect, test } from "vitest";
import { parseCacheControl, seconds } from "../../worker/cache/cache-control.ts";

describe("parseCacheControl()", () => {
  test("accepts names in any case, and bare or quoted values", () => {
    const directives = parseCacheControl('Max-Age=60, no-store , stale-if-error="90"');
    expect([...(directives ?? [])]).toEqual([
      ["max-age", "60"],
      ["no-store", true],
      ["stale-if-error", "90"],
    ]);
  });

  test.each(["max-age=60 no-store", "=5", 'max-age="5', "a=b=c", "max-age=5, Max-Age=6"])(
    "rejects %j",
    (text) => {
      expect(parseCacheControl(text)).toBeNull();
    },
  );
});

describe("seconds()", () => {
  test.each([
    ["60", 60],
    ["0", 0],
    ["-1", null],
    ["1e3", null],
    ["9999999999", null],
  ])("parses max-age=%s as %j seconds", (value, expected) => {
    expect(seconds(new Map([["max-age", value]]), "max-age")).toBe(expected);
  });
});
