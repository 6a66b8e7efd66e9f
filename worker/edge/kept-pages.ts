/**
 * Rendered pages, kept by address and build for as long as everything in them is fresh: then
 * the platform lets go of them, and they are rendered anew. Never served stale: what they
 * are made of is.
 */
import type { Origin } from "../origins/origin.ts";
import { answerOf } from "./asking.ts";
import { pageKey } from "./cache-key.ts";
import { titleOfPath } from "./cache-tags.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Ingredients } from "./ingredients.ts";
import type { Store } from "./store.ts";
import type { TitleIndex } from "./title-index.ts";
import { versionOf } from "./version.ts";

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
  /** Where what the pages are made of comes from. */
  readonly origin: Origin;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export function keptPages({ store, index, build, origin, now, waitUntil }: PageServices): KeptPages {
  async function keyOf(address: URL): Promise<string> {
    return pageKey(address, build, await versionOf(origin));
  }

  return {
    async get(address, wanted) {
      return await store.get(await keyOf(address), wanted);
    },

    async keep(address, html, { freshUntil, storedAt }) {
      const retention = Math.floor((freshUntil - now()) / 1_000);
      if (retention <= 0) return null;
      const key = await keyOf(address);
      const page = await answerOf(html, { finding: "found", more: false, storedAt });
      waitUntil(store.put(key, page, retention));
      const title = titleOfPath(address.pathname);
      if (title !== null) waitUntil(index.add(title, key));
      return page;
    },
  };
}
