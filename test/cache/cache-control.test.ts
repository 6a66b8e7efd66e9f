import { expect, test } from "vitest";
import { parseCacheControl, seconds } from "../../worker/cache/cache-control.ts";

test("names are read in any case, values bare or quoted", () => {
  const directives = parseCacheControl('Max-Age=60, no-store , stale-if-error="90"');
  expect([...(directives ?? [])]).toEqual([
    ["max-age", "60"],
    ["no-store", true],
    ["stale-if-error", "90"],
  ]);
});

test.each(["max-age=60 no-store", "=5", 'max-age="5', "a=b=c", "max-age=5, Max-Age=6"])(
  "%j is malformed",
  (text) => {
    expect(parseCacheControl(text)).toBeNull();
  },
);

test.each([
  ["60", 60],
  ["0", 0],
  ["-1", null],
  ["1e3", null],
  ["9999999999", null],
])("max-age=%s is %j seconds", (value, expected) => {
  expect(seconds(new Map([["max-age", value]]), "max-age")).toBe(expected);
});
