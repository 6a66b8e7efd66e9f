import { describe, expect, test } from "vitest";
import { LIMITS, rateLimitPolicy } from "../../worker/contract/limits.ts";
import { asProblem, PROBLEMS, Problem } from "../../worker/contract/problem.ts";

describe("a problem", () => {
  test("has an error status, a title and an explanation", () => {
    for (const { status, title, explanation } of Object.values(PROBLEMS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(title).toMatch(/^[A-Z]/);
      expect(explanation).toMatch(/\.$/);
    }
  });

  test("names itself and its kind, and keeps its cause, for the log", () => {
    const cause = new Error("refused");
    const problem = new Problem("bad-upstream", "No usable answer.", { cause });
    expect(String(problem)).toBe("Problem: bad-upstream: No usable answer.");
    expect(problem.cause).toBe(cause);
  });

  test("names no parameter, method or limit unless told", () => {
    expect(new Problem("internal", "")).toMatchObject({
      errors: [],
      allow: undefined,
      retryAfter: undefined,
      rateLimitPolicy: undefined,
    });
  });
});

describe("whatever is thrown", () => {
  test("is the problem that it is", () => {
    const problem = new Problem("title-not-found", "");
    expect(asProblem(problem)).toBe(problem);
  });

  test.each([new Error("secret words"), "secret words", null])(
    "is else an internal problem, whose cause only the log sees (%s)",
    (thrown) => {
      const problem = asProblem(thrown);
      expect(problem).toMatchObject({ type: "internal", status: 500, cause: thrown });
      expect(problem.detail).not.toContain("secret");
    },
  );
});

test("a limit is written as RateLimit-Policy has it", () => {
  expect(rateLimitPolicy(LIMITS.address)).toBe('"address";q=120;w=60');
});
