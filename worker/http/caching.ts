/**
 * What an answer says about being cached: to browsers a short life, to the cache in front of the
 * Worker the whole freshness policy. Both are told what is left of it, and no `Age` is sent: whether
 * the cache in front starts from a Worker's `Age` or anew, no answer outlives its policy.
 */
import type { Answered } from "../edge/answer.ts";
import { formatCacheStatus } from "../edge/cache-status.ts";
import { type FreshnessPolicy, formatFreshness, remaining } from "../edge/freshness.ts";

/** Seconds a browser may reuse an answer without asking. */
const BROWSER_LIFETIME = 60;

/** For an answer that no cache may store, ours in front included. */
export const NO_STORE = { "Cache-Control": "no-store", "CDN-Cache-Control": "no-store" } as const;

/**
 * `confirmed`: whether what was purged is known well enough for a cache that outlives this isolate to store
 * an answer that was stored before.
 */
export function cachingHeaders(answer: Answered, confirmed: boolean): Record<string, string> {
  const { age, policy, entityTag, cacheStatus, tags, standsIn = false } = answer;
  const left = remaining(age, policy);
  return {
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    ...(standsIn ? NO_STORE : lifetimes(left, confirmed || cacheStatus.stored === true)),
    "Cache-Tag": tags.join(","),
  };
}

/** A page that is fresh for so many seconds more. It is never served stale: what it is made of is. `confirmed` as above. */
export function pageLifetimes(seconds: number, confirmed: boolean): Record<string, string> {
  const lifetime = Math.max(0, Math.min(BROWSER_LIFETIME, seconds));
  return lifetimes({ lifetime, staleWhileRevalidate: 0, staleIfError: 0 }, confirmed);
}

/** Headers for browsers, and for the cache in front. */
function lifetimes(left: FreshnessPolicy, confirmed: boolean): Record<string, string> {
  return {
    "Cache-Control": `public, max-age=${Math.min(BROWSER_LIFETIME, left.lifetime)}`,
    "CDN-Cache-Control": confirmed ? formatFreshness(left) : "no-store",
  };
}
