/**
 * Records remembered one by one when a search returned them, so that a title page finds
 * its record without an operation for it. What comes back is checked like anything stored.
 */
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import type { Origin } from "../origins/origin.ts";
import { bodyText } from "./answer.ts";
import { answerOf } from "./asking.ts";
import { recordKey } from "./cache-key.ts";
import { retention } from "./freshness.ts";
import { readJson } from "./json.ts";
import { DEFAULT_POLICIES } from "./policies.ts";
import type { Store } from "./store.ts";
import type { TitleIndex } from "./title-index.ts";

/** Writes to the cache count against the platform's limit of subrequests, so only the best are remembered. */
const REMEMBERED = 20;

export interface RecordMemory {
  remember(records: readonly TitleRecord[], lang: string): Promise<void>;
  /** `null`: not remembered here, or purged since. */
  recall(id: number, lang: string): Promise<RememberedRecord | null>;
}

export interface RememberedRecord {
  readonly record: TitleRecord;
  /** When a search returned it, in milliseconds since 1970. */
  readonly storedAt: number;
}

interface MemoryServices {
  readonly store: Store;
  readonly index: TitleIndex;
  readonly now: () => number;
}

export function recordMemory({ store, index, now }: MemoryServices): RecordMemory {
  async function keep(record: TitleRecord, lang: string): Promise<void> {
    const answer = await answerOf(JSON.stringify(record), {
      finding: "found",
      more: false,
      storedAt: now(),
    });
    await store.put(recordKey(record.id, lang), answer, retention(DEFAULT_POLICIES.search));
  }

  return {
    async remember(records, lang) {
      await Promise.all(records.slice(0, REMEMBERED).map((record) => keep(record, lang)));
    },

    async recall(id, lang) {
      const stored = await store.get(recordKey(id, lang));
      if (stored === null || stored.storedAt <= (await index.purgedAt(id))) return null;
      const record = readJson(TitleRecord, bodyText(stored));
      return record?.id === id ? { record, storedAt: stored.storedAt } : null;
    },
  };
}

/** The same origin, with what its searches return remembered. */
export function remembering(
  origin: Origin,
  memory: RecordMemory,
  waitUntil: (work: Promise<unknown>) => void,
): Origin {
  return {
    ...origin,
    async search(query) {
      const page = await origin.search(query);
      const records = readJson(SearchAnswer, page.json);
      if (records !== null) waitUntil(memory.remember(records, query.lang));
      return page;
    },
  };
}
