/**
 * CONTROL, as the commands of the catalog read and write it: the live slot, the generations of both, and the log of changes. Each
 * write is one transaction and safe to repeat. Times come from D1's clock.
 */
import { EVERYTHING, type LoggedEntry, type Slot, STALE, SWITCH } from "../../worker/changes/change-log.ts";
import { SETTLED_AFTER_MS } from "../../worker/changes/changes.ts";
import { NOW, UPDATE_HEAD } from "../../worker/changes/control-log.ts";
import { MANY_PEOPLE, MANY_TITLES, personTag, SHARED_TAGS, titleTag } from "../../worker/resources/keys.ts";
import { type Connection, query } from "./load/statements.ts";
import { text } from "./load/tables.ts";

/** A whole catalog in a slot. */
export interface Generation {
  readonly slot: Slot;
  /** Counts loads. */
  readonly number: number;
  readonly version: string;
  readonly titles: number;
  readonly people: number;
  /** Of the slot's database. */
  readonly bytes: number;
  readonly source: string;
  /** ISO 8601, like `updatedAt`. */
  readonly loadedAt: string;
  /** `null` before the first update. */
  readonly updatedAt: string | null;
  /** 1 if it is live or was before. */
  readonly wasLive: 0 | 1;
}

/** What a load knows of its generation. */
export type LoadedGeneration = Omit<Generation, "number" | "updatedAt" | "wasLive">;

export interface Control {
  readonly generations: readonly Generation[];
  /** `null`: nothing was ever switched, and A is read alone. */
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

/** A repeated generation keeps its number, and a later one never gets it. */
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

/** The slot is about to be changed. Its number stays taken. Changes nothing if it is live. */
export async function forgetGeneration(control: Connection, slot: Slot): Promise<void> {
  const isIdle = `coalesce((SELECT slot FROM live), 'A') <> ${text(slot)}`;
  await control.batch([
    `UPDATE generation SET version = NULL WHERE slot = ${text(slot)} AND ${isIdle}`,
    UPDATE_HEAD,
  ]);
}

/** Makes a slot live, if it holds a whole generation. */
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

/** Invalidates all stored responses, whatever their source; callers have to read everything again. */
export async function recordEverything(control: Connection): Promise<void> {
  await control.batch([
    `INSERT INTO change (at, changes, is_public) VALUES (${NOW}, ${text(PURGED)}, 0), (${NOW}, ${text(SWITCHED)}, 1)`,
    // Time Travel takes writes back, too.
    "UPDATE generation SET writes = 0",
    PRUNE,
    UPDATE_HEAD,
  ]);
}

const SWITCHED = JSON.stringify([[EVERYTHING, SWITCH]] satisfies LoggedEntry[]);
const PURGED = JSON.stringify([[EVERYTHING, "purge"]] satisfies LoggedEntry[]);

/** The newest entry older than 30 days stays: a cursor that names it has missed nothing. */
const PRUNE = `
  DELETE FROM change WHERE number < (SELECT max(number) FROM change WHERE number <
    (SELECT number FROM change WHERE at >= ${NOW} - ${30 * 86_400_000} ORDER BY number LIMIT 1))`;

/** What readers have to be told about one title or person. */
export interface AppliedChange {
  readonly kind: "title" | "person";
  readonly id: number;
  readonly op: "put" | "remove" | "merge";
  readonly into?: number;
}

/** What an update has changed. */
export interface UpdatedGeneration {
  readonly version: string;
  /** All writes of updates that it has had. */
  readonly writes: number;
}

/** Changes in one row of the log: a statement of D1 has at most 100 kB (d1/platform/limits). */
const MAX_ENTRIES = 1_000;

/** Rows of the log with changes that were recorded before they were written. */
export interface WrittenChanges extends UpdatedGeneration {
  readonly numbers: readonly number[];
}

interface Announcement {
  readonly version: string;
  /** What was written since, or `null`. */
  readonly written: WrittenChanges | null;
}

/**
 * Records changes of a generation, which keeps its version, before they are written: what was made from the changed ids is
 * no longer valid. Callers learn of them only if the generation is live. Returns the numbers of the rows.
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
 * Ends an update, and those that were interrupted before it: responses that may contain any title are stale.
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
 * The statements that move written changes to the end of the log: a response made since they were announced may be an old
 * one. A row that callers may have read stays where it is, too, since a cursor may name it.
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
