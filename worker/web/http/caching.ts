/**
 * Caching headers: a short lifetime for browsers, the whole freshness policy for the cache in front of the Worker. Both
 * get the remaining lifetime and no `Age`, so that no response outlives its policy, whether the cache in front starts
 * from a Worker's `Age` or from 0.
 */
import { atMost, type FreshnessPolicy, formatFreshness } from "../../cache/freshness.ts";

/** The value of `CDN-Cache-Control`. `most` as above. */
export function forFront(left: FreshnessPolicy, most: number): string {
  if (most <= 0) return "no-store";
  return formatFreshness(atMost(left, { lifetime: most, staleWhileRevalidate: most, staleIfError: most }));
}
