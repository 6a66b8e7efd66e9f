/**
 * Measurements of one request, read when its response is sent. The clock of a Worker only advances after I/O
 * (workers/reference/security-model), so work without I/O, such as rendering, takes 0 ms there, but not on a
 * developer's machine.
 */
import type { CacheStatus } from "../cache/cache-status.ts";

/** Reading the cache, waiting for an origin, rendering a page. */
type Phase = "cache" | "origin" | "render";

export class Observation {
  /** Milliseconds spent in each phase, in the order they began. */
  readonly spent = new Map<Phase, number>();
  /** The least cached outcome among the request's lookups. */
  cache: CacheOutcome | undefined;
  /** The origin asked last; `undefined`: none. */
  origin: string | undefined;
  /** The last status of the upstream; `undefined`: it was not asked, or did not respond. */
  upstreamStatus: number | undefined;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #running = new Map<Phase, { count: number; since: number }>();

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
  }

  /** Milliseconds since the request arrived. */
  get duration(): number {
    return this.#now() - this.#begun;
  }

  /** Concurrent work counts once. */
  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(phase) ?? { count: 0, since: 0 };
    if (running.count++ === 0) running.since = this.#now();
    this.#running.set(phase, running);
    try {
      return await work();
    } finally {
      const ended = --running.count === 0 ? this.#now() - running.since : 0;
      this.spent.set(phase, (this.spent.get(phase) ?? 0) + ended);
    }
  }

  noteCache(outcome: CacheOutcome): void {
    const { cache = outcome } = this;
    this.cache = FROM_MOST_CACHED.indexOf(cache) > FROM_MOST_CACHED.indexOf(outcome) ? cache : outcome;
  }
}

/** `hit`: fresh. `stale`: past its freshness lifetime. `miss`: from the origin, or a problem. */
type CacheOutcome = "hit" | "stale" | "miss";

const FROM_MOST_CACHED: readonly CacheOutcome[] = ["hit", "stale", "miss"];

/** `Cache-Status` in one word, for statistics. `isServed`: the response was not a problem. */
export function cacheOutcome(status: CacheStatus, isServed: boolean): CacheOutcome {
  if (!isServed) return "miss";
  if (status.hit) return (status.ttl ?? 0) < 0 ? "stale" : "hit";
  // The origin gave no new response: the stale one was served again.
  return status.fwd === "stale" && !status.stored ? "stale" : "miss";
}

/** The header `Server-Timing` (W3C): milliseconds of each phase, and in total. */
export function serverTiming(observation: Observation): string {
  const phases = [...observation.spent].map(([phase, spent]) => `${phase};dur=${spent}`);
  return [...phases, `total;dur=${observation.duration}`].join(", ");
}
