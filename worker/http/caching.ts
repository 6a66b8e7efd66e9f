/**
 * What an answer says about being cached: to browsers a short life, to the edge in front of
 * the Worker the whole freshness policy. Both are counted from when the origin gave the
 * answer, as `Age` is, so that no cache on the way makes it younger than it is.
 */
import type { Answered } from "../edge/answer.ts";
import { formatCacheStatus } from "../edge/cache-status.ts";
import { formatFreshness } from "../edge/freshness.ts";

/** Seconds a browser may reuse an answer without asking, from when it gets it. */
const BROWSER_LIFETIME = 60;

export function cachingHeaders(answer: Answered): Record<string, string> {
  const { age, policy, entityTag, cacheStatus } = answer;
  const stale = age >= policy.lifetime;
  const browserLifetime = stale ? 0 : Math.min(BROWSER_LIFETIME, policy.lifetime);
  return {
    Age: String(age),
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    // A cache subtracts Age from max-age (RFC 9111 section 4.2), so it is added first.
    "Cache-Control": stale
      ? "public, max-age=0, must-revalidate"
      : `public, max-age=${age + browserLifetime}`,
    "CDN-Cache-Control": formatFreshness(policy),
  };
}
