/**
 * CONTROL, as the commands of the catalog read and write it: which slot is live, what both hold, and what changed. Each
 * write is one transaction and safe to repeat.
 */
import { BOUND_PURGES, recordingPurges } from "../../worker/origins/catalog/purge-log.ts";
import { bloomFilter } from "../../worker/origins/control/bloom.ts";
import { tagsOfChanges } from "../../worker/resources/keys.ts";
import type { Slot } from "./database.ts";
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
}

export interface Control {
  readonly generations: readonly Generation[];
  /** `null`: nothing was ever switched, and A is read alone. */
  readonly live: { readonly slot: Slot; readonly switchedAt: number } | null;
}

export const otherSlot = (slot: Slot): Slot => (slot === "A" ? "B" : "A");

export async function readControl(control: Connection): Promise<Control> {
  const [generations = [], [live = null] = []] = await query<unknown>(control, [
    `SELECT slot, number, version, titles, people, bytes, source, loaded_at AS loadedAt, updated_at AS updatedAt
     FROM generation`,
    "SELECT slot, switched_at AS switchedAt FROM live",
  ]);
  return { generations: generations as Generation[], live: live as Control["live"] };
}

/** A repeated generation keeps its number, and no other one ever has it. */
export async function recordGeneration(
  control: Connection,
  generation: Omit<Generation, "number" | "updatedAt">,
): Promise<void> {
  const { slot, version, titles, people, bytes, source, loadedAt } = generation;
  await control.batch([
    `INSERT OR IGNORE INTO load (version) VALUES (${text(version)})`,
    `INSERT INTO generation (slot, number, version, titles, people, bytes, source, loaded_at)
     SELECT ${text(slot)}, number, version, ${titles}, ${people}, ${bytes}, ${text(source)}, ${text(loadedAt)}
     FROM load WHERE version = ${text(version)}
     ON CONFLICT (slot) DO UPDATE SET number = excluded.number, version = excluded.version, titles = excluded.titles,
       people = excluded.people, bytes = excluded.bytes, source = excluded.source, loaded_at = excluded.loaded_at,
       updated_at = NULL
     WHERE version <> excluded.version`,
  ]);
}

/** The slot is about to be changed. Changes nothing if it is live. */
export async function forgetGeneration(control: Connection, slot: Slot): Promise<void> {
  const isIdle = `coalesce((SELECT slot FROM live), 'A') <> ${text(slot)}`;
  await control.batch([`DELETE FROM generation WHERE slot = ${text(slot)} AND ${isIdle}`]);
}

/** The titles and people that differ between two generations. */
export interface Difference {
  readonly one: string;
  readonly other: string;
  readonly ids: number;
  /** `null`: too many differ. */
  readonly filter: Uint8Array | null;
  /** When the comparison began, in milliseconds since 1970: what changed since then has a later purge. */
  readonly at: number;
}

/** More changed ids than this are not worth a filter: everything stored is asked for again. */
export const MAX_IDS = 200_000;

/** `null`: too many ids. `tags`: those of the ids. */
export const filterOf = (ids: number, tags: Iterable<string>): Difference["filter"] =>
  ids > MAX_IDS ? null : bloomFilter([...tags]);

/** Bytes of a filter in one statement. */
const PIECE = 80_000;
/** 30 days: for changes, and for differences of generations, whose stored responses have expired by then. */
const KEPT_MS = 30 * 86_400_000;

/** Makes a slot live, if it holds a whole generation. `at`: milliseconds since 1970. */
export async function switchTo(
  control: Connection,
  {
    slot,
    difference,
    at,
  }: { readonly slot: Slot; readonly difference: Difference | null; readonly at: number },
): Promise<void> {
  await control.batch([
    ...(difference === null ? [] : recordingDifference(difference)),
    `INSERT INTO change (kind, at) SELECT 'everything', ${at}
     WHERE NOT EXISTS (SELECT 1 FROM live WHERE slot = ${text(slot)})`,
    `INSERT INTO live (only, slot, switched_at) SELECT 1, slot, ${at} FROM generation WHERE slot = ${text(slot)}
     ON CONFLICT (only) DO UPDATE SET slot = excluded.slot, switched_at = excluded.switched_at
     WHERE slot <> excluded.slot`,
    `DELETE FROM difference WHERE at < ${at - KEPT_MS} OR one NOT IN (${VERSIONS}) OR other NOT IN (${VERSIONS})`,
    pruningChanges(at),
  ]);
}

