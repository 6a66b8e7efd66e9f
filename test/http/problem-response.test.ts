import { expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import { problemResponse } from "../../worker/http/problem-response.ts";

const occurrence = { site: { origin: "https://marquee.example" }, requestId: "request-1" };

test("a problem says what RFC 9457 asks, and never what caused it", async () => {
  const problem = new Problem("bad-upstream", "The source could not be read.", {
    cause: new Error("connect ECONNREFUSED 10.0.0.1"),
  });
  const response = problemResponse(problem, occurrence);
  expect(response.status).toBe(502);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  expect(await response.json()).toEqual({
    type: "https://marquee.example/problems/bad-upstream",
    title: "The source gave no usable answer",
    status: 502,
    detail: "The source could not be read.",
    instance: "request-1",
  });
});

test("a refused method comes with those allowed, a wait with its seconds", () => {
  const refused = problemResponse(new Problem("method-not-allowed", "No."), occurrence);
  expect(refused.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  const wait = problemResponse(new Problem("rate-limited", "No.", { retryAfter: 7 }), occurrence);
  expect(wait.headers.get("Retry-After")).toBe("7");
});
