/**
 * Why an origin gave no answer, in words of our own: the only account of it that reaches a
 * header or the log. An origin's own words are never kept: they may hold anything, our key too.
 */
import type { Problem } from "../contract/problem.ts";

export type FailureReason =
  /** No answer began: refused, reset, no such host. */
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
  /** Not asked: it said when to come again. */
  | "retry-after";

/** Found in an answer with 200: others are refused for their status, whatever is in them. */
const ABOUT_A_BODY: readonly FailureReason[] = [
  "content-type",
  "truncated",
  "too-large",
  "not-json",
  "wrong-shape",
];

interface FailureOptions {
  readonly status?: number;
  /** Milliseconds until it may be asked again. */
  readonly retryInMs?: number;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly reason: FailureReason;
  /** What the origin answered; `undefined`: nothing. */
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
    return this.reason !== "circuit-open" && this.reason !== "retry-after";
  }
}

/** What is behind a problem, where an origin's failure is. */
export function failureOf({ cause }: Problem): Failure | null {
  return cause instanceof Failure ? cause : null;
}
