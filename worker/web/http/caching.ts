/**
 * Caching headers: a short lifetime for browsers, the whole freshness policy for the cache in front of the Worker. Both
 * get the remaining lifetime and no `Age`, so that no response outlives its policy, whether the cache in front starts
 * from a Worker's `Age` or from 0.
 */
import { parseCacheControl, seconds } from "../../cache/cache-control.ts";
import { atMost, type FreshnessPolicy, formatFreshness, neverStale } from "../../cache/freshness.ts";

/** Seconds for which a browser may reuse a response without revalidating. */
const BROWSER_LIFETIME = 60;

/** For a page that is fresh for `seconds` and never served stale. `most` as above. */
export function pageLifetimes(seconds: number, most: number): Record<string, string> {
  return lifetimes(neverStale(Math.max(0, Math.min(BROWSER_LIFETIME, seconds))), most);
}

/** Headers for browsers, and for the cache in front. */
function lifetimes(left: FreshnessPolicy, most: number): Record<string, string> {
  return {
    "Cache-Control": `public, max-age=${Math.min(BROWSER_LIFETIME, left.lifetime)}`,
    "CDN-Cache-Control": forFront(left, most),
  };
}

/** The value of `CDN-Cache-Control`. `most` as above. */
export function forFront(left: FreshnessPolicy, most: number): string {
  if (most <= 0) return "no-store";
  return formatFreshness(atMost(left, { lifetime: most, staleWhileRevalidate: most, staleIfError: most }));
}

const CDN = "CDN-Cache-Control";

/**
 * Gives the cache in front all three windows on every response: without them it stores by its own rules, and without
 * `stale-if-error` it serves stale on errors indefinitely (workers/cache/configuration, "Cache-Control semantics"). It
 * must not store a response that is not `public` for browsers. `isShared`: the response is the same under every host.
 */
export function setCdnHeaders(headers: Headers, isShared: boolean): void {
  const cacheControl = headers.get("Cache-Control");
  if (cacheControl === null) headers.set("Cache-Control", "no-store");
  if (!isShared) headers.set(CDN, "no-store");
  if (headers.has(CDN) || cacheControl === null) return;
  const directives = parseCacheControl(cacheControl);
  const lifetime = directives?.has("public") ? seconds(directives, "max-age") : null;
  headers.set(CDN, lifetime === null ? "no-store" : formatFreshness(neverStale(lifetime)));
}
