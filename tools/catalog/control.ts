/**
 * Reads and writes CONTROL for the catalog commands: the live slot, the generations of both slots, and the change
 * log. Each write is a transaction that can be repeated. Times come from D1's clock.
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
  /** The number of this load, counted from 1. */
  readonly number: number;
  readonly version: string;
  readonly titles: number;
  readonly people: number;
  /** The size of the slot's database, in bytes. */
  readonly bytes: number;
  readonly source: string;
  /** The time of the load, in ISO 8601. */
  readonly loadedAt: string;
  /** The time of the last update in ISO 8601, or `null` if there was none. */
  readonly updatedAt: string | null;
  /** 1 if the generation is live or has been live, otherwise 0. */
  readonly wasLive: 0 | 1;
}

/** The fields of a generation that are known when it is loaded. */
export type LoadedGeneration = Omit<Generation, "number" | "updatedAt" | "wasLive">;

interface Control {
  readonly generations: readonly Generation[];
  /** The live slot, or `null` before the first switch. Slot A is live until then. */
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

/** Records a generation. If it is already recorded, it keeps its number. Numbers are never reused. */
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

/**
 * Removes the generation recorded for a slot. Its number is not reused. Does nothing if the slot is live. Must be
 * called before the contents of the slot change.
 */
export async function forgetGeneration(control: Connection, slot: Slot): Promise<void> {
  const isIdle = `coalesce((SELECT slot FROM live), 'A') <> ${text(slot)}`;
  await control.batch([
    `UPDATE generation SET version = NULL WHERE slot = ${text(slot)} AND ${isIdle}`,
    UPDATE_HEAD,
  ]);
}

/** Makes a slot live if it contains a complete generation. */
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

/** Invalidates all stored responses and tells API clients to read everything again. */
export async function recordEverything(control: Connection): Promise<void> {
  await control.batch([
    `INSERT INTO change (at, changes, is_public) VALUES (${NOW}, ${text(PURGED)}, 0), (${NOW}, ${text(SWITCHED)}, 1)`,
    // Time Travel may have undone updates, so the count of their writes starts again at 0.
    "UPDATE generation SET writes = 0",
    PRUNE,
    UPDATE_HEAD,
  ]);
}

const SWITCHED = JSON.stringify([[EVERYTHING, SWITCH]] satisfies LoggedEntry[]);
const PURGED = JSON.stringify([[EVERYTHING, "purge"]] satisfies LoggedEntry[]);

/**
 * Deletes log entries older than 30 days. The newest of them is kept, because a client with a cursor at that
 * entry has missed nothing.
 */
const PRUNE = `
  DELETE FROM change WHERE number < (SELECT max(number) FROM change WHERE number <
    (SELECT number FROM change WHERE at >= ${NOW} - ${30 * 86_400_000} ORDER BY number LIMIT 1))`;

/** A change to a title or person, as API clients see it. */
export interface AppliedChange {
  readonly kind: "title" | "person";
  readonly id: number;
  readonly op: "put" | "remove" | "merge";
  readonly into?: number;
}

/** A generation that an update is changing. */
export interface UpdatedGeneration {
  readonly version: string;
  /** The total number of writes by all updates. */
  readonly writes: number;
}

/**
 * The maximum number of changes in a log row, because D1 limits a statement to 100 kB
 * (developers.cloudflare.com/d1/platform/limits).
 */
const MAX_ENTRIES = 1_000;

/** Changes that were recorded in the log before they were written to the catalog. */
export interface WrittenChanges extends UpdatedGeneration {
  readonly numbers: readonly number[];
}

interface Announcement {
  readonly version: string;
  /** The changes written since the previous announcement, or `null` if there are none. */
  readonly written: WrittenChanges | null;
}

/**
 * Records changes in the log before they are written to the catalog. This invalidates all responses that contain one
 * of the changed titles or people. API clients see the changes only if the generation is live. Returns the numbers of
 * the log entries.
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

/**
 * Ends this update and all interrupted ones. Marks responses stale that may contain any title or person, such as
 * lists.
 */
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
 * Builds statements that log written changes again at the end of the log, because a response with old data may have
 * been stored between the announcement and the write. The earlier entries are deleted, except those that API clients
 * may already have read, because a client's cursor may point to them.
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
