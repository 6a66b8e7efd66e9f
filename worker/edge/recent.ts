/**
 * What the store gave in the last seconds, without the bodies: who asks again for an answer
 * it has is told so without a look into the cache. Shared by the requests of an isolate.
 */
import { BoundedMap } from "./bounded-map.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Store } from "./store.ts";

interface Seen {
  readonly answer: StoredAnswer;
  readonly at: number;
}

export type Recent = BoundedMap<string, Seen>;

/** Another isolate may have stored or purged something meanwhile: it is noticed after so long. */
const REMEMBERED_MS = 3_000;
const MOST = 1_000;
const NOTHING = new Uint8Array();

export function createRecent(): Recent {
  return new BoundedMap(MOST);
}

/** The same store, with what it gives remembered. */
export function recalling(store: Store, recent: Recent, now: () => number): Store {
  return {
    async get(key, wanted) {
      const seen = recent.get(key);
      const isRecent = seen !== undefined && now() - seen.at < REMEMBERED_MS;
      if (isRecent && wanted !== undefined && !wanted(seen.answer.entityTag)) return seen.answer;
      const answer = await store.get(key, wanted);
      if (answer !== null) recent.set(key, { answer: { ...answer, body: NOTHING }, at: now() });
      return answer;
    },

    async put(key, answer, retention) {
      await store.put(key, answer, retention);
      recent.delete(key);
    },

    async delete(key) {
      const deleted = await store.delete(key);
      recent.delete(key);
      return deleted;
    },
  };
}
