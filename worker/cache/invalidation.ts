/**
 * What makes stored responses invalid before they expire: purged tags, and source data that was
 * replaced as a whole. Values only; nothing here reads a clock or a store.
 */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { EVERYTHING, MAX_PURGES } from "../origins/catalog/purge-log.ts";
import type { StoredResponse } from "./stored-response.ts";

const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

export const Invalidation = v.object({
  /** The current version of the source's data; `null`: not known, or it has none. */
  sourceVersion: v.nullable(v.string()),
  /** When each tag was last purged, in milliseconds since 1970. */
  purges: v.record(v.string(), Milliseconds),
  /** When the log last said so, in milliseconds since 1970; 0: never. */
  readAt: Milliseconds,
});
export type Invalidation = v.InferOutput<typeof Invalidation>;

/** What is compared with purges: when the origin was asked, the tags, and the version of the source's data. */
export type Dated = Pick<StoredResponse, "storedAt" | "tags" | "newerTags" | "sourceVersion">;

/** When the oldest content with this tag was asked for, in milliseconds since 1970. */
export function tagDate({ storedAt, newerTags }: Dated, tag: string): number {
  return newerTags?.get(tag) ?? storedAt;
}

export const NOTHING_KNOWN: Invalidation = { sourceVersion: null, purges: {}, readAt: 0 };

export function parseInvalidation(text: string): Invalidation | null {
  return parseJson(Invalidation, text);
}

/** Whether a stored response may still be used. */
export function isValid(response: Dated, known: Invalidation): boolean {
  const { sourceVersion } = known;
  const isSuperseded =
    response.sourceVersion !== null && sourceVersion !== null && response.sourceVersion !== sourceVersion;
  if (isSuperseded) return false;
  if (response.storedAt <= (known.purges[EVERYTHING] ?? -1)) return false;
  return !response.tags.some((tag) => tagDate(response, tag) <= (known.purges[tag] ?? -1));
}

/** Each tag's latest purge of both, and the version that was read from the log last. */
export function mergeInvalidations(one: Invalidation, other: Invalidation): Invalidation {
  const [older, newer] = one.readAt <= other.readAt ? [one, other] : [other, one];
  return {
    sourceVersion: newer.sourceVersion ?? older.sourceVersion,
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

/** At most `MAX_PURGES`: older ones become one purge of everything, at the time of the latest of them. */
function bounded(purges: Purges): Record<string, number> {
  const { [EVERYTHING]: everything = -1, ...tags } = purges;
  const entries = Object.entries(tags).sort(([, one], [, other]) => other - one);
  const [dropped] = entries.slice(MAX_PURGES);
  const floor = Math.max(everything, dropped?.[1] ?? -1);
  const kept = Object.fromEntries(entries.slice(0, MAX_PURGES));
  return floor < 0 ? kept : { ...kept, [EVERYTHING]: floor };
}
