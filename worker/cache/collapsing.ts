/**
 * One load for each key: requests for a key that is being loaded wait for that load (RFC 9211 calls them collapsed).
 * The requests of an isolate share loads, so a load must hold bytes, not the streams of one request.
 */
import { BoundedMap } from "./bounded-map.ts";

/** Far more than an isolate loads at once; bounds the memory if loads are lost. */
const MAX_KEYS = 10_000;

export interface Load<T> {
  readonly result: Promise<T>;
  /** For `waitUntil`: settles once the result is stored. Never rejects. */
  readonly stored: Promise<void>;
}

interface Plan<T> {
  readonly load: () => Promise<T>;
  /** Requests join the load until this settles; later requests find the result in the store. */
  readonly store: (result: T) => Promise<void>;
  /** Milliseconds after which a load counts as lost: no request joins it. */
  readonly withinMs: number;
}

export interface Collapsing<T> {
  /** The load in progress for this key. */
  joinable(key: string): Load<T> | null;
  start(key: string, plan: Plan<T>): Load<T>;
  /** Returns a function: has a load of the key ended since? Earlier reads of the store are then outdated. */
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
          // Waiting requests get the error; here the load just ends.
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
