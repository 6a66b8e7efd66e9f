/**
 * Records remembered one by one when a search returned them, so that a title page finds
 * its record without an operation for it. What comes back is checked like anything stored.
 */
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import type { Origin } from "../origins/origin.ts";
import { bodyText } from "./answer.ts";
import { answerOf } from "./asking.ts";
import type { CacheKeys } from "./cache-key.ts";
import { titleTag } from "./cache-tags.ts";
import type { StoredAnswer } from "./entry.ts";
import { retention } from "./freshness.ts";
import { readJson } from "./json.ts";
import type { Policies } from "./policies.ts";
import type { Store } from "./store.ts";

/** Writes to the cache count against the platform's limit of subrequests, so only the best are remembered. */
const REMEMBERED = 20;

export interface RecordMemory {
  /** `storedAt`: when the search was begun that returned them, in milliseconds since 1970. */
  remember(records: readonly TitleRecord[], lang: string, storedAt: number): Promise<void>;
  /** `null`: not remembered here. */
  recall(id: number, lang: string): Promise<RememberedRecord | null>;
}

export interface RememberedRecord {
  readonly record: TitleRecord;
  /** What is known of it. */
  readonly stored: StoredAnswer;
}

interface MemoryServices {
  readonly store: Store;
  readonly keys: CacheKeys;
  readonly policies: Policies;
}

export function recordMemory({ store, keys, policies }: MemoryServices): RecordMemory {
  async function keep(record: TitleRecord, lang: string, storedAt: number): Promise<void> {
    const answer = await answerOf(JSON.stringify(record), {
      storedAt,
      tags: ["search", titleTag(record.id)],
    });
    await store.put(keys.record(record.id, lang), answer, retention(policies.search));
  }

  return {
    async remember(records, lang, storedAt) {
      await Promise.all(records.slice(0, REMEMBERED).map((record) => keep(record, lang, storedAt)));
    },

    async recall(id, lang) {
      const stored = await store.get(keys.record(id, lang));
      if (stored === null) return null;
      const record = readJson(TitleRecord, bodyText(stored));
      return record?.id === id ? { record, stored } : null;
    },
  };
}

interface RememberingServices {
  readonly memory: RecordMemory;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The same origin, with what its searches return remembered. */
export function remembering(origin: Origin, { memory, now, waitUntil }: RememberingServices): Origin {
  return {
    ...origin,
    async search(query) {
      const storedAt = now();
      const page = await origin.search(query);
      const records = readJson(SearchAnswer, page.json);
      if (records !== null) waitUntil(memory.remember(records, query.lang, storedAt));
      return page;
    },
  };
}
