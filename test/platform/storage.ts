/**
 * What Workers Cache has stored, by key, with its tags, and purging. One store
 * stands for both tiers and all data centers, so a purge is everywhere at once, as
 * developers.cloudflare.com/workers/cache/purge, "Purge propagation" says.
 */
import type { Policy } from "./policy.ts";

export interface StoredResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  readonly policy: Policy;
  /** Milliseconds. */
  readonly storedAt: number;
  readonly path: string;
  readonly tags: ReadonlySet<string>;
}

/** workers/cache/purge, "Purge modes". Left out: `pathPrefixes`. */
export type Purge = { readonly tags: readonly string[] } | { readonly purgeEverything: true };

export interface Storage {
  get(key: string): StoredResponse | undefined;
  set(key: string, stored: StoredResponse): void;
  purge(what: Purge): void;
}

export function createStorage(): Storage {
  const responses = new Map<string, StoredResponse>();
  return {
    get: (key) => responses.get(key),
    set: (key, stored) => responses.set(key, stored),

    purge(what) {
      if ("purgeEverything" in what) return responses.clear();
      const { tags } = what;
      for (const [key, stored] of responses) {
        if (tags.some((tag) => stored.tags.has(tag.toLowerCase()))) responses.delete(key);
      }
    },
  };
}

/**
 * workers/cache/configuration, "Cache-Tag": printable ASCII, at most 1,024 characters each and
 * 1,000 of them, compared without regard to case; others are dropped silently.
 */
export function tagsOf(headers: Headers): Set<string> {
  const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim().toLowerCase());
  return new Set(tags.filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag)).slice(0, 1_000));
}
