import { describe, expect, test } from "vitest";
import type { Problem } from "../../../worker/contract/problem.ts";
import { Failure, type FailureReason, originProblem } from "../../../worker/source/failure.ts";
import { tmdbError } from "../../../worker/web/http/tmdb-error.ts";

describe("tmdbError() for a failure of TMDB", () => {
  test.each<[FailureReason, { status?: number; retryInMs?: number }, object]>([
    ["status", { status: 429, retryInMs: 2_000 }, { status: 429, code: 25, retryAfter: "2" }],
    ["status", { status: 429 }, { status: 429, code: 25, retryAfter: "1" }],
    ["retry-after", { retryInMs: 1_200 }, { status: 429, code: 25, retryAfter: "2" }],
    ["status", { status: 503, retryInMs: 2_000 }, { status: 503, code: 9, retryAfter: "2" }],
    ["circuit-open", { retryInMs: 1_000 }, { status: 503, code: 9, retryAfter: "1" }],
    ["status", { status: 500 }, { status: 502, code: 43, retryAfter: null }],
  ])("keeps a request limit apart from an outage: %s %j", async (reason, options, expected) => {
    const response = tmdbError(originProblem(new Failure(reason, options)) as Problem);
    const { status_code: code } = await response.json<{ status_code: number }>();
    const retryAfter = response.headers.get("Retry-After");
    expect({ status: response.status, code, retryAfter }).toEqual(expected);
  });
});
