/**
 * Decides whether a stored response may still be used. The decision depends on the changes since it was loaded and on
 * the version of its data (docs/decisions/0034). Pure functions.
 */
import * as v from "valibot";
import {
  EVERYTHING,
  type LoggedChanges,
  type LoggedEntry,
  MAX_READ_CHARACTERS,
  SLOTS,
  SOFT_OPS,
  STALE,
  SWITCH,
} from "../changes/change-log.ts";
import type { StoredResponse } from "./stored-response.ts";

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The head of the log. All isolates of a data centre share it. */
export const InvalidationHead = v.object({
  slot: v.picklist(SLOTS),
  sourceVersion: v.nullable(v.string()),
  otherVersion: v.nullable(v.string()),
  writes: Whole,
  liveForMs: v.number(),
  /** The position of the last row. */
  last: Whole,
  /** The position of the last row that is missing because it was pruned or did not fit into memory. */
  floor: Whole,
  /** The time of the last read of the log in epoch milliseconds, or 0 if it was never read. */
  readAt: Whole,
});
type InvalidationHead = Readonly<v.InferOutput<typeof InvalidationHead>>;

interface KnownRow {
  readonly number: number;
  /** The time at which the change was recorded, in epoch milliseconds by the clock of this data centre. */
  readonly at: number;
  /** A list of `LoggedEntry` as JSON. */
  readonly changes: string;
}

interface TagChanges {
  /** The position of the last change that invalidates the tag's responses, or 0. */
  readonly hard: number;
  /**
   * The last change after which the tag's responses may still be served once, marked as stale. `null` if there is
   * none.
   */
  readonly soft: (Pick<KnownRow, "number" | "at"> & { readonly op: string }) | null;
}

/** The part of the log that this isolate knows. */
export interface InvalidationState extends InvalidationHead {
  readonly rows: readonly KnownRow[];
  readonly changes: ReadonlyMap<string, TagChanges>;
}

export const NOTHING_KNOWN: InvalidationState = {
  slot: "A",
  sourceVersion: null,
  otherVersion: null,
  writes: 0,
  liveForMs: 0,
  last: 0,
  floor: 0,
  readAt: 0,
  rows: [],
  changes: new Map(),
};

/** The fields that decide whether a response is valid. */
export type ValidityFields = Pick<StoredResponse, "logPosition" | "tags" | "sourceVersion">;

export type TagValidity =
  | { readonly kind: "unchanged" }
  /**
   * The response is stale. `at` is the time of the last change. If `isGradual` is true, responses become stale one
   * after the other.
   */
  | { readonly kind: "soft"; readonly at: number; readonly isGradual: boolean }
  | { readonly kind: "hard" };

const UNCHANGED: TagValidity = { kind: "unchanged" };
const HARD: TagValidity = { kind: "hard" };

/** Returns the effect of all changes since a response was loaded: none, stale (`soft`) or invalid (`hard`). */
export function tagValidity(
  { logPosition, tags }: Pick<ValidityFields, "logPosition" | "tags">,
  state: InvalidationState,
): TagValidity {
  const { last, floor, changes, readAt } = state;
  // A position past the end of the log comes from an earlier log, or from a row that this isolate has not read yet.
  const isKnown = logPosition <= last || readAt === 0;
  if (!isKnown || logPosition < floor) return HARD;
  let at = 0;
  let isGradual = true;
  for (const tag of [EVERYTHING, ...tags]) {
    const { hard = 0, soft = null } = changes.get(tag) ?? {};
    if (hard > logPosition) return HARD;
    if (soft === null || soft.number <= logPosition) continue;
    at = Math.max(at, soft.at);
    isGradual &&= soft.op === STALE;
  }
  return at === 0 ? UNCHANGED : { kind: "soft", at, isGradual };
}

/** Returns true if the source's data has been replaced since the response was loaded. */
export function isReplaced(
  { sourceVersion: responseVersion }: Pick<ValidityFields, "sourceVersion">,
  state: InvalidationState,
): boolean {
  return responseVersion !== null && state.sourceVersion !== null && responseVersion !== state.sourceVersion;
}

export function isValid(response: ValidityFields, state: InvalidationState): boolean {
  return tagValidity(response, state).kind === "unchanged" && !isReplaced(response, state);
}

/** Updates the state after a read of the log. */
export function applyLogRead(
  state: InvalidationState,
  { rows, ...read }: LoggedChanges,
  readAt: number,
): InvalidationState {
  const floor = Math.max(state.floor, read.floor);
  const added = rows
    .filter(({ number }) => number > state.last)
    .map(({ number, ageMs, changes }) => ({ number, at: readAt - ageMs, changes }));
  return addRows({ ...state, ...read, floor, readAt }, added);
}

/** Adds rows to the state. Drops the oldest rows if all rows together are too long. */
export function addRows(state: InvalidationState, added: readonly KnownRow[]): InvalidationState {
  if (added.length === 0) return state;
  const rows = [...state.rows, ...added];
  let characters = rows.reduce((sum, { changes }) => sum + changes.length, 0);
  let forgotten = 0;
  while (characters > MAX_READ_CHARACTERS && forgotten < rows.length - 1) {
    characters -= rows[forgotten]?.changes.length ?? 0;
    forgotten += 1;
  }
  const floor = Math.max(state.floor, rows[forgotten - 1]?.number ?? 0);
  const changes = new Map(state.changes);
  for (const row of added) applyRow(changes, row);
  for (const [tag, { hard, soft }] of forgotten > 0 ? changes : [])
    if (hard <= floor && (soft?.number ?? 0) <= floor) changes.delete(tag);
  return { ...state, floor, rows: rows.slice(forgotten), changes };
}

function applyRow(changes: Map<string, TagChanges>, { number, at, changes: text }: KnownRow): void {
  for (const [tag, op] of JSON.parse(text) as LoggedEntry[]) {
    if (op === SWITCH) continue;
    const { hard = 0, soft = null } = changes.get(tag) ?? {};
    changes.set(tag, SOFT_OPS.has(op) ? { hard, soft: { number, at, op } } : { hard: number, soft });
  }
}
