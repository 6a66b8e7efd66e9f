/**
 * CONTROL for the catalog commands: the live slot, the generations of both slots, and the change log. Each write is
 * one transaction and safe to repeat. Times are D1's.
 */
import { EVERYTHING, type LoggedEntry, type Slot, STALE, SWITCH } from "../../worker/changes/change-log.ts";
import { SETTLED_AFTER_MS } from "../../worker/changes/changes.ts";
import { NOW, UPDATE_HEAD } from "../../worker/changes/control-log.ts";
import { MANY_PEOPLE, MANY_TITLES, personTag, SHARED_TAGS, titleTag } from "../../worker/resources/keys.ts";
import { type Connection, query } from "./load/statements.ts";
import { text } from "./load/tables.ts";

/** A complete catalog in a slot. */
export interface Generation {
  readonly slot: Slot;
  /** The number of the load. */
  readonly number: number;
  readonly version: string;
  readonly titles: number;
  readonly people: number;
  /** The size of the slot's database. */
  readonly bytes: number;
  readonly source: string;
  /** The time of the load in ISO 8601, like `updatedAt`. */
  readonly loadedAt: string;
  /** The time of the last update, or `null` before the first. */
  readonly updatedAt: string | null;
  /** 1 if the generation is or was live. */
  readonly wasLive: 0 | 1;
}

/** The part of a generation that its load knows. */
export type LoadedGeneration = Omit<Generation, "number" | "updatedAt" | "wasLive">;

export interface Control {
  readonly generations: readonly Generation[];
  /** The live slot, or `null` if nothing was ever switched and only A is read. */
  readonly live: Slot | null;
}

export const otherSlot = (slot: Slot): Slot => (slot === "A" ? "B" : "A");

export async function readControl(control: Connection): Promise<Control> {
  const [generations = [], [row] = []] = await query<unknown>(control, [
    `SELECT slot, number, version, titles, people, bytes, source, loaded_at AS loadedAt, updated_at AS updatedAt,
       was_live AS wasLive
     FROM generation WHERE version IS NOT NULL`,
    "SELECT (SELECT slot FROM live) AS live",
  ]);
  return { generations: generations as Generation[], ...(row as Pick<Control, "live">) };
}

/** Records a generation. A repeated one keeps its number, which no other generation gets. */
export async function recordGeneration(control: Connection, generation: LoadedGeneration): Promise<void> {
  const { slot, version, titles, people, bytes, source, loadedAt } = generation;
  await control.batch([
    `INSERT INTO generation (slot, number, version, titles, people, bytes, source, loaded_at)
     SELECT ${text(slot)}, coalesce(max(number), 0) + 1, ${text(version)}, ${titles}, ${people}, ${bytes},
       ${text(source)}, ${text(loadedAt)} FROM generation WHERE true
     ON CONFLICT (slot) DO UPDATE SET number = excluded.number, version = excluded.version, titles = excluded.titles,
       people = excluded.people, bytes = excluded.bytes, source = excluded.source, loaded_at = excluded.loaded_at,
       updated_at = NULL, writes = 0, was_live = 0
     WHERE version IS NOT excluded.version`,
    UPDATE_HEAD,
  ]);
}

/** Removes a slot's generation before the slot changes. Its number stays taken. Does nothing if it is live. */
export async function forgetGeneration(control: Connection, slot: Slot): Promise<void> {
  const isIdle = `coalesce((SELECT slot FROM live), 'A') <> ${text(slot)}`;
  await control.batch([
    `UPDATE generation SET version = NULL WHERE slot = ${text(slot)} AND ${isIdle}`,
    UPDATE_HEAD,
  ]);
}

/** Makes a slot live if it holds a complete generation. */
export async function switchTo(control: Connection, slot: Slot): Promise<void> {
  const held = `generation WHERE slot = ${text(slot)} AND version IS NOT NULL`;
  await control.batch([
    `INSERT INTO change (at, changes, is_public) SELECT ${NOW}, ${text(SWITCHED)}, 1 FROM ${held}
     AND NOT EXISTS (SELECT 1 FROM live WHERE live.slot = ${text(slot)})`,
    `INSERT INTO live (only, slot, switched_at) SELECT 1, slot, ${NOW} FROM ${held}
     ON CONFLICT (only) DO UPDATE SET slot = excluded.slot, switched_at = excluded.switched_at
     WHERE slot <> excluded.slot`,
    `UPDATE generation SET was_live = 1 WHERE slot = ${text(slot)} AND version IS NOT NULL`,
    PRUNE,
    UPDATE_HEAD,
  ]);
}

