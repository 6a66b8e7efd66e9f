/** The cache's part in an answer in one word, for counting: what `Cache-Status` says at length. */
import type { CacheStatus } from "../edge/cache-status.ts";

/** `hit`: fresh. `stale`: past its freshness lifetime. `miss`: the origin's own, or a problem. */
export type CacheOutcome = "hit" | "stale" | "miss";

const FROM_MOST_CACHED: readonly CacheOutcome[] = ["hit", "stale", "miss"];

/** `served`: whether there was an answer at all, or a problem in its place. */
export function cacheOutcome(status: CacheStatus, served: boolean): CacheOutcome {
  if (!served) return "miss";
  if (status.hit) return (status.ttl ?? 0) < 0 ? "stale" : "hit";
  // A stale answer was there and the origin gave no new one: it was served once more.
  if (status.fwd === "stale" && !status.stored) return "stale";
  return "miss";
}

export function lessCached(one: CacheOutcome | undefined, other: CacheOutcome): CacheOutcome {
  if (one === undefined) return other;
  return FROM_MOST_CACHED.indexOf(one) > FROM_MOST_CACHED.indexOf(other) ? one : other;
}
