/**
 * One load for each key: requests for a key that is being loaded wait for that load (RFC 9211 calls them collapsed).
 * Shared by the requests of an isolate, so a load must not carry anything that belongs to one of them: bytes, no streams.
 */
import { BoundedMap } from "./bounded-map.ts";

/** Far more than an isolate loads at once; bounds the memory if loads are lost. */
const MAX_KEYS = 10_000;

export interface Load<T> {
  readonly result: Promise<T>;
  /** For `waitUntil`: settles when the result is stored too. Never rejects. */
  readonly stored: Promise<void>;
}

interface Plan<T> {
  readonly load: () => Promise<T>;
  /** Requests that come before this has ended join the load; later ones find the store filled. */
  readonly store: (result: T) => Promise<void>;
  /** After so many milliseconds a load counts as lost: nobody joins it. */
  readonly withinMs: number;
}

export interface Collapsing<T> {
  /** The load of this key in progress. */
  joinable(key: string): Load<T> | null;
  start(key: string, plan: Plan<T>): Load<T>;
  /** Returns a function that tells whether a load of the key has ended since: what the store gave before is then out of date. */
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
          // Those that wait for the result get the error; here the load just ends.
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
