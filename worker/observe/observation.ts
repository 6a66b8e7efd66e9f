/**
 * What one request went through, noted while it is answered and read once, when the answer
 * leaves. The clock stands still between two waits on the platform, so that work without
 * any waiting, rendering above all, shows as 0 there; on a developer's machine it does not.
 */
import type { CacheOutcome } from "./cache-outcome.ts";
import { lessCached } from "./cache-outcome.ts";

/** What time is spent on: looking into the cache, waiting for an origin, rendering a page. */
export type Phase = "cache" | "origin" | "render";

export class Observation {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #spent = new Map<Phase, number>();
  #cache: CacheOutcome | undefined;
  #origin: string | undefined;
  #upstreamStatus: number | undefined;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
  }

  /** Milliseconds since the request came. */
  get duration(): number {
    return this.#now() - this.#begun;
  }

  /** Milliseconds spent on each phase there was, in the order they were first entered. */
  get spent(): ReadonlyMap<Phase, number> {
    return this.#spent;
  }

  /** Of all lookups the request made, the one that was served least from the cache. */
  get cache(): CacheOutcome | undefined {
    return this.#cache;
  }

  /** The origin asked last; `undefined`: none had to be. */
  get origin(): string | undefined {
    return this.#origin;
  }

  /** The status the upstream answered with last; `undefined`: it was not asked, or did not answer. */
  get upstreamStatus(): number | undefined {
    return this.#upstreamStatus;
  }

  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const start = this.#now();
    try {
      return await work();
    } finally {
      this.#spent.set(phase, (this.#spent.get(phase) ?? 0) + this.#now() - start);
    }
  }

  noteCache(outcome: CacheOutcome): void {
    this.#cache = lessCached(this.#cache, outcome);
  }

  noteOrigin(name: string): void {
    this.#origin = name;
  }

  noteUpstreamStatus(status: number): void {
    this.#upstreamStatus = status;
  }
}