/** Both are there when a switch is. The next load forgets one, whose stored responses are valid until the next switch. */
const VERSIONS = "SELECT version FROM generation";

/** Keeps the newest entry of those: a cursor that names it has missed nothing. */
function pruningChanges(at: number): string {
  const isOld = `at < ${at - KEPT_MS}`;
  return `DELETE FROM change WHERE ${isOld} AND number < (SELECT max(number) FROM change WHERE ${isOld})`;
}

function recordingDifference({ one, other, ids, filter, at }: Difference): string[] {
  const encoded = filter === null ? null : Buffer.from(filter).toString("base64");
  const pieces: readonly string[] = encoded?.match(new RegExp(`.{1,${PIECE}}`, "g")) ?? [];
  const row = `one = ${text(one)} AND other = ${text(other)} AND at = ${at}`;
  return [
    `INSERT OR REPLACE INTO difference (one, other, at, ids, filter)
     VALUES (${text(one)}, ${text(other)}, ${at}, ${ids}, ${encoded === null ? "NULL" : "''"})`,
    ...pieces.map((piece) => `UPDATE difference SET filter = filter || ${text(piece)} WHERE ${row}`),
  ];
}

/** What readers have to be told about one title or person. */
export interface AppliedChange {
  readonly kind: "title" | "person";
  readonly id: number;
  readonly op: "put" | "remove" | "merge";
  readonly into?: number;
}

/** The tags of all responses that these changes concern. */
export function tagsOf(changes: readonly AppliedChange[]): readonly string[] {
  const idsOf = (wanted: AppliedChange["kind"]) =>
    changes.flatMap(({ kind, id }) => (kind === wanted ? id : []));
  return tagsOfChanges(idsOf("title"), idsOf("person"));
}

/** More ids than this are one row with a filter, which each data centre reads once, in place of a row each. */
export const MAX_PURGED = 300;
/** Changes in one call, which is one statement. */
export const MAX_CHANGES = 1_000;

/**
 * Changes of a generation, which keeps its version: purges lists and what was made from the changed ids. Callers learn of
 * them only if it is live. At most MAX_CHANGES; `at` must be the same when a call is repeated, and later than that of the
 * call before. `filter`: of all ids of the update so far, if they are more than MAX_PURGED. `superseded`: the time of an
 * earlier filter of this update, which readers no longer ask for: they know only the latest differences.
 */
export async function recordChanges(
  control: Connection,
  changes: readonly AppliedChange[],
  {
    at,
    version,
    filter,
    superseded = null,
  }: {
    readonly at: number;
    readonly version: string;
    readonly filter?: Difference["filter"];
    readonly superseded?: number | null;
  },
): Promise<void> {
  const rows = changes.map(({ kind, id, op, into }) => [kind, id, op, into ?? null]);
  const ids = tagsOf(changes);
  // A filter has the tags with a number.
  const tags = filter === undefined ? ids : ids.filter((tag) => !/\d$/.test(tag));
  await control.batch([
    `INSERT INTO change (kind, id, op, into_id, at)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${at} FROM json_each(${text(JSON.stringify(rows))})
     WHERE (value ->> 0, value ->> 1) NOT IN (SELECT kind, id FROM change WHERE at = ${at})
       AND coalesce((SELECT version FROM live JOIN generation USING (slot)), ${text(version)}) = ${text(version)}`,
    recordingPurges(text(JSON.stringify(tags)), String(at)),
    ...BOUND_PURGES,
    ...(filter === undefined
      ? []
      : recordingDifference({ one: version, other: version, ids: ids.length, filter, at })),
    `DELETE FROM difference WHERE one = ${text(version)} AND other = one AND at = ${superseded}`,
    `UPDATE generation SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch') WHERE version = ${text(version)}`,
    pruningChanges(at),
  ]);
}
