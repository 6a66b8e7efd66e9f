/** An origin's failure as the problem its caller gets. */
import { Problem } from "../contract/problem.ts";
import { Failure } from "./failure.ts";

/** What is not a Failure is a fault of ours, and stays what it is. */
export function originProblem(thrown: unknown): unknown {
  if (!(thrown instanceof Failure)) return thrown;
  const { reason, retryInMs } = thrown;
  if (retryInMs !== undefined) {
    const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000));
    return new Problem("upstream-unavailable", "The source is not available at the moment.", {
      cause: thrown,
      retryAfter,
    });
  }
  if (reason === "timeout") {
    return new Problem("upstream-timeout", "The source did not answer in time.", { cause: thrown });
  }
  return new Problem("bad-upstream", DETAIL[reason], { cause: thrown });
}

const UNREACHABLE = "The source could not be reached.";
const UNUSABLE = "The source gave no usable answer.";

const DETAIL = {
  connection: UNREACHABLE,
  "circuit-open": UNREACHABLE,
  "retry-after": UNREACHABLE,
  status: UNUSABLE,
  "content-type": UNUSABLE,
  truncated: UNUSABLE,
  "too-large": UNUSABLE,
  "not-json": UNUSABLE,
  "wrong-shape": "The source sent an answer of the wrong shape.",
} as const;
