import { describe, expect, test } from "vitest";
import type { Served } from "../../worker/cache/resource.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { toSendable } from "../../worker/web/api.ts";

const policy = { lifetime: 3_600, staleWhileRevalidate: 600, staleIfError: 7_200 };
const stored = await storedResponse("[]", { storedAt: 0, tags: ["search", "title-7"] });

function freshness(age: number, changes: Partial<Served> = {}) {
  const served = { kind: "served", ...stored, age, policy, cacheStatus: {}, isUncacheable: false } as const;
  return toSendable({ ...served, ...changes }, 60).freshness;
}

describe("toSendable()", () => {
  test.each([
    [0, { lifetime: 3_600, staleWhileRevalidate: 600, staleIfError: 7_200 }],
    [3_570, { lifetime: 30, staleWhileRevalidate: 600, staleIfError: 7_200 }],
    [3_600, { lifetime: 0, staleWhileRevalidate: 600, staleIfError: 7_200 }],
    [3_700, { lifetime: 0, staleWhileRevalidate: 500, staleIfError: 7_100 }],
    [9_000, { lifetime: 0, staleWhileRevalidate: 0, staleIfError: 1_800 }],
  ])("subtracts an age of %d seconds from the freshness policy", (age, remaining) => {
    expect(freshness(age)).toEqual({ remaining, browserSeconds: 60, cdnSeconds: 60 });
  });

  test.each([
    [604_800, 3_600],
    [60, 60],
  ])("limits the stale window to an hour: %d becomes %d", (staleWhileRevalidate, limited) => {
    const changes = { sourceVersion: "one", policy: { ...policy, staleWhileRevalidate } };
    expect(freshness(0, changes)?.remaining.staleWhileRevalidate).toBe(limited);
  });

  test("returns no freshness for an uncacheable response", () => {
    expect(freshness(0, { isUncacheable: true })).toBeNull();
  });
});
