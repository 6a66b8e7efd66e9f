/**
 * Why an origin failed, in our own words, and the problem that the caller gets. An origin's own words reach neither a
 * header nor the log: they may contain anything, even our key.
 */
import { Problem } from "../contract/problem.ts";

export type FailureReason =
  /** No response began: refused, reset, no such host. */
  | "connection"
  | "timeout"
  /** Any status but 200 and 404. */
  | "status"
  | "content-type"
  /** The body ended early, or its coding is broken. */
  | "truncated"
  | "too-large"
  | "not-json"
  | "wrong-shape"
  /** Not asked: it is known to be down. */
  | "circuit-open"
  /** Not asked: its `Retry-After` has not passed. */
  | "retry-after"
  /** Not asked: the platform allows this request no more subrequests. */
  | "subrequest-limit";

/** Reasons found while reading the body of a 200. */
const ABOUT_A_BODY: readonly FailureReason[] = [
  "content-type",
  "truncated",
  "too-large",
  "not-json",
  "wrong-shape",
];

const NOT_ASKED: readonly FailureReason[] = ["circuit-open", "retry-after", "subrequest-limit"];

interface FailureOptions {
  readonly status?: number;
  /** Milliseconds until it may be asked again. */
  readonly retryInMs?: number;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly reason: FailureReason;
  /** The status of the origin's response; `undefined`: none. */
  readonly status: number | undefined;
  readonly retryInMs: number | undefined;

  constructor(reason: FailureReason, { status, retryInMs }: FailureOptions = {}) {
    super(status === undefined ? reason : `${reason} ${status}`);
    this.reason = reason;
    this.status = status ?? (ABOUT_A_BODY.includes(reason) ? 200 : undefined);
    this.retryInMs = retryInMs;
  }

  /** Whether the origin was asked at all. */
  get forwarded(): boolean {
    return !NOT_ASKED.includes(this.reason);
  }
}

/** The origin's failure that caused a problem; `null`: another cause. */
export function failureOf({ cause }: Problem): Failure | null {
  return cause instanceof Failure ? cause : null;
}

/** Whether only the request that asked is concerned: it had reached the platform's limit of subrequests. */
export function isSubrequestLimit(problem: Problem): boolean {
  return failureOf(problem)?.reason === "subrequest-limit";
}

/** The problem for an origin's failure. Anything but a Failure is our own error and returned unchanged. */
export function originProblem(thrown: unknown): unknown {
  if (!(thrown instanceof Failure)) return thrown;
  const { reason, retryInMs } = thrown;
  if (retryInMs !== undefined) {
    const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000));
    return new Problem(
      "upstream-unavailable",
      "The data source is temporarily unavailable. Try again later.",
      {
        cause: thrown,
        retryAfter,
      },
    );
  }
  if (reason === "timeout") {
    return new Problem("upstream-timeout", "The data source did not respond in time. Try again later.", {
      cause: thrown,
    });
  }
  return new Problem("bad-upstream", DETAIL[reason], { cause: thrown });
}

/** The catalog was replaced again while a response was made from it. */
export function replaced(): Problem {
  return new Problem("upstream-unavailable", "The catalog is being replaced. Try again in a second.", {
    retryAfter: 1,
  });
}

/** Throws the problem for the caller in place of the work's Failure. */
export async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw originProblem(thrown);
  }
}

const UNREACHABLE = "The data source could not be reached. Try again later.";
const UNUSABLE = "The data source sent an unusable response. Try again later.";

const DETAIL = {
  connection: UNREACHABLE,
  "circuit-open": UNREACHABLE,
  "retry-after": UNREACHABLE,
  "subrequest-limit":
    "The request needs more source requests than the platform allows. Request fewer items at once.",
  status: UNUSABLE,
  "content-type": UNUSABLE,
  truncated: UNUSABLE,
  "too-large": UNUSABLE,
  "not-json": UNUSABLE,
  "wrong-shape": "The data source sent a response of the wrong shape. Try again later.",
} as const;

/**
 * D1's daily limits of rows on the free plan, for the whole account: beyond them every query fails until midnight UTC
 * (changelog/d1/2026-09-01-d1-free-tier-limit-enforcement, which has the errors).
 */
const SPENT = /exceeded D1's free tier daily row (?:read|write) limit/;
const DAY_MS = 86_400_000;

/** The cause of a problem. */
class QuotaSpent extends Error {
  override readonly name = "QuotaSpent";
}

/** `null`: another error. `now`: milliseconds since 1970. */
export function quotaProblem(thrown: unknown, now: number): Problem | null {
  if (!SPENT.test(String(thrown))) return null;
  return new Problem(
    "upstream-unavailable",
    "The daily database quota is used up. It resets at midnight UTC.",
    {
      cause: new QuotaSpent("D1's daily limit of the free plan", { cause: thrown }),
      retryAfter: Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000),
    },
  );
}

export function isQuotaSpent(thrown: unknown): thrown is Problem {
  return thrown instanceof Problem && thrown.cause instanceof QuotaSpent;
}
