/** The `Cache-Status` header (RFC 9211), which reports how the cache handled a request. */
import type { Problem } from "../contract/problem.ts";
import { findFailure } from "../source/failure.ts";

export interface CacheStatus {
  readonly hit?: boolean;
  /** The reason for a request to the origin (section 2.2). */
  readonly fwd?: "uri-miss" | "stale" | "bypass";
  /** The status of the origin's response (section 2.3). */
  readonly fwdStatus?: number;
  readonly ttl?: number;
  readonly stored?: boolean;
  /** Whether the request joined an earlier one (section 2.6). */
  readonly collapsed?: boolean;
  /** A token of our own for details that no other parameter expresses (section 2.8). */
  readonly detail?: string;
}

export function formatCacheStatus(status: CacheStatus): string {
  const parts = ["marquee"];
  if (status.hit) parts.push("hit");
  if (status.fwd !== undefined) parts.push(`fwd=${status.fwd}`);
  if (status.fwdStatus !== undefined) parts.push(`fwd-status=${status.fwdStatus}`);
  if (status.ttl !== undefined) parts.push(`ttl=${status.ttl}`);
  if (status.stored) parts.push("stored");
  if (status.collapsed) parts.push("collapsed");
  if (status.detail !== undefined) parts.push(`detail=${status.detail}`);
  return parts.join("; ");
}

/**
 * Returns the cache status of a request whose origin failed. `detail` contains the reason. If the origin sent no
 * status, `fwd-status` is the status of our own response (502, 503 or 504).
 */
export function statusOfFailure(fwd: NonNullable<CacheStatus["fwd"]>, problem: Problem): CacheStatus {
  const failure = findFailure(problem);
  if (failure === null) return { fwd, fwdStatus: problem.status };
  const { forwarded, reason, status } = failure;
  if (!forwarded) return { detail: reason };
  return { fwd, fwdStatus: status ?? problem.status, detail: reason === "status" ? undefined : reason };
}
