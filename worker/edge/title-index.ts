/**
 * Which stored entries are of a title, so that a purge finds them: the Cache API can delete
 * by key only. Two requests that note an entry at the same moment may lose one of the two;
 * what is lost lives out its freshness. It knows of this data centre only, as the cache does.
 */
import * as v from "valibot";
import { answerOf } from "./asking.ts";
import { titleKey } from "./cache-key.ts";
import { readJson } from "./json.ts";
import type { Store } from "./store.ts";

export interface TitleIndex {
  /** Notes that the entry under this key is of the title. */
  add(id: number, key: string): Promise<void>;
  /** Forgets the title. Gives the keys that were noted. */
  purge(id: number): Promise<readonly string[]>;
  /** When the title was last purged, in milliseconds since 1970; 0: it was not. */
  purgedAt(id: number): Promise<number>;
}

const Entries = v.object({ purgedAt: v.number(), keys: v.array(v.string()) });
type Entries = v.InferOutput<typeof Entries>;

/** The latest so many keys of a title: pages in every language, and credits in most. */
const MOST_KEYS = 50;
/** As long as anything may be kept by default. */
const RETENTION = 2_678_400;

export function titleIndex(store: Store, now: () => number): TitleIndex {
  async function read(id: number): Promise<Entries> {
    const stored = await store.get(titleKey(id));
    const entries = stored && readJson(Entries, new TextDecoder().decode(stored.body));
    return entries ?? { purgedAt: 0, keys: [] };
  }

  async function write(id: number, entries: Entries): Promise<void> {
    const known = { finding: "found", more: false, storedAt: now() } as const;
    await store.put(titleKey(id), await answerOf(JSON.stringify(entries), known), RETENTION);
  }

  return {
    async add(id, key) {
      const { purgedAt, keys } = await read(id);
      if (keys.includes(key)) return;
      await write(id, { purgedAt, keys: [...keys, key].slice(-MOST_KEYS) });
    },
    async purge(id) {
      const { keys } = await read(id);
      await write(id, { purgedAt: now(), keys: [] });
      return keys;
    },
    async purgedAt(id) {
      return (await read(id)).purgedAt;
    },
  };
}
