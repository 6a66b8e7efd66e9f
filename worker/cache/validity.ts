/**
 * Whether a stored response may still be used: by the changes since its origin was asked, and by the version of its source's
 * data (docs/decisions/0034). Pure.
 */
import * as v from "valibot";
import { EVERYTHING, type LoggedChanges, MAX_READ_CHANGES, SLOTS } from "../changes/change-log.ts";
import type { StoredResponse } from "./stored-response.ts";

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The known part of the log, as the isolates of a data centre pass it on. */
export const InvalidationState = v.object({
  slot: v.picklist(SLOTS),
  sourceVersion: v.nullable(v.string()),
  otherVersion: v.nullable(v.string()),
  writes: Whole,
  liveForMs: v.number(),
  /** The number of the last entry. */
  last: Whole,
  /** Entries up to this number are forgotten. */
  floor: Whole,
  /** The last number of each tag, the oldest first. */
  changes: v.pipe(
    v.array(v.tuple([v.string(), Whole])),
    v.transform((changes): ReadonlyMap<string, number> => new Map(changes)),
  ),
  /** When the log was last read, in milliseconds since 1970; 0: never. */
  readAt: Whole,
});
export type InvalidationState = Readonly<v.InferOutput<typeof InvalidationState>>;

export const NOTHING_KNOWN: InvalidationState = {
  slot: "A",
  sourceVersion: null,
  otherVersion: null,
  writes: 0,
  liveForMs: 0,
  last: 0,
  floor: 0,
  changes: new Map(),
  readAt: 0,
};

/** The fields that are compared: the last change known when the origin was asked, the tags, and the version of its data. */
export type ValidityFields = Pick<StoredResponse, "seen" | "tags" | "sourceVersion">;

/** Whether none of its tags changed since. */
export function isUnchanged(
  { seen, tags }: Pick<ValidityFields, "seen" | "tags">,
  known: InvalidationState,
): boolean {
  const { last, floor, changes, readAt } = known;
  const isSeen = (tag: string) => (changes.get(tag) ?? 0) <= seen;
  // A number beyond the log comes from a log that this one replaced, or from an entry that this isolate reads in seconds.
  const isKnown = seen <= last || readAt === 0;
  return isKnown && seen >= floor && isSeen(EVERYTHING) && tags.every(isSeen);
}

/** Whether its source's data was replaced as a whole. */
export function isReplaced(
  { sourceVersion: own }: Pick<ValidityFields, "sourceVersion">,
  known: InvalidationState,
): boolean {
  return own !== null && known.sourceVersion !== null && own !== known.sourceVersion;
}

export function isValid(response: ValidityFields, known: InvalidationState): boolean {
  return isUnchanged(response, known) && !isReplaced(response, known);
}

/** The state after a read of the log. */
export function learned(
  known: InvalidationState,
  { changes, ...read }: LoggedChanges,
  readAt: number,
): InvalidationState {
  const all = new Map(known.changes);
  for (const [tag, number] of changes) {
    all.delete(tag);
    all.set(tag, number);
  }
  let floor = Math.max(known.floor, read.floor);
  for (const [tag, number] of all) {
    if (all.size <= MAX_READ_CHANGES) break;
    all.delete(tag);
    floor = Math.max(floor, number);
  }
  return { ...read, floor, changes: all, readAt };
}

/** The state after a read of another isolate's copy. The state with the higher number includes all changes of the other. */
export function newer(known: InvalidationState, copy: InvalidationState): InvalidationState {
  const isLater = copy.last === known.last ? copy.readAt > known.readAt : copy.last > known.last;
  return isLater ? copy : known;
}
