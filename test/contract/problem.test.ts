import { describe, expect, test } from "vitest";
import { LIMITS, rateLimitPolicy } from "../../worker/contract/limits.ts";
import { asProblem, PROBLEMS, Problem } from "../../worker/contract/problem.ts";

describe("PROBLEMS", () => {
  test("define a status, a title and an explanation", () => {
    for (const { status, title, explanation } of Object.values(PROBLEMS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(title).toMatch(/^[A-Z]/);
      expect(explanation).toMatch(/\.$/);
    }
  });
});

describe("Problem", () => {
  test("includes its type in the message and keeps the cause", () => {
    const cause = new Error("refused");
    const problem = new Problem("bad-upstream", "No usable answer.", { cause });
    expect(String(problem)).toBe("Problem: bad-upstream: No usable answer.");
    expect(problem.cause).toBe(cause);
  });

  test("omits optional fields by default", () => {
    expect(new Problem("internal", "")).toMatchObject({
      errors: [],
      allow: undefined,
      retryAfter: undefined,
    });
  });
});

describe("asProblem()", () => {
  test("returns a Problem unchanged", () => {
    const problem = new Problem("title-not-found", "");
    expect(asProblem(problem)).toBe(problem);
  });

  test.each([new Error("secret words"), "secret words", null])(
    "wraps anything else without revealing it: %s",
    (thrown) => {
      const problem = asProblem(thrown);
      expect(problem).toMatchObject({ type: "internal", status: 500, cause: thrown });
      expect(problem.detail).not.toContain("secret");
    },
  );
});

describe("rateLimitPolicy()", () => {
  test("returns the value of a RateLimit-Policy header", () => {
    expect(rateLimitPolicy(LIMITS.address)).toBe('"address";q=120;w=60');
  });
});
