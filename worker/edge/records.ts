/**
 * Records remembered one by one when a search returned them, so that a title page finds
 * its record without an operation for it. What comes back is checked like anything stored.
 */
import * as v from "valibot";
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import type { Origin } from "../origins/origin.ts";
import { bodyText } from "./answer.ts";
import { answerOf } from "./asking.ts";
import { recordKey } from "./cache-key.ts";
import { retention } from "./freshness.ts";
import { DEFAULT_POLICIES } from "./policies.ts";
import type { Store } from "./store.ts";

/** Writes to the cache count against the platform's limit of subrequests, so only the best are remembered. */
const REMEMBERED = 20;

export interface RecordMemory {
  remember(records: readonly TitleRecord[], lang: string): Promise<void>;
  /** `null`: not remembered here. */
  recall(id: number, lang: string): Promise<TitleRecord | null>;
}

interface MemoryServices {
  readonly store: Store;
  readonly now: () => number;
}

export function recordMemory({ store, now }: MemoryServices): RecordMemory {
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
      if (stored === null) return null;
      const record = readJson(TitleRecord, bodyText(stored));
      return record?.id === id ? record : null;
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

/** Stored text as what it has to be; `null` when it is not. */
export function readJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
