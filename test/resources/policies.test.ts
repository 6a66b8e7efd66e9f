/** How long a response serves, by what the origin gave. */
import { describe, expect, test } from "vitest";
import { DEFAULT_POLICIES, policyFor } from "../../worker/resources/resource.ts";

describe.each(Object.entries(DEFAULT_POLICIES))("of the resource %s", (_name, policy) => {
  test("found results are served as long as the setting says", () => {
    expect(policyFor(policy, "found")).toEqual(policy);
  });

  test.each(["empty", "partial"] as const)(
    "%s results are served for minutes, since more may come soon",
    (outcome) => {
      expect(policyFor(policy, outcome)).toEqual({
        lifetime: 300,
        staleWhileRevalidate: 300,
        staleIfError: 86_400,
      });
    },
  );

  test("an unknown id is remembered for a minute, and never served stale", () => {
    expect(policyFor(policy, "missing")).toEqual({ lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 });
  });
});

test("empty results are never served longer than found ones", () => {
  const short = { lifetime: 5, staleWhileRevalidate: 0, staleIfError: 10 };
  expect(policyFor(short, "empty")).toEqual(short);
});
