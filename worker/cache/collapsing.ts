/**
 * One load a key: requests for what is already being loaded wait for it (RFC 9211 calls them collapsed). Shared
 * by the requests of an isolate, so what a load carries must belong to none of them: bytes, no streams.
 */
import { BoundedMap } from "./bounded-map.ts";

/** Far more than an isolate loads at once: a bound, should loads be lost. */
const MAX_KEYS = 10_000;

export interface Load<T> {
  readonly result: Promise<T>;
  /** Settles when the result is stored as well: for `waitUntil`. Never rejects. */
  readonly stored: Promise<void>;
}

interface Plan<T> {
  readonly load: () => Promise<T>;
  /** A request that comes before this has ended finds the load; one that comes later finds the store filled. */
  readonly store: (result: T) => Promise<void>;
  /** A load of more than so many milliseconds is lost: nobody joins it. */
  readonly withinMs: number;
}

export interface Collapsing<T> {
  /** The load of this key that is in progress. */
  joinable(key: string): Load<T> | null;
  start(key: string, plan: Plan<T>): Load<T>;
  /** Says, whenever asked, whether a load of the key has ended since: what was read from the store may be out of date then. */
  watch(key: string): () => boolean;
}

export function createCollapsing<T>(now: () => number): Collapsing<T> {
  const inProgress = new BoundedMap<string, Load<T> & { readonly lostAt: number }>(MAX_KEYS);
  /** By key the number of its last load that ended. */
  const ended = new BoundedMap<string, number>(MAX_KEYS);
  let loadsEnded = 0;

  return {
    joinable(key) {
      const load = inProgress.get(key);
      return load === undefined || now() >= load.lostAt ? null : load;
    },

    start(key, plan) {
      const result = plan.load();
      const load = { result, stored: store(), lostAt: now() + plan.withinMs };
      inProgress.set(key, load);
      return load;

      async function store(): Promise<void> {
        try {
          await plan.store(await result);
        } catch {
          // Whoever waits for the result is told; here it is only the end of the load.
        }
        if (inProgress.get(key) === load) inProgress.delete(key);
        ended.set(key, ++loadsEnded);
      }
    },

    watch(key) {
      const before = loadsEnded;
      return () => (ended.get(key) ?? 0) > before;
    },
  };
}
