/**
 * Rendered pages, kept by address and build for as long as everything in them is fresh: then
 * the platform lets go of them, and they are rendered anew. Never served stale: what they
 * are made of is.
 */
import { answerOf } from "./asking.ts";
import { pageKey } from "./cache-key.ts";
import { titleOfPath } from "./cache-tags.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Ingredients } from "./ingredients.ts";
import type { Store } from "./store.ts";
import type { TitleIndex } from "./title-index.ts";

export interface KeptPages {
  get(address: URL, wanted: (entityTag: string) => boolean): Promise<StoredAnswer | null>;
  /** The page as it is kept; `null`: not all of it is fresh. */
  keep(address: URL, html: string, ingredients: Ingredients): Promise<StoredAnswer | null>;
}

interface PageServices {
  readonly store: Store;
  readonly index: TitleIndex;
  /** What tells one build of the Worker from another. */
  readonly build: string;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export function keptPages({ store, index, build, now, waitUntil }: PageServices): KeptPages {
  return {
    async get(address, wanted) {
      return await store.get(pageKey(address, build), wanted);
    },

    async keep(address, html, { freshUntil, storedAt }) {
      const retention = Math.floor((freshUntil - now()) / 1_000);
      if (retention <= 0) return null;
      const key = pageKey(address, build);
      const page = await answerOf(html, { finding: "found", more: false, storedAt });
      waitUntil(store.put(key, page, retention));
      const title = titleOfPath(address.pathname);
      if (title !== null) waitUntil(index.add(title, key));
      return page;
    },
  };
}
