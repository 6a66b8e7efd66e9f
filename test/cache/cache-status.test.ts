import { describe, expect, test } from "vitest";
import { formatCacheStatus, statusOfFailure } from "../../worker/cache/cache-status.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { Failure, type FailureReason } from "../../worker/source/failure.ts";

describe("formatCacheStatus()", () => {
  test.each([
    [{ hit: true }, "marquee; hit"],
    [{ fwd: "uri-miss", stored: true }, "marquee; fwd=uri-miss; stored"],
    [{ fwd: "uri-miss", stored: true, collapsed: true }, "marquee; fwd=uri-miss; stored; collapsed"],
    [{ hit: true, ttl: -4 }, "marquee; hit; ttl=-4"],
    [{ fwd: "stale", fwdStatus: 502 }, "marquee; fwd=stale; fwd-status=502"],
    [{ hit: true, ttl: -4, detail: "circuit-open" }, "marquee; hit; ttl=-4; detail=circuit-open"],
  ] as const)("formats %j as %s", (status, expected) => {
    expect(formatCacheStatus(status)).toBe(expected);
  });
});

function problem(reason: FailureReason, status?: number): Problem {
  return new Problem("bad-upstream", "Down.", { cause: new Failure(reason, { status }) });
}

describe("statusOfFailure()", () => {
  test.each([
    ["the origin's status", problem("status", 429), { fwd: "stale", fwdStatus: 429 }],
    [
      "the reason why a 200 response is unusable",
      problem("not-json"),
      { fwd: "stale", fwdStatus: 200, detail: "not-json" },
    ],
    [
      "a missing response as 502 with the reason",
      problem("connection"),
      { fwd: "stale", fwdStatus: 502, detail: "connection" },
    ],
    ["a request that was not forwarded", problem("circuit-open"), { detail: "circuit-open" }],
  ])("describes %s", (_, failed, expected) => {
    expect(statusOfFailure("stale", failed)).toEqual(expected);
  });
});
