/**
 * Responses that the store gave in the last seconds, so that one that many request at once is read and checked once:
 * small ones with their bodies, many more without, for callers that revalidate. Shared by the requests of an isolate.
 */
import { BoundedMap } from "./bounded-map.ts";
import type { Store } from "./store.ts";
import type { StoredResponse } from "./stored-response.ts";

/** After so long it is noticed that another isolate has stored something. */
const REMEMBERED_MS = 3_000;
const MAX_KNOWN = 1_000;
/** Bytes of a body. Times `MAX_WHOLE` that is 8 MiB of an isolate's 128. */
const MAX_BODY = 128 * 1024;
const MAX_WHOLE = 64;

interface Seen {
  readonly response: StoredResponse;
  readonly at: number;
}

export class Recent {
  readonly #now: () => number;
  /** Without their bodies. */
  readonly #known = new BoundedMap<string, Seen>(MAX_KNOWN);
  readonly #whole = new BoundedMap<string, Seen>(MAX_WHOLE);
  #changes = 0;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** How often anything was stored. Read before a read of the store, and passed to `note` after it. */
  get changes(): number {
    return this.#changes;
  }

  /** Without its body, a response whose entity-tag is not `wanted`. */
  get(key: string, wanted: (entityTag: string) => boolean): StoredResponse | null {
    const whole = this.#fresh(this.#whole.get(key));
    if (whole !== null) return whole;
    const known = this.#fresh(this.#known.get(key));
    return known === null || wanted(known.entityTag) ? null : known;
  }

  /** Remembers a response, unless it may have been replaced since `changes` was read. */
  note(key: string, response: StoredResponse, changes: number): void {
    if (changes !== this.#changes) return;
    const at = this.#now();
    const { body } = response;
    this.#known.set(key, { response: { ...response, body: null }, at });
    if (body !== null && body.byteLength <= MAX_BODY) this.#whole.set(key, { response, at });
  }

  forget(key: string): void {
    this.#changes++;
    this.#known.delete(key);
    this.#whole.delete(key);
  }

  #fresh(seen: Seen | undefined): StoredResponse | null {
    return seen !== undefined && this.#now() - seen.at < REMEMBERED_MS ? seen.response : null;
  }
}

/** The same store, behind what it gave in the last seconds. */
export function withRecent(store: Store, recent: Recent): Store {
  return {
    async get(key, wanted = () => true) {
      const seen = recent.get(key, wanted);
      if (seen !== null) return seen;
      const { changes } = recent;
      const response = await store.get(key, wanted);
      if (response !== null) recent.note(key, response, changes);
      return response;
    },

    async put(key, response, retention) {
      await store.put(key, response, retention);
      recent.forget(key);
    },
  };
}
