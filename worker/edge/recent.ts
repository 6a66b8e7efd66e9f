/**
 * What the store gave in the last seconds, so that what many ask for at once is looked for
 * and checked once: whole answers, as far as they are small, and of many more what is known
 * of them, for who asks again for an answer it has. Shared by the requests of an isolate.
 */
import { BoundedMap } from "./bounded-map.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Store } from "./store.ts";

/** Another isolate may have stored or purged something meanwhile: it is noticed after so long. */
const REMEMBERED_MS = 3_000;
const MOST_KNOWN = 1_000;
/** Bytes of a body that is remembered; with so many of them, 8 MiB of an isolate's 128. */
const LARGEST_WHOLE = 128 * 1024;
const MOST_WHOLE = 64;
const NOTHING = new Uint8Array();

interface Seen {
  readonly answer: StoredAnswer;
  readonly at: number;
}

export class Recent {
  readonly #now: () => number;
  /** Without their bodies. */
  readonly #known = new BoundedMap<string, Seen>(MOST_KNOWN);
  readonly #whole = new BoundedMap<string, Seen>(MOST_WHOLE);
  #changes = 0;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** How often anything was stored: to be noted before a look, and given to `note` after it. */
  get changes(): number {
    return this.#changes;
  }

  /** An answer that is not `wanted` comes without its body. */
  get(key: string, wanted: (entityTag: string) => boolean): StoredAnswer | null {
    const whole = this.#fresh(this.#whole.get(key));
    if (whole !== null) return whole;
    const known = this.#fresh(this.#known.get(key));
    return known === null || wanted(known.entityTag) ? null : known;
  }

  /** What a look gave, `whole` or without its body; not when it may have been replaced meanwhile. */
  note(key: string, answer: StoredAnswer, { whole, changes }: { whole: boolean; changes: number }): void {
    if (changes !== this.#changes) return;
    const at = this.#now();
    this.#known.set(key, { answer: { ...answer, body: NOTHING }, at });
    if (whole && answer.body.byteLength <= LARGEST_WHOLE) this.#whole.set(key, { answer, at });
  }

  forget(key: string): void {
    this.#changes++;
    this.#known.delete(key);
    this.#whole.delete(key);
  }

  #fresh(seen: Seen | undefined): StoredAnswer | null {
    return seen !== undefined && this.#now() - seen.at < REMEMBERED_MS ? seen.answer : null;
  }
}

/** The same store, with what it gives remembered. */
export function recalling(store: Store, recent: Recent): Store {
  return {
    async get(key, wanted = () => true) {
      const seen = recent.get(key, wanted);
      if (seen !== null) return seen;
      const { changes } = recent;
      const answer = await store.get(key, wanted);
      if (answer !== null) recent.note(key, answer, { whole: wanted(answer.entityTag), changes });
      return answer;
    },

    async put(key, answer, retention) {
      await store.put(key, answer, retention);
      recent.forget(key);
    },
  };
}
