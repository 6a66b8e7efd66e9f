/**
 * Single-flight loading: concurrent requests for a cache key share one origin fetch (RFC 9211 "collapsed"). A
 * load holds bytes rather than a stream, because streams belong to the request that opened them.
 */
import { BoundedMap } from "./bounded-map.ts";

/** Bounds the memory if loads are lost. An isolate never loads this many keys at once. */
const MAX_KEYS = 10_000;

export interface Load<T> {
  readonly result: Promise<T>;
  /** Settles once the result is stored. Never rejects, so that `waitUntil` can take it. */
  readonly stored: Promise<void>;
}

interface Plan<T> {
  readonly load: () => Promise<T>;
  /**
   * Stores the result. Requests join the load until this settles; later ones find the result in the store.
   */
  readonly store: (result: T) => Promise<void>;
  /** Loads that run longer than this are considered lost, so new requests stop joining them. */
  readonly withinMs: number;
}

export interface Collapsing<T> {
  /** Returns the load in progress for this key, or `null` if there is none. */
  joinable(key: string): Load<T> | null;
  start(key: string, plan: Plan<T>): Load<T>;
  /**
   * Returns a function that returns true once a load of the key has ended, which makes earlier reads of the
   * store outdated.
   */
  watch(key: string): () => boolean;
}

export function createCollapsing<T>(now: () => number): Collapsing<T> {
  const inProgress = new BoundedMap<string, Load<T> & { readonly lostAt: number }>(MAX_KEYS);
  /** The number of each key's last finished load. */
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
          // Requests that wait for the load receive the error.
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
