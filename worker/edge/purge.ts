/** Letting go of what is stored before its time. */
import { DEFAULT_LANGUAGE } from "../contract/language.ts";
import type { Origin } from "../origins/origin.ts";
import { cacheKey } from "./cache-key.ts";
import type { Store } from "./store.ts";
import type { TitleIndex } from "./title-index.ts";
import { versionOf } from "./version.ts";

/** Deletes what this data centre has of the title. Gives the number of entries that were there. */
export type PurgeTitle = (id: number) => Promise<number>;

interface PurgeServices {
  readonly store: Store;
  readonly index: TitleIndex;
  /** Whose answers are stored. */
  readonly origin: Origin;
}

export function titlePurge({ store, index, origin }: PurgeServices): PurgeTitle {
  return async (id) => {
    // Credits in the default language are not in the index: their key is known.
    const query = { category: "credits", id, lang: DEFAULT_LANGUAGE } as const;
    const credits = cacheKey(query, origin.name, await versionOf(origin));
    const keys = [credits, ...(await index.purge(id))];
    const deleted = await Promise.all(keys.map((key) => store.delete(key)));
    return deleted.filter((was) => was).length;
  };
}
