/** Chooses the slot of a load, switches between slots, and rolls back. */
import type { Slot } from "../../worker/changes/change-log.ts";
import { CommandError } from "../options.ts";
import type { Connections } from "./connection.ts";
import {
  forgetGeneration,
  type Generation,
  type LoadedGeneration,
  otherSlot,
  readControl,
  recordEverything,
  recordGeneration,
  switchTo,
} from "./control.ts";
import { readMigrations } from "./load/migrations.ts";
import { isOvertaken, stillLoading } from "./load/sql.ts";
import { type Connection, hasTable, query } from "./load/statements.ts";
import { dropping, emptying, LEFTOVERS } from "./load/tables.ts";

interface Loading {
  readonly slot: Slot;
  /** The number of parts that are finished. */
  readonly part: number;
  readonly parts: number;
  readonly source: string;
  /** The start of the load, in ISO 8601. */
  readonly startedAt: string;
}

type Counted = Omit<LoadedGeneration, "slot">;

/** Returns the version and the counts of a catalog, or `null` if there is no complete catalog. */
async function catalogIn(connection: Connection): Promise<Counted | null> {
  if (!(await hasTable(connection, "catalog"))) return null;
  const [result] = await connection.batch([
    `SELECT version, titles, source, loaded_at AS loadedAt, (SELECT count(*) FROM catalog_person) AS people FROM catalog`,
  ]);
  const [row] = (result?.rows ?? []) as unknown as Omit<Counted, "bytes">[];
  return row === undefined ? null : { ...row, bytes: result?.bytes ?? 0 };
}

async function loadingIn(connection: Connection, slot: Slot): Promise<Loading | null> {
  if (!(await hasTable(connection, "load_part"))) return null;
  const [[row] = []] = await query<Omit<Loading, "slot">>(connection, [
    `SELECT max(part) AS part, max(parts) AS parts, max(source) AS source, max(at) AS startedAt FROM load_part`,
  ]);
  return row === undefined || row.part >= row.parts ? null : { slot, ...row };
}

/** Returns the size of a slot's database, in bytes. */
export async function measureSize(connections: Connections, slot: Slot): Promise<number> {
  const [read] = await (await connections.catalog(slot)).batch(["SELECT 1"]);
  return read?.bytes ?? 0;
}

export interface Status {
  readonly live: Generation | null;
  /** The generation that a rollback would make live. */
  readonly previous: Generation | null;
  /** The generation that was loaded but never live. */
  readonly next: Generation | null;
  readonly loading: Loading | null;
}

export async function readStatus(connections: Connections): Promise<Status> {
  const { live, generations } = await readControl(await connections.control());
  const slot = live ?? "A";
  const loaded = live === null ? "A" : otherSlot(slot);
  const [current, other] = [slot, otherSlot(slot)].map((name) =>
    generations.find((one) => one.slot === name),
  );
  const idle = other === undefined ? null : await counted(connections, other.slot, other);
  const wasLive = idle?.wasLive === 1;
  return {
    live: await counted(connections, slot, current),
    previous: wasLive ? idle : null,
    next: wasLive ? null : idle,
    loading: await loadingIn(await connections.catalog(loaded), loaded),
  };
}

/**
 * Returns the generation in a slot. Its counts come from CONTROL, or from the catalog if an update has changed it.
 */
async function counted(
  connections: Connections,
  slot: Slot,
  generation?: Generation,
): Promise<Generation | null> {
  if (generation?.updatedAt === null) return generation;
  const now = await catalogIn(await connections.catalog(slot));
  return now === null
    ? (generation ?? null)
    : { slot, number: 1, updatedAt: null, wasLive: 1, ...generation, ...now };
}

export interface Destination {
  readonly slot: Slot;
  /** The control database, or `null` if no catalog is live. In that case, the loaded catalog goes live at once. */
  readonly control: Connection | null;
}

/** Returns the idle slot, or slot A if there is no catalog yet. */
export async function chooseDestination(connections: Connections): Promise<Destination> {
  const live = await liveSlot(connections);
  return live === null ? FIRST : { slot: otherSlot(live), control: await connections.control() };
}

/** Returns the live slot, or `null` if there is no catalog. Records the first catalog of a deployment as live. */
export async function liveSlot(connections: Connections): Promise<Slot | null> {
  const { live } = await readControl(await connections.control());
  if (live !== null) return live;
  return (await recordLoad(connections, FIRST)) ? FIRST.slot : null;
}

const FIRST: Destination = { slot: "A", control: null };

export class AnotherLoad extends CommandError {
  override readonly name = "AnotherLoad";

  constructor(database: string, cause?: unknown) {
    const why = `Another load into ${database} has begun, or it was discarded`;
    super(`${why}; this one has stopped, and the catalog is as it was.`, { cause });
  }
}

/**
 * Empties the idle slot, table by table. Throws an AnotherLoad if the slot is live, or D1's error if a load other
 * than `load` has claimed it.
 */
export async function emptySlot(
  connections: Connections,
  { slot, control }: Destination,
  load?: string,
): Promise<void> {
  if (control !== null) {
    await forgetGeneration(control, slot);
    if ((await readControl(control)).live === slot) throw new AnotherLoad(`slot ${slot}`);
  }
  const catalog = await connections.catalog(slot);
  const guard = load === undefined ? [] : [stillLoading(load)];
  const [tables = []] = await query(catalog, ["SELECT name FROM sqlite_schema WHERE type = 'table'"]);
  const existing = tables.map(({ name }) => String(name));
  await catalog.batch([...guard, "DELETE FROM catalog"]);
  for (const { table, statements } of emptying(readMigrations(), existing))
    await catalog.batch([...guard, ...statements]).catch(async (thrown: unknown) => {
      if (isOvertaken(thrown)) throw thrown;
      await deleteInSteps(catalog, table, guard).catch((cause: unknown) => {
        throw isOvertaken(cause) ? cause : thrown;
      });
      await catalog.batch([...guard, ...statements]);
    });
}

