/**
 * Reasons for failures of a source, and the resulting problems. The source's own messages never reach a header or the
 * log, because they may contain our key.
 */
import { Problem } from "../contract/problem.ts";

export type FailureReason =
  /** There was no response: the connection was refused or reset, or the host does not exist. */
  | "connection"
  | "timeout"
  /** The status was neither 200 nor 404. */
  | "status"
  | "content-type"
  /** The body ended early or could not be decoded. */
  | "truncated"
  | "too-large"
  | "not-json"
  | "wrong-shape"
  /** Nothing was sent, because the circuit breaker is open. */
  | "circuit-open"
  /** Nothing was sent, because the source asked for a pause with `Retry-After`. */
  | "retry-after"
  /** Nothing was sent, because the platform allows no more subrequests for this request. */
  | "subrequest-limit";

/** The reasons that only appear while the body of a 200 is read. */
const ABOUT_A_BODY: readonly FailureReason[] = [
  "content-type",
  "truncated",
  "too-large",
  "not-json",
  "wrong-shape",
];

const NOT_ASKED: readonly FailureReason[] = ["circuit-open", "retry-after", "subrequest-limit"];

/** The status of a response that reports a request limit (RFC 6585 section 4). */
const TOO_MANY = 429;

interface FailureOptions {
  readonly status?: number;
  /** Milliseconds until the source may be contacted again. */
  readonly retryInMs?: number;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly reason: FailureReason;
  /** The status of the source's response, or `undefined` if it did not respond. */
  readonly status: number | undefined;
  readonly retryInMs: number | undefined;

  constructor(reason: FailureReason, { status, retryInMs }: FailureOptions = {}) {
    super(status === undefined ? reason : `${reason} ${status}`);
    this.reason = reason;
    this.status = status ?? (ABOUT_A_BODY.includes(reason) ? 200 : undefined);
    this.retryInMs = retryInMs;
  }

  /** Whether a request was sent to the source. */
  get forwarded(): boolean {
    return !NOT_ASKED.includes(this.reason);
  }
}

/** Returns the Failure that caused a problem, or `null` if the cause is something else. */
export function findFailure({ cause }: Problem): Failure | null {
  return cause instanceof Failure ? cause : null;
}

/** Returns true if the failure only concerns this request, because it ran out of subrequests. */
export function isSubrequestLimit(problem: Problem): boolean {
  return findFailure(problem)?.reason === "subrequest-limit";
}

/** Returns true if the source has refused the request because of its request limit, or is given a pause after that. */
export function isSourceLimit(problem: Problem): boolean {
  const failure = findFailure(problem);
  return failure?.status === TOO_MANY || failure?.reason === "retry-after";
}

/** Returns the problem for a Failure. Other errors are our own, so they are returned unchanged. */
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

/**
 * Returns the problem for a response that could not be built, because the catalog was replaced during each attempt.
 */
export function replaced(): Problem {
  return new Problem("upstream-unavailable", "The catalog is being replaced. Try again in a second.", {
    retryAfter: 1,
  });
}

/** Awaits work, and throws a Problem instead of a Failure. */
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
 * The message of D1's daily row limit on the free plan. The limit applies to the whole account until midnight UTC
 * (developers.cloudflare.com/changelog/d1/2026-09-01-d1-free-tier-limit-enforcement).
 */
const SPENT = /exceeded D1's free tier daily row (?:read|write) limit/;
const DAY_MS = 86_400_000;

/** The cause of the problem that reports a spent quota. */
class QuotaSpent extends Error {
  override readonly name = "QuotaSpent";
}

/**
 * Returns the problem for a spent quota, or `null` if the error is a different one. `now` is in epoch milliseconds.
 */
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
