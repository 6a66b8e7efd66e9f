import { describe, expect, test } from "vitest";
import { setProblem } from "../../site/components/problem/set-problem.ts";
import { Problem } from "../../worker/contract/problem.ts";

function answered(problem: Problem) {
  const response = { status: 200, statusText: "", headers: new Headers() };
  setProblem(response, problem);
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

describe("setProblem()", () => {
  test("sets Retry-After for a rate limit", () => {
    expect(answered(new Problem("rate-limited", "Too often.", { retryAfter: 60 }))).toEqual({
      status: 429,
      headers: { "retry-after": "60" },
    });
  });

  test("sets only the status for an unknown title", () => {
    expect(answered(new Problem("title-not-found", "No such title."))).toEqual({ status: 404, headers: {} });
  });
});