/** The number of rows that one call deletes. */
const STEP = 20_000;

/**
 * Deletes all rows of a table, for a table that is too large to be dropped within the 30 seconds of a call
 * (developers.cloudflare.com/d1/platform/limits). D1 bills each deleted row as a written one, so dropping comes first.
 */
async function deleteInSteps(catalog: Connection, table: string, guard: readonly string[]): Promise<void> {
  const [columns = []] = await query(catalog, [`PRAGMA table_info(${table})`]);
  const primary = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
  const key = primary.length === 0 ? "rowid" : primary.join(", ");
  const step = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT ${STEP})`;
  for (let isFilled = true; isFilled; ) {
    const results = await catalog.batch([
      ...guard,
      step,
      `SELECT EXISTS (SELECT 1 FROM ${table}) AS isFilled`,
    ]);
    isFilled = results.at(-1)?.rows[0]?.isFilled === 1;
  }
}

/**
 * Records a load, and makes it live if requested. A later load first deletes this record and then checks which slot
 * is live, so it cannot empty a slot that has just gone live.
 */
export async function endLoad(
  connections: Connections,
  destination: Destination,
  { load, isSwitched }: { readonly load: string; readonly isSwitched: boolean },
): Promise<void> {
  const { slot, control } = destination;
  await recordLoad(connections, destination);
  await (await connections.catalog(slot)).batch([stillLoading(load)]).catch((thrown: unknown) => {
    throw isOvertaken(thrown) ? new AnotherLoad(`slot ${slot}`, thrown) : thrown;
  });
  if (isSwitched && control !== null) await switchSlots(connections, "switch");
}

/**
 * Records the catalog in a slot, and makes it live if there is no other. Returns false if the slot contains no
 * complete catalog.
 */
export async function recordLoad(connections: Connections, { slot, control }: Destination): Promise<boolean> {
  const loaded = await catalogIn(await connections.catalog(slot));
  if (loaded === null) return false;
  const log = control ?? (await connections.control());
  await recordGeneration(log, { slot, ...loaded });
  if (control === null) await switchTo(log, slot);
  return true;
}

export type Direction = "switch" | "rollback";

/**
 * Switches to the next or previous generation and returns it. Throws a CommandError if there is no such generation.
 */
export async function switchSlots(connections: Connections, direction: Direction): Promise<Generation> {
  const control = await connections.control();
  const { live, generations } = await readControl(control);
  if (live === null) throw new CommandError("Only one catalog has been loaded. Load another one first.");
  const idle = otherSlot(live);
  const [current, other] = [live, idle].map((slot) => generations.find((one) => one.slot === slot));
  if (other === undefined) throw new CommandError(await explainMissingGeneration(connections, idle));
  if (direction === "switch" && current !== undefined && other.number < current.number)
    throw new CommandError("The latest load is live. Run `rollback` to go back.");
  if (direction === "rollback" && other.wasLive === 0)
    throw new CommandError(
      `Generation ${other.number} in slot ${idle} was never live. Run \`switch\` to make it live.`,
    );
  await switchTo(control, idle);
  return (await counted(connections, idle, other)) ?? other;
}

/**
 * Records what the slots actually contain, for example after Time Travel, and invalidates stored responses. Returns
 * the live generation. Throws a CommandError if the live slot is empty.
 */
export async function adoptSlots(connections: Connections): Promise<Generation> {
  const control = await connections.control();
  const live = (await readControl(control)).live ?? "A";
  if ((await catalogIn(await connections.catalog(live))) === null)
    throw new CommandError(`Slot ${live} is live and empty. Restore it, or load a catalog.`);
  for (const slot of [otherSlot(live), live]) {
    const catalog = await catalogIn(await connections.catalog(slot));
    if (catalog === null) await forgetGeneration(control, slot);
    else await recordGeneration(control, { slot, ...catalog });
  }
  await switchTo(control, live);
  await recordEverything(control);
  const { live: adopted } = await readStatus(connections);
  if (adopted === null) throw new CommandError(`Slot ${live} cannot be read.`);
  return adopted;
}

async function explainMissingGeneration(connections: Connections, slot: Slot): Promise<string> {
  const loading = await loadingIn(await connections.catalog(slot), slot);
  const why = loading === null ? "is empty" : `is being loaded (part ${loading.part} of ${loading.parts})`;
  return `There is no other generation: slot ${slot} ${why}.`;
}

/** Empties the idle slot and returns its name. Returns `null` if it was already empty. */
export async function discardIdle(connections: Connections): Promise<Slot | null> {
  const control = await connections.control();
  const { live, generations } = await readControl(control);
  const { loading } = await readStatus(connections);
  if (live === null) {
    if (loading === null) return null;
    const catalog = await connections.catalog(loading.slot);
    for (const statement of dropping([...LEFTOVERS, "load_part"])) await catalog.batch([statement]);
    return loading.slot;
  }
  const slot = otherSlot(live);
  const catalog = await connections.catalog(slot);
  const isFilled = generations.some((one) => one.slot === slot) || (await catalogIn(catalog)) !== null;
  if (!isFilled && loading === null) return null;
  await catalog.batch(dropping(["load_part"]));
  await emptySlot(connections, { slot, control });
  return slot;
}
