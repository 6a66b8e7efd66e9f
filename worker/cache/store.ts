/**
 * Stores responses in the Cache API. Each entry carries its own time stamp and is stored for its whole retention,
 * because the engine decides about freshness, not the platform. A malformed entry or a cache error counts as a miss.
 *
 * Each isolate also remembers the responses it has read in the last three seconds, so that a popular response is read
 * and checked only once. Small responses are remembered with their bodies. Many more are remembered without their
 * bodies, which is enough for conditional requests.
 */
import { BoundedMap } from "./bounded-map.ts";
import type { Context } from "./resource.ts";
import {
  MAX_SMALL_BODY,
  type Reading,
  readEntry,
  type StoredResponse,
  storedResponse,
  writeEntry,
} from "./stored-response.ts";

export interface Store {
  /** Returns the stored response, or `null` if none can be used. Never rejects. */
  get(context: StoreContext, key: string, reading?: Reading): Promise<StoredResponse | null>;
  /** Stores a response for `retention` seconds. Never rejects. */
  put(context: StoreContext, key: string, response: StoredResponse, retention: number): Promise<void>;
  /** Removes a response. Never rejects. */
  remove(context: StoreContext, key: string): Promise<void>;
}

export type StoreContext = Pick<Context, "waitUntil" | "log" | "timedCache">;

/**
 * Runs a cache operation and returns `null` if it throws. Logs only the name of the error, because the message may
 * contain private data.
 */
export async function attempt<T>(
  { log }: Pick<Context, "log">,
  operation: "match" | "put" | "delete",
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    log({ event: "cache-failed", operation, reason: thrown instanceof Error ? thrown.name : "unknown" });
    return null;
  }
}

export function cacheStore(cache: Pick<Cache, "match" | "put" | "delete">): Store {
  return {
    async get(context, key, reading = {}) {
      return await attempt(context, "match", async () => {
        const response = await cache.match(key);
        return response === undefined ? null : await readEntry(response, reading);
      });
    },

    async put(context, key, response, retention) {
      await attempt(context, "put", () => cache.put(key, writeEntry(response, retention)));
    },

    async remove(context, key) {
      await attempt(context, "delete", () => cache.delete(key));
    },
  };
}

/** A store that keeps nothing. */
export const NO_STORE: Store = { get: async () => null, put: async () => {}, remove: async () => {} };

const PROBE_RETENTION = 60;

/**
 * Returns true if the store works. Writes an entry and reads it back, because on `*.workers.dev` the Cache API does
 * nothing. Never rejects.
 */
export async function keepsResponses(
  context: StoreContext,
  store: Store,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<boolean> {
  await store.put(context, key, await storedResponse("{}", { storedAt: now }), PROBE_RETENTION);
  return (await store.get(context, key)) !== null;
}

/** Milliseconds for which an isolate uses a remembered response, even if another isolate has stored a newer one. */
const REMEMBERED_MS = 3_000;
const MAX_WITHOUT_BODY = 1_000;
/** The maximum number of remembered bodies. They take at most 8 MiB of an isolate's 128 MiB. */
const MAX_WITH_BODY = 64;

interface Seen {
  readonly response: StoredResponse;
  readonly at: number;
}

export class RecentResponses {
  readonly #now: () => number;
  readonly #withoutBody = new BoundedMap<string, Seen>(MAX_WITHOUT_BODY);
  readonly #withBody = new BoundedMap<string, Seen>(MAX_WITH_BODY);
  #changes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the number of writes so far. Callers take this number before they read the store, and then pass it to
   * `note`.
   */
  get changes(): number {
    return this.#changes;
  }

  /** Returns a remembered response. Its body may be missing if `needsBody` returns false for its entity tag. */
  get(key: string, needsBody: (entityTag: string) => boolean): StoredResponse | null {
    const withBody = this.#fresh(this.#withBody.get(key));
    if (withBody !== null) return withBody;
    const withoutBody = this.#fresh(this.#withoutBody.get(key));
    return withoutBody === null || needsBody(withoutBody.entityTag) ? null : withoutBody;
  }

  /** Remembers a response, unless something was written since `changes` was read. */
  note(key: string, response: StoredResponse, changes: number): void {
    if (changes !== this.#changes) return;
    const at = this.#now();
    const { body } = response;
    this.#withoutBody.set(key, { response: { ...response, body: null }, at });
    if (body instanceof Uint8Array && body.byteLength <= MAX_SMALL_BODY)
      this.#withBody.set(key, { response, at });
  }

  forget(key: string): void {
    this.#changes++;
    this.#withoutBody.delete(key);
    this.#withBody.delete(key);
  }

  #fresh(entry: Seen | undefined): StoredResponse | null {
    return entry !== undefined && this.#now() - entry.at < REMEMBERED_MS ? entry.response : null;
  }
}

/** Wraps a store with a memory of recent responses. */
export function withRecentResponses(store: Store, recent: RecentResponses): Store {
  return {
    async get(context, key, reading = {}) {
      const remembered = recent.get(key, reading.needsBody ?? (() => true));
      if (remembered !== null) return remembered;
      const { changes } = recent;
      const response = await store.get(context, key, reading);
      if (response !== null) recent.note(key, response, changes);
      return response;
    },

    async put(context, key, response, retention) {
      await store.put(context, key, response, retention);
      recent.forget(key);
    },

    async remove(context, key) {
      await store.remove(context, key);
      recent.forget(key);
    },
  };
}
