/** What a lookup gives: an answer with its cache metadata, or the problem that stands in its place. */
import type { Problem } from "../contract/problem.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { StoredAnswer } from "./entry.ts";
import type { FreshnessPolicy } from "./freshness.ts";

export interface Answered extends StoredAnswer {
  readonly kind: "answered";
  /** Whole seconds since the origin gave it. */
  readonly age: number;
  readonly policy: FreshnessPolicy;
  readonly cacheStatus: CacheStatus;
  /** It stands in for an answer that could not be had: no cache is to keep it. */
  readonly standsIn?: boolean;
}

/** Nothing to serve: an outage is said, never returned as nothing found. */
export interface Failed {
  readonly kind: "failed";
  readonly problem: Problem;
  readonly cacheStatus: CacheStatus;
}

export type Answer = Answered | Failed;

/** The body as text, for readers within the Worker. */
export function bodyText({ body }: StoredAnswer): string {
  return new TextDecoder().decode(body);
}
