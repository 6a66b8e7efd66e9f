/**
 * Rendered pages and cards, kept by address and build for as long as everything in them is fresh:
 * then the platform lets go of them, and they are rendered anew. Never served stale: what they
 * are made of is.
 */
import { answerOfBytes } from "./asking.ts";
import type { CacheKeys } from "./cache-key.ts";
import { pageTags } from "./cache-tags.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Ingredients } from "./ingredients.ts";
import type { Store } from "./store.ts";

export interface KeptPages {
  get(address: URL, wanted: (entityTag: string) => boolean): Promise<StoredAnswer | null>;
  /** The page as it is kept; `null`: not all of it is fresh. */
  keep(address: URL, rendered: RenderedPage, ingredients: Ingredients): Promise<StoredAnswer | null>;
}

export interface RenderedPage {
  readonly body: Uint8Array;
  readonly contentType: string;
}

interface PageServices {
  readonly store: Store;
  readonly keys: CacheKeys;
  /** What tells one build of the Worker from another. */
  readonly build: string;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export function keptPages({ store, keys, build, now, waitUntil }: PageServices): KeptPages {
  return {
    async get(address, wanted) {
      return await store.get(keys.page(address, build), wanted);
    },

    async keep(address, { body, contentType }, { freshUntil, storedAt, tags, catalogVersion }) {
      const retention = Math.floor((freshUntil - now()) / 1_000);
      if (retention <= 0) return null;
      const page = await answerOfBytes(body, {
        contentType,
        storedAt,
        freshUntil,
        tags: pageTags(address.pathname, tags),
        catalogVersion,
      });
      waitUntil(store.put(keys.page(address, build), page, retention));
      return page;
    },
  };
}
