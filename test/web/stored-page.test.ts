import { describe, expect, test } from "vitest";
import { pageFreshness } from "../../worker/web/stored-page.ts";

describe("pageFreshness()", () => {
  test.each([
    [3_600, 60],
    [3, 3],
    [-1, 0],
  ])("returns no stale windows for a page fresh for %d seconds", (secondsLeft, lifetime) => {
    const remaining = { lifetime, staleWhileRevalidate: 0, staleIfError: 0 };
    expect(pageFreshness(secondsLeft, 10)).toEqual({ remaining, browserSeconds: 60, cdnSeconds: 10 });
  });
});
