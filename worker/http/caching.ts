/**
 * What an answer says about being cached: to browsers a short life, to the edge in front of
 * the Worker the whole freshness policy. Both are counted from when the origin gave the
 * answer, as `Age` is, so that no cache on the way makes it younger than it is.
 */
import type { Query } from "../contract/query.ts";
import type { Answered } from "../edge/answer.ts";
import { type CacheStatus, formatCacheStatus } from "../edge/cache-status.ts";
import { cacheTags, pageTags } from "../edge/cache-tags.ts";
import { formatFreshness } from "../edge/freshness.ts";
import type { Policies } from "../edge/policies.ts";

/** Seconds a browser may reuse an answer without asking, from when it gets it. */
const BROWSER_LIFETIME = 60;

/** Of what is stale: to be asked for again each time. */
export const STALE = "public, max-age=0, must-revalidate";

export function cachingHeaders(answer: Answered, query: Query): Record<string, string> {
  const { age, policy, entityTag, cacheStatus, standsIn = false } = answer;
  const stale = age >= policy.lifetime;
  const browserLifetime = stale ? 0 : Math.min(BROWSER_LIFETIME, policy.lifetime);
  return {
    Age: String(age),
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    "Cache-Control": standsIn ? "no-store" : stale ? STALE : reusable(age, browserLifetime),
    "CDN-Cache-Control": standsIn ? "no-store" : formatFreshness(policy),
    "Cache-Tag": cacheTags(query).join(","),
  };
}

/** The same of a page that is kept: it is always fresh, and the cache in front keeps it as long as browsers do. */
export function pageCachingHeaders(page: KeptPage): Record<string, string> {
  const { age, entityTag, cacheStatus, path, policies } = page;
  const lifetime = Math.min(BROWSER_LIFETIME, policies.search.lifetime, policies.credits.lifetime);
  return {
    Age: String(age),
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    "Cache-Control": reusable(age, lifetime),
    "Cache-Tag": pageTags(path).join(","),
  };
}

interface KeptPage {
  /** Whole seconds since the oldest of what it is made of was given. */
  readonly age: number;
  readonly entityTag: string;
  readonly cacheStatus: CacheStatus;
  readonly path: string;
  readonly policies: Policies;
}

/** A cache subtracts Age from max-age (RFC 9111 section 4.2), so it is added first. */
function reusable(age: number, seconds: number): string {
  return `public, max-age=${age + seconds}`;
}
