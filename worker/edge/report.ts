import type { Problem } from "../contract/problem.ts";
import type { Query } from "../contract/query.ts";
import type { Log } from "../log.ts";

/** Says in the log that a fetch gave no answer, and why; nothing of what was asked for is in it. */
export function reportFailure(
  log: Log,
  { category }: Query,
  { type, cause }: Problem,
  event: "origin-failed" | "revalidation-failed" = "origin-failed",
): void {
  log({ event, category, problem: type, reason: cause === undefined ? undefined : String(cause) });
}
