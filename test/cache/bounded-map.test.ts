import { describe, expect, test } from "vitest";
import { BoundedMap } from "../../worker/cache/bounded-map.ts";

describe("BoundedMap", () => {
  test("evicts the oldest entry when full", () => {
    const map = new BoundedMap<number, string>(3);
    for (let key = 1; key <= 4; key++) map.set(key, `value ${key}`);
    expect([1, 2, 3, 4].map((key) => map.get(key))).toEqual([undefined, "value 2", "value 3", "value 4"]);
  });

  test("moves an entry to the end when it is set again", () => {
    const map = new BoundedMap<number, string>(2);
    map.set(1, "a");
    map.set(2, "b");
    map.set(1, "c");
    map.set(3, "d");
    expect([1, 2, 3].map((key) => map.get(key))).toEqual(["c", undefined, "d"]);
  });
});
