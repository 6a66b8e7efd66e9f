/** The generations of a catalog: which slot a load fills, how a slot becomes live, and back. */
import { LISTS, tagsToPurge } from "../../worker/resources/keys.ts";
import { CommandError } from "../options.ts";
import type { Connections } from "./connection.ts";
import {
  type Control,
  type Difference,
  filterOf,
  forgetGeneration,
  type Generation,
  MAX_IDS,
  otherSlot,
  readControl,
  recordGeneration,
  switchTo,
} from "./control.ts";
import type { Slot } from "./database.ts";
import { changedTags } from "./load/digest.ts";
import { readMigrations } from "./load/migrations.ts";
import { type Connection, hasTable, query } from "./load/statements.ts";
import { dropping, emptying, LEFTOVERS } from "./load/tables.ts";
import { settleUpdate } from "./update/change-log.ts";

/** A load that has begun in a slot and has not ended. */
interface Loading {
  readonly slot: Slot;
  /** How many are done. */
  readonly part: number;
  readonly parts: number;
  readonly source: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

type Counted = Omit<Generation, "number" | "updatedAt" | "slot">;

/** `null`: there is no whole catalog. */
async function catalogIn(connection: Connection): Promise<Counted | null> {
  if (!(await hasTable(connection, "catalog"))) return null;
  const [found] = await connection.batch([
    `SELECT version, titles, source, loaded_at AS loadedAt, (SELECT count(*) FROM catalog_person) AS people FROM catalog`,
  ]);
  const [row] = (found?.rows ?? []) as unknown as Omit<Counted, "bytes">[];
  return row === undefined ? null : { ...row, bytes: found?.bytes ?? 0 };
}

async function loadingIn(connection: Connection, slot: Slot): Promise<Loading | null> {
  if (!(await hasTable(connection, "load_part"))) return null;
  const [[row] = []] = await query<Omit<Loading, "slot">>(connection, [
    `SELECT max(part) AS part, max(parts) AS parts, max(source) AS source, max(at) AS startedAt FROM load_part`,
  ]);
  return row === undefined || row.part >= row.parts ? null : { slot, ...row };
}

/** Bytes of the slot's database. */
export async function sizeOf(connections: Connections, slot: Slot): Promise<number> {
  const [read] = await (await connections.catalog(slot)).batch(["SELECT 1"]);
  return read?.bytes ?? 0;
}

export interface Status {
  readonly live: Generation | null;
  readonly previous: Generation | null;
  readonly loading: Loading | null;
}

export async function statusOf(connections: Connections): Promise<Status> {
  const control = await connections.control();
  const { live, generations } = control === null ? NO_CONTROL : await readControl(control);
  const slot = live?.slot ?? "A";
  // The first load beside a catalog records that one as live.
  const loaded = live === null ? "A" : otherSlot(slot);
  const [own, other] = [slot, otherSlot(slot)].map((name) => generations.find((one) => one.slot === name));
  return {
    live: await counted(connections, slot, own),
    previous: other === undefined ? null : await counted(connections, other.slot, other),
    loading: await loadingIn(await connections.catalog(loaded), loaded),
  };
}

/** CONTROL has the counts of the load; after an update the slot is counted. */
async function counted(connections: Connections, slot: Slot, own?: Generation): Promise<Generation | null> {
  if (own?.updatedAt === null) return own;
  const now = await catalogIn(await connections.catalog(slot));
  return now === null ? (own ?? null) : { slot, number: 1, updatedAt: null, ...own, ...now };
}

const NO_CONTROL: Control = { live: null, generations: [] };

/** Where a load goes. */
export interface Destination {
  readonly slot: Slot;
  /** `null`: nothing reads the other slot, and the load is live at its end. */
  readonly control: Connection | null;
}

/**
 * The slot that is not live. A database without a second one is loaded while it is read, and so is an empty first one. The
 * first load beside a catalog that was never switched records that catalog as live, and goes to B.
 */
export async function destinationOf(connections: Connections): Promise<Destination> {
  const control = await connections.control();
  if (control === null) return { slot: "A", control: null };
  const live = await liveSlot(connections, control);
  return live === null ? FIRST : { slot: otherSlot(live), control };
}

/** A catalog that was never switched is recorded as live. `null`: there is none. */
export async function liveSlot(connections: Connections, control: Connection): Promise<Slot | null> {
  const { live } = await readControl(control);
  if (live !== null) return live.slot;
  return (await recordLoad(connections, FIRST)) ? FIRST.slot : null;
}

const FIRST: Destination = { slot: "A", control: null };

/** Empties the slot that is not live, one table in a statement. */
export async function emptySlot(connections: Connections, { slot, control }: Destination): Promise<void> {
  if (control !== null) await forgetGeneration(control, slot);
  const catalog = await connections.catalog(slot);
  for (const statements of emptying(readMigrations())) await catalog.batch(statements);
}

/** Returns whether there is a catalog in the slot. It is live if there is no other one. */
export async function recordLoad(connections: Connections, { slot, control }: Destination): Promise<boolean> {
  const loaded = await catalogIn(await connections.catalog(slot));
  const log = control ?? (await connections.control());
  if (loaded === null) return false;
  if (log !== null) await recordGeneration(log, { slot, ...loaded });
  if (log !== null && control === null) await switchTo(log, { slot, difference: null, at: Date.now() });
  return true;
}

export type Direction = "switch" | "rollback";

/** Returns what is live now. Throws a CommandError where there is nothing to switch to. */
export async function switchSlots(connections: Connections, direction: Direction): Promise<Generation> {
  const control = await connections.control();
  if (control === null) throw new CommandError(ONE_DATABASE);
  const { live, generations } = await readControl(control);
  if (live === null) throw new CommandError(`${ONE_CATALOG} Load another first.`);
  const idle = otherSlot(live.slot);
  const [own, other] = [live.slot, idle].map((slot) => generations.find((one) => one.slot === slot));
  if (other === undefined) throw new CommandError(await whyNone(connections, idle));
  if (direction === "switch" && own !== undefined && other.number < own.number)
    throw new CommandError("The latest load is live; to go back to the one before: rollback.");
  const difference = own === undefined ? null : await differenceOf(connections, control, [own, other]);
  await switchTo(control, { slot: idle, difference, at: Date.now() });
  return (await counted(connections, idle, other)) ?? other;
}

const ONE_CATALOG = "Only one catalog was ever loaded.";
const ONE_DATABASE = `There is only one database: a load replaces its catalog. For two, deploy this version: npm run deploy`;

async function whyNone(connections: Connections, slot: Slot): Promise<string> {
  const loading = await loadingIn(await connections.catalog(slot), slot);
  const why = loading === null ? "is empty" : `is being loaded (part ${loading.part} of ${loading.parts})`;
  return `There is no other generation: slot ${slot} ${why}.`;
}

/** `null`: CONTROL has it already. What updates changed since then has purges and differences of its own. */
async function differenceOf(
  connections: Connections,
  control: Connection,
  [own, other]: readonly [Generation, Generation],
): Promise<Difference | null> {
  const versions = { one: own.version, other: other.version, at: Date.now() };
  // Otherwise digests may lack what an update changed, and readers who return to a generation may never learn of it.
  for (const { slot, version } of [own, other])
    await settleUpdate({ control, catalog: await connections.catalog(slot), slot, version });
  const between = [own.version, other.version].map((version) => `'${version}'`).join(", ");
  const [[known] = []] = await query(control, [
    `SELECT 1 FROM difference WHERE one IN (${between}) AND other IN (${between}) AND one <> other LIMIT 1`,
  ]);
  if (known !== undefined) return null;
  const tags = new Set<string>();
  const [one, another] = [await connections.catalog(own.slot), await connections.catalog(other.slot)];
  for (let after = -1; tags.size <= MAX_IDS; ) {
    const [ones, others] = await Promise.all([digestsAfter(one, after), digestsAfter(another, after)]);
    const last = Math.min(ones.last, others.last);
    for (const chunk of new Set([...ones.rows.keys(), ...others.rows.keys()])) {
      if (chunk > last) continue;
      for (const tag of changedTags(chunk, ones.rows.get(chunk) ?? "", others.rows.get(chunk) ?? ""))
        tags.add(tag);
    }
    if (last === Number.POSITIVE_INFINITY) break;
    after = last;
  }
  const members = new Set([LISTS, ...[...tags].flatMap(tagsToPurge)]);
  return { ...versions, ids: tags.size, filter: filterOf(tags.size, members) };
}

/** Rows of digests in one read: about four megabytes. */
const PAGE = 200;

async function digestsAfter(
  connection: Connection,
  after: number,
): Promise<{ readonly rows: ReadonlyMap<number, string>; readonly last: number }> {
  const [rows = []] = await query<{ chunk: number; digests: string }>(connection, [
    `SELECT chunk, digests FROM catalog_digest WHERE chunk > ${after} ORDER BY chunk LIMIT ${PAGE}`,
  ]);
  return {
    rows: new Map(rows.map(({ chunk, digests }) => [chunk, digests])),
    last: rows.length < PAGE ? Number.POSITIVE_INFINITY : (rows.at(-1)?.chunk ?? Number.POSITIVE_INFINITY),
  };
}

/** Returns the slot that was emptied; `null`: there was nothing to discard. */
export async function discardIdle(connections: Connections): Promise<Slot | null> {
  const control = await connections.control();
  const { live, generations } = control === null ? NO_CONTROL : await readControl(control);
  const { loading } = await statusOf(connections);
  if (live === null) {
    if (loading === null) return null;
    const catalog = await connections.catalog(loading.slot);
    for (const statement of dropping([...LEFTOVERS, "load_part"])) await catalog.batch([statement]);
    return loading.slot;
  }
  const slot = otherSlot(live.slot);
  const catalog = await connections.catalog(slot);
  const isFilled = generations.some((one) => one.slot === slot) || (await catalogIn(catalog)) !== null;
  if (!isFilled && loading === null) return null;
  await emptySlot(connections, { slot, control });
  return slot;
}
