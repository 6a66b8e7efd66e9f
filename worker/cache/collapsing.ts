/**
 * Single-flight loading: concurrent requests for a cache key share one origin fetch (RFC 9211 "collapsed"). A
 * load holds bytes rather than a stream, because streams belong to the request that opened them.
 */
import { BoundedMap } from "./bounded-map.ts";

/**
 * The maximum number of keys, which bounds the memory if loads never settle. In normal operation an isolate loads far
 * fewer keys at once.
 */
const MAX_KEYS = 10_000;

export interface Load<T> {
  readonly result: Promise<T>;
  /** Settles once the result is stored. Never rejects, so it can be passed to `waitUntil`. */
  readonly stored: Promise<void>;
}

interface Plan<T> {
  readonly load: () => Promise<T>;
  /** Stores the result. Until it has been stored, requests join the load. Afterwards they read the store. */
  readonly store: (result: T) => Promise<void>;
  /** Milliseconds after which a load is considered lost, so that new requests stop joining it. */
  readonly withinMs: number;
}

export interface Collapsing<T> {
  joinable(key: string): Load<T> | null;
  start(key: string, plan: Plan<T>): Load<T>;
  /**
   * Starts watching a key. The returned function returns true if a load of the key has ended since then, in which
   * case an earlier read of the store may be outdated.
   */
  watch(key: string): () => boolean;
}

export function createCollapsing<T>(now: () => number): Collapsing<T> {
  const inProgress = new BoundedMap<string, Load<T> & { readonly lostAt: number }>(MAX_KEYS);
  /** The sequence number of each key's last finished load. */
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
          // Nothing is lost here, because the requests that wait for `result` receive this error.
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
