/** One response made of several that are cached by themselves: it is fresh while all of them are, and purged with any of them. */
import type { CacheStatus } from "./cache-status.ts";
import { atMost, type FreshnessPolicy, remaining } from "./freshness.ts";
import type { Served } from "./resource.ts";
import { storedResponse } from "./stored-response.ts";

const FOREVER: FreshnessPolicy = {
  lifetime: Number.POSITIVE_INFINITY,
  staleWhileRevalidate: Number.POSITIVE_INFINITY,
  staleIfError: Number.POSITIVE_INFINITY,
};

/** `parts`: at least one. `body`: JSON, ready to send. */
export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  const storedAt = Math.min(...parts.map((part) => part.storedAt));
  const tags = [...new Set(parts.flatMap((part) => part.tags))];
  const versions = new Set(parts.flatMap((part) => part.sourceVersion ?? []));
  const [sourceVersion = null] = versions;
  return {
    kind: "served",
    ...(await storedResponse(body, { storedAt, tags, sourceVersion })),
    // What is left of each part differs, so the policy is what is left, from now on.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: together(parts.map((part) => part.cacheStatus)),
    isUncacheable: versions.size > 1 || parts.some((part) => part.isUncacheable),
  };
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
