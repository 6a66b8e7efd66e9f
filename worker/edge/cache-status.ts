/** The header `Cache-Status`, RFC 9211: what the cache did for this answer. */
import type { Problem } from "../contract/problem.ts";
import { failureOf } from "../origins/failure.ts";

export interface CacheStatus {
  /** Served from a stored answer without waiting for the origin. */
  readonly hit?: boolean;
  /** Why the request went to the origin (section 2.2). */
  readonly fwd?: "uri-miss" | "stale" | "bypass";
  /** The status of what the origin answered (section 2.3). */
  readonly fwdStatus?: number;
  /** Seconds of freshness left; negative when served stale. */
  readonly ttl?: number;
  readonly stored?: boolean;
  /** The request waited for another's answer. */
  readonly collapsed?: boolean;
  /** A token of our own. */
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
 * What can truthfully be said of a fetch that gave no answer. Not forwarded: only the reason. Without a
 * status from the origin it is the one of a gateway, since an absent one means that of the response; the
 * reason then says that it is ours.
 */
export function statusOfFailure(fwd: "uri-miss" | "stale", problem: Problem): CacheStatus {
  const failure = failureOf(problem);
  if (failure === null) return { fwd, fwdStatus: problem.status };
  const { forwarded, reason, status } = failure;
  if (!forwarded) return { detail: reason };
  return { fwd, fwdStatus: status ?? problem.status, detail: reason === "status" ? undefined : reason };
}
