import { describe, expect, test } from "vitest";
import { DEFAULT_POLICIES, policyFor } from "../../worker/resources/resource.ts";

describe.each(Object.entries(DEFAULT_POLICIES))("policyFor() with the policy %s", (_name, policy) => {
  test("returns the configured policy for found results", () => {
    expect(policyFor(policy, "found")).toEqual(policy);
  });

  test.each(["empty", "partial"] as const)("returns a lifetime of five minutes for %s results", (outcome) => {
    expect(policyFor(policy, outcome)).toEqual({
      lifetime: 300,
      staleWhileRevalidate: 300,
      staleIfError: 86_400,
    });
  });

  test("stores no result that was cut short", () => {
    expect(policyFor(policy, "cut")).toEqual({ lifetime: 0, staleWhileRevalidate: 0, staleIfError: 0 });
  });

  test("returns one minute and no stale windows for a missing id", () => {
    expect(policyFor(policy, "missing")).toEqual({ lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 });
  });
});

describe("policyFor()", () => {
  test("does not cache empty results longer than found ones", () => {
    const short = { lifetime: 5, staleWhileRevalidate: 0, staleIfError: 10 };
    expect(policyFor(short, "empty")).toEqual(short);
  });
});
