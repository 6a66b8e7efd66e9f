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

  test("names a parameter, method or limit only if given one", () => {
    expect(new Problem("internal", "")).toMatchObject({
      errors: [],
      allow: undefined,
      retryAfter: undefined,
      rateLimitPolicy: undefined,
    });
  });
});

describe("a thrown value", () => {
  test("stays itself if it is a problem", () => {
    const problem = new Problem("title-not-found", "");
    expect(asProblem(problem)).toBe(problem);
  });

  test.each([new Error("secret words"), "secret words", null])(
    "becomes an internal problem otherwise, whose cause only the log sees (%s)",
    (thrown) => {
      const problem = asProblem(thrown);
      expect(problem).toMatchObject({ type: "internal", status: 500, cause: thrown });
      expect(problem.detail).not.toContain("secret");
    },
  );
});

test("a limit is written in the syntax of RateLimit-Policy", () => {
  expect(rateLimitPolicy(LIMITS.address)).toBe('"address";q=120;w=60');
});
