/**
 * What makes stored responses invalid before their time: purged tags, and a catalog that was
 * replaced as a whole. Values only; nothing here reads a clock or a store.
 */
import * as v from "valibot";
import { EVERYTHING, MAX_PURGES } from "../origins/catalog/purge-log.ts";
import type { StoredAnswer } from "./entry.ts";
import { readJson } from "./json.ts";

const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

export const Invalidation = v.object({
  /** Names what the catalog was last filled with; `null`: not known, or there is no catalog. */
  catalogVersion: v.nullable(v.string()),
  /** When each tag was last purged, in milliseconds since 1970. */
  purges: v.record(v.string(), Milliseconds),
  /** When the log last said so, in milliseconds since 1970; 0: never. */
  readAt: Milliseconds,
});
export type Invalidation = v.InferOutput<typeof Invalidation>;

/** What is compared with purges: when the origin was asked, under which tags, from which catalog. */
export type Dated = Pick<StoredAnswer, "storedAt" | "tags" | "catalogVersion">;

export const NOTHING_KNOWN: Invalidation = { catalogVersion: null, purges: {}, readAt: 0 };

export function parseInvalidation(text: string): Invalidation | null {
  return readJson(Invalidation, text);
}

/** Whether what was stored may still be used. */
export function isValid(answer: Dated, known: Invalidation): boolean {
  const { catalogVersion } = known;
  const isSuperseded =
    answer.catalogVersion !== null && catalogVersion !== null && answer.catalogVersion !== catalogVersion;
  if (isSuperseded) return false;
  const isPurged = (tag: string) => answer.storedAt <= (known.purges[tag] ?? -1);
  return !isPurged(EVERYTHING) && !answer.tags.some(isPurged);
}

/** What both say together: each tag's latest purge, and the version of whoever read the log last. */
export function mergeInvalidations(one: Invalidation, other: Invalidation): Invalidation {
  const [older, newer] = one.readAt <= other.readAt ? [one, other] : [other, one];
  return {
    catalogVersion: newer.catalogVersion ?? older.catalogVersion,
    purges: bounded(withPurges(older.purges, newer.purges)),
    readAt: newer.readAt,
  };
}

type Purges = Readonly<Record<string, number>>;

function withPurges(purges: Purges, further: Purges): Purges {
  const merged: Record<string, number> = { ...purges };
  for (const [tag, at] of Object.entries(further)) merged[tag] = Math.max(at, merged[tag] ?? 0);
  return merged;
}

/** The latest purges; of those that are left out, the latest becomes one of everything. */
function bounded(purges: Purges): Record<string, number> {
  const { [EVERYTHING]: everything = -1, ...tags } = purges;
  const entries = Object.entries(tags).sort(([, one], [, other]) => other - one);
  const [dropped] = entries.slice(MAX_PURGES);
  const floor = Math.max(everything, dropped?.[1] ?? -1);
  const kept = Object.fromEntries(entries.slice(0, MAX_PURGES));
  return floor < 0 ? kept : { ...kept, [EVERYTHING]: floor };
}
