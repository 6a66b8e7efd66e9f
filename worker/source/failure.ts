/**
 * Reasons why a source failed, and the resulting problems. The source's own messages reach neither a header nor the
 * log, because they may contain our key.
 */
import { Problem } from "../contract/problem.ts";

export type FailureReason =
  /** No response began: the connection was refused or reset, or the host does not exist. */
  | "connection"
  | "timeout"
  /** A status other than 200 and 404. */
  | "status"
  | "content-type"
  /** The body ended early, or its encoding is broken. */
  | "truncated"
  | "too-large"
  | "not-json"
  | "wrong-shape"
  /** Not requested, because the source is known to be down. */
  | "circuit-open"
  /** Not requested, because its `Retry-After` has not passed. */
  | "retry-after"
  /** Not requested, because the platform allows no more subrequests. */
  | "subrequest-limit";

/** Reasons that are found while reading the body of a 200. */
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
  /** Milliseconds until the source may be requested again. */
  readonly retryInMs?: number;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly reason: FailureReason;
  /** The status of the source's response, or `undefined` without one. */
  readonly status: number | undefined;
  readonly retryInMs: number | undefined;

  constructor(reason: FailureReason, { status, retryInMs }: FailureOptions = {}) {
    super(status === undefined ? reason : `${reason} ${status}`);
    this.reason = reason;
    this.status = status ?? (ABOUT_A_BODY.includes(reason) ? 200 : undefined);
    this.retryInMs = retryInMs;
  }

  /** Whether the source received the request. */
  get forwarded(): boolean {
    return !NOT_ASKED.includes(this.reason);
  }
}

/** Returns the source's failure that caused a problem, or `null` for another cause. */
export function failureOf({ cause }: Problem): Failure | null {
  return cause instanceof Failure ? cause : null;
}

/** Returns true if the failure affects only this request, because it ran out of subrequests. */
export function isSubrequestLimit(problem: Problem): boolean {
  return failureOf(problem)?.reason === "subrequest-limit";
}

/** Returns the problem for a source's failure. Other errors are our own and returned unchanged. */
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

/** Returns the problem for a catalog that was replaced again while a response was made from it. */
export function replaced(): Problem {
  return new Problem("upstream-unavailable", "The catalog is being replaced. Try again in a second.", {
    retryAfter: 1,
  });
}

/** Awaits work and throws a Problem instead of a Failure. */
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
 * The error of D1's daily row limits on the free plan. It lasts until midnight UTC for the whole account
 * (changelog/d1/2026-09-01-d1-free-tier-limit-enforcement).
 */
const SPENT = /exceeded D1's free tier daily row (?:read|write) limit/;
const DAY_MS = 86_400_000;

/** The cause of the problem for a spent quota. */
class QuotaSpent extends Error {
  override readonly name = "QuotaSpent";
}

/** Returns the problem for a spent quota, or `null` for another error. `now` is in epoch milliseconds. */
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
