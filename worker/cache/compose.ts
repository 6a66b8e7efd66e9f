/** A response made of several that are cached separately: it is fresh while all of them are, and purged with any of them. */
import type { CacheStatus } from "./cache-status.ts";
import { atMost, type FreshnessPolicy, remaining } from "./freshness.ts";
import { type Dated, tagDate } from "./invalidation.ts";
import type { Served } from "./resource.ts";
import { storedResponse } from "./stored-response.ts";

const FOREVER: FreshnessPolicy = {
  lifetime: Number.POSITIVE_INFINITY,
  staleWhileRevalidate: Number.POSITIVE_INFINITY,
  staleIfError: Number.POSITIVE_INFINITY,
};

/** `parts`: at least one. `body`: JSON, ready to send. */
export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  return {
    kind: "served",
    ...(await storedResponse(body, datesOf(parts))),
    // What is left of each part differs, so the policy is what is left, from now on.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: together(parts.map((part) => part.cacheStatus)),
    isUncacheable: !areOfOneVersion(parts) || parts.some((part) => part.isUncacheable),
  };
}

/**
 * The age, tags and version of a response made of these. Each tag is as old as the parts that carry it: if it were as
 * old as the oldest part, a purge would invalidate responses that were made after it, until that part expires.
 */
export function datesOf(parts: readonly Dated[]): Dated {
  const storedAt = Math.min(...parts.map((part) => part.storedAt));
  const dates = new Map<string, number>();
  for (const part of parts) {
    for (const tag of part.tags) dates.set(tag, Math.min(tagDate(part, tag), dates.get(tag) ?? Infinity));
  }
  const newer = [...dates].filter(([, at]) => at > storedAt);
  const [sourceVersion = null] = parts.flatMap((part) => part.sourceVersion ?? []);
  return {
    storedAt,
    tags: [...dates.keys()],
    ...(newer.length > 0 && { newerTags: new Map(newer) }),
    sourceVersion,
  };
}

/** Otherwise the source's data was replaced while the parts were loaded. */
export function areOfOneVersion(parts: readonly Dated[]): boolean {
  return new Set(parts.flatMap((part) => part.sourceVersion ?? [])).size <= 1;
}

/** A hit only if all parts are. `ttl` is that of the part that is stale for the longest time. */
function together(statuses: readonly CacheStatus[]): CacheStatus {
  const forwarded = statuses.filter(({ hit = false }) => !hit);
  const [first] = forwarded;
  if (first !== undefined) {
    // A part that was stored before may have been purged since: only what is new as a whole counts as stored now.
    return { ...first, stored: statuses.every(({ stored = false }) => stored) };
  }
  const ttls = statuses.flatMap(({ ttl }) => ttl ?? []);
  return ttls.length === 0 ? { hit: true } : { hit: true, ttl: Math.min(...ttls) };
}
