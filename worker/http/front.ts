/**
 * What every answer says to the cache in front of the Worker. It stores an answer without a word
 * about caching by rules of its own, and serves one without `stale-if-error` on errors for ever
 * (workers/cache/configuration, "Cache-Control semantics"). So every answer says all three windows.
 */
import { parseCacheControl, seconds } from "../edge/cache-control.ts";
import { formatFreshness } from "../edge/freshness.ts";

const CDN = "CDN-Cache-Control";

/** `isShared`: whether the answer is the same under every host. */
export function instructFront(headers: Headers, isShared: boolean): void {
  const cacheControl = headers.get("Cache-Control");
  if (cacheControl === null) headers.set("Cache-Control", "no-store");
  if (!isShared) headers.set(CDN, "no-store");
  if (headers.has(CDN) || cacheControl === null) return;
  const lifetime = seconds(parseCacheControl(cacheControl) ?? new Map(), "max-age");
  headers.set(
    CDN,
    lifetime === null ? "no-store" : formatFreshness({ lifetime, staleWhileRevalidate: 0, staleIfError: 0 }),
  );
}