/** Invalidates all stored responses and makes callers read everything again. */
export async function recordEverything(control: Connection): Promise<void> {
  await control.batch([
    `INSERT INTO change (at, changes, is_public) VALUES (${NOW}, ${text(PURGED)}, 0), (${NOW}, ${text(SWITCHED)}, 1)`,
    // Time Travel also reverts writes.
    "UPDATE generation SET writes = 0",
    PRUNE,
    UPDATE_HEAD,
  ]);
}

const SWITCHED = JSON.stringify([[EVERYTHING, SWITCH]] satisfies LoggedEntry[]);
const PURGED = JSON.stringify([[EVERYTHING, "purge"]] satisfies LoggedEntry[]);

/** The newest entry older than 30 days stays, because a cursor at it has missed nothing. */
const PRUNE = `
  DELETE FROM change WHERE number < (SELECT max(number) FROM change WHERE number <
    (SELECT number FROM change WHERE at >= ${NOW} - ${30 * 86_400_000} ORDER BY number LIMIT 1))`;

/** A change of a title or person as callers learn of it. */
export interface AppliedChange {
  readonly kind: "title" | "person";
  readonly id: number;
  readonly op: "put" | "remove" | "merge";
  readonly into?: number;
}

/** A generation that an update has changed. */
export interface UpdatedGeneration {
  readonly version: string;
  /** The number of writes by all its updates. */
  readonly writes: number;
}

/** The maximum number of changes in a log row, because D1 limits a statement to 100 kB (d1/platform/limits). */
const MAX_ENTRIES = 1_000;

/** Changes that were recorded in the log before the catalog was changed. */
export interface WrittenChanges extends UpdatedGeneration {
  readonly numbers: readonly number[];
}

interface Announcement {
  readonly version: string;
  /** The changes written since then, or `null`. */
  readonly written: WrittenChanges | null;
}

/**
 * Records changes before they are written, which invalidates what was made from these ids. Callers learn of them only
 * if the generation is live. Returns the row numbers.
 */
export async function announceChanges(
  control: Connection,
  changes: readonly AppliedChange[],
  { version, written }: Announcement,
): Promise<readonly number[]> {
  const isGone = (kind: AppliedChange["kind"]) =>
    changes.some((change) => change.kind === kind && change.op !== "put");
  const entries: LoggedEntry[] = [
    ...(isGone("title") ? [[MANY_TITLES, "purge"] as const] : []),
    ...(isGone("person") ? [[MANY_PEOPLE, "purge"] as const] : []),
    ...changes.map(({ kind, id, op, into }): LoggedEntry => {
      const tag = kind === "title" ? titleTag(id) : personTag(id);
      return into === undefined ? [tag, op] : [tag, op, into];
    }),
  ];
  const isLive = `coalesce((SELECT version FROM live JOIN generation USING (slot)), ${text(version)}) = ${text(version)}`;
  const parts = Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES) }, (_, at) =>
    JSON.stringify(entries.slice(at * MAX_ENTRIES, (at + 1) * MAX_ENTRIES)),
  );
  const inserted = await query<{ readonly number?: number }>(control, [
    ...confirming(written),
    ...parts.map(
      (part) =>
        `INSERT INTO change (at, changes, is_public) VALUES (${NOW}, ${text(part)}, ${isLive}) RETURNING number`,
    ),
    "UPDATE unfinished SET is_unfinished = 1",
    PRUNE,
    UPDATE_HEAD,
  ]);
  return inserted.flatMap((rows) => rows.flatMap(({ number }) => number ?? []));
}

/** Ends an update and interrupted ones before it, so that responses that may contain any title are stale. */
export async function finishUpdate(control: Connection, written: WrittenChanges | null): Promise<void> {
  const entries = SHARED_TAGS.map((tag): LoggedEntry => [tag, STALE]);
  await control.batch([
    ...confirming(written),
    `INSERT INTO change (at, changes, is_public)
     SELECT ${NOW}, ${text(JSON.stringify(entries))}, 0 FROM unfinished WHERE is_unfinished = 1`,
    "UPDATE unfinished SET is_unfinished = 0 WHERE is_unfinished = 1",
    UPDATE_HEAD,
  ]);
}

/**
 * Builds statements that move written changes to the end of the log, because responses made since their announcement
 * may be old. Rows that callers may have read also stay, because a cursor may refer to them.
 */
function confirming(written: WrittenChanges | null): string[] {
  if (written === null) return [];
  const { numbers, version, writes } = written;
  const announced = `number IN (${numbers.join(", ")})`;
  return [
    `INSERT INTO change (at, changes, is_public)
     SELECT ${NOW}, changes, is_public FROM change WHERE ${announced} ORDER BY number`,
    `DELETE FROM change WHERE ${announced} AND at > ${NOW} - ${SETTLED_AFTER_MS}`,
    `UPDATE generation SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), writes = max(writes, ${writes})
     WHERE version = ${text(version)}`,
  ];
}
