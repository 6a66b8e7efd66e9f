/**
 * Whether a stored response may still be used: by purges, and by the version of its source's data. Pure. A response of
 * another version than the live one stays valid while none of its tags differs between the two
 * (docs/decisions/0045); every list has a tag that always does.
 */
import * as v from "valibot";
import { mayContain } from "../origins/control/bloom.ts";
import {
  type Difference,
  EVERYTHING,
  LoggedPurges,
  MAX_DIFFERENCES,
  MAX_PURGES,
  Milliseconds,
} from "../origins/purge-log.ts";
import type { StoredResponse } from "./stored-response.ts";

export const Invalidation = v.object({
  ...LoggedPurges.entries,
  /** When the log was last read, in milliseconds since 1970; 0: never. */
  readAt: Milliseconds,
});
export type Invalidation = v.InferOutput<typeof Invalidation>;

/** An invalidation with the filters of its differences: without its filter, a difference contains every tag. */
export interface Known extends Invalidation {
  readonly filters: ReadonlyMap<string, Uint8Array>;
}

export const NOTHING_KNOWN: Known = {
  sourceVersion: null,
  slot: "A",
  purges: {},
  differences: [],
  readAt: 0,
  filters: new Map(),
};

/** The fields that are compared: when the origin was asked, the tags and the version of its data. */
export type Dated = Pick<StoredResponse, "storedAt" | "tags" | "newerTags" | "sourceVersion">;

/** When the oldest content with this tag was requested, in milliseconds since 1970. */
export function tagDate({ storedAt, newerTags }: Dated, tag: string): number {
  return newerTags?.get(tag) ?? storedAt;
}

/** Names a difference in `filters` and in cache keys. */
export function differenceName({ one, other, at }: Difference): string {
  return `${one}/${other}/${at}`;
}

export function isValid(response: Dated, known: Known): boolean {
  const { tags, storedAt, sourceVersion: own } = response;
  const { sourceVersion: live, differences, purges } = known;
  let latest = Number.POSITIVE_INFINITY;
  if (isSuperseded(response, known)) {
    const between = differences.find((difference) => isBetween(difference, own, live));
    if (between === undefined || tags.some((tag) => differs(tag, between, known))) return false;
    // What was purged since then may differ, too, however new the response is.
    latest = between.at;
  }
  const dateOf = (tag: string) => Math.min(latest, tagDate(response, tag));
  if (Math.min(latest, storedAt) <= (purges[EVERYTHING] ?? -1)) return false;
  if (tags.some((tag) => dateOf(tag) <= (purges[tag] ?? -1))) return false;
  if (own === null || differences.length === 0) return true;
  const oldest = differences[MAX_DIFFERENCES - 1]?.at ?? -1;
  if (Math.min(latest, storedAt) <= oldest) return false;
  return !differences.some(
    (update) =>
      (isBetween(update, own, own) || isBetween(update, live, live)) &&
      tags.some((tag) => dateOf(tag) <= update.at && differs(tag, update, known)),
  );
}

/** The response as one of the live data, which a valid response of another version equals. */
export function asLive<R extends Dated>(response: R, known: Known): R {
  return isSuperseded(response, known) ? { ...response, sourceVersion: known.sourceVersion } : response;
}

function isSuperseded({ sourceVersion: own }: Dated, { sourceVersion: live }: Known): boolean {
  return own !== null && live !== null && own !== live;
}

function isBetween({ one, other }: Difference, from: string | null, to: string | null): boolean {
  return (one === from && other === to) || (one === to && other === from);
}

function differs(tag: string, difference: Difference, { filters }: Known): boolean {
  const filter = filters.get(differenceName(difference));
  return filter === undefined || mayContain(filter, tag);
}

/** Keeps the later purge of each tag, and what was read last of all else. */
export function mergeInvalidations<One extends Invalidation>(one: One, other: One): One {
  const [older, newer] = one.readAt <= other.readAt ? [one, other] : [other, one];
  return {
    ...newer,
    sourceVersion: newer.sourceVersion ?? older.sourceVersion,
    purges: bounded(withPurges(older.purges, newer.purges)),
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
