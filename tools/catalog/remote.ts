/**
 * Loads a catalog into a deployed database through wrangler, with the user's login. The parts of the load are kept in
 * the state folder until all of them are sent. If a load is interrupted, the next one continues with the first part
 * that is missing in the database.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { CommandError } from "../options.ts";
import { run } from "../wrangler.ts";
import { type Connections, deployedNames } from "./connection.ts";
import { otherSlot } from "./control.ts";
import { AnotherLoad, type Destination, emptySlot } from "./generations.ts";
import { type CatalogLoadServices, load, type Source } from "./load/load.ts";
import { migrate, readMigrations } from "./load/migrations.ts";
import { claiming, isOvertaken, partFile, partsDone, REPEATED_PART, SqlParts } from "./load/sql.ts";

type Services = Omit<CatalogLoadServices, "target">;

const Parts = v.object({
  /** Identifies the files and options for which the parts were written. */
  key: v.string(),
  load: v.string(),
  titles: v.number(),
  /** The number of rows that D1 bills as written. */
  rows: v.number(),
  parts: v.number(),
});
type Parts = Readonly<v.InferOutput<typeof Parts>>;
const MANIFEST = "load.json";

/** Returns the parts of an interrupted load if its `key` is the same, and otherwise writes new ones. */
export async function writeParts(
  source: Source,
  { folder, key, services }: { readonly folder: string; readonly key: string; readonly services: Services },
): Promise<Parts> {
  const kept = keptParts(folder);
  if (kept?.key === key) return kept;
  removeParts(folder);
  mkdirSync(folder, { recursive: true });
  const written = new SqlParts({ folder, load: randomUUID() });
  const { titles, rows } = await load(source, { ...services, target: written.target });
  const parts = { key, load: written.load, titles, rows, parts: written.parts };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(parts));
  return parts;
}

function keptParts(folder: string): Parts | null {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return null;
  const parsed = v.safeParse(Parts, JSON.parse(readFileSync(file, "utf8")));
  return parsed.success ? parsed.output : null;
}

export function removeParts(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs an SQL file in a deployed database, completely or not at all. Throws an error with the reason if it fails. */
export type Execute = (database: string, file: string) => Promise<unknown>;

export const executeFile: Execute = (database, file) =>
  run("wrangler", ["d1", "execute", database, "--remote", "--yes", "--file", file]);

interface Sending {
  readonly folder: string;
  readonly source: string;
  readonly connections: Connections;
  readonly destination: Destination;
  readonly print: (line: string) => void;
  readonly execute: Execute;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Sends the parts that are not in the database yet. */
export async function sendParts(parts: Parts, sending: Sending): Promise<void> {
  const { connections, destination, print, source } = sending;
  const database = (await deployedNames())[destination.slot];
  const catalog = await connections.catalog(destination.slot);
  await migrate(catalog, readMigrations());
  let done = await partsDone(catalog, parts.load);
  if (done === null) {
    await catalog.batch(claiming({ ...parts, source, at: new Date().toISOString() }));
    done = 0;
  } else if (done > 0) print(`Resuming after part ${done} of ${parts.parts}.`);
  if (done === 0 && destination.control !== null) await emptySlot(connections, destination, parts.load);
  const began = performance.now();
  for (let part = done + 1; part <= parts.parts; part += 1) {
    const each = (performance.now() - began) / (part - done - 1);
    const left = Number.isFinite(each) ? `: about ${inWords(each * (parts.parts + 1 - part))} left` : "";
    print(`sending part ${part} of ${parts.parts} to ${database}${left}`);
    await sendPart(part, database, sending);
  }
}

/**
 * Formats the remaining time, which is estimated from the parts that have been sent, because only D1 knows how long a
 * part takes.
 */
function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}

/**
 * Returns true if the interrupted load had already gone live. Its parts must then not be sent again, because they
 * would fill the other slot.
 */
export async function isEnded(parts: Parts, { slot, control }: Destination, connections: Connections) {
  if (control === null) return false;
  return (await partsDone(await connections.catalog(otherSlot(slot)), parts.load)) === parts.parts;
}

/**
 * The pauses before the second and third attempt, in milliseconds. Together, they are longer than a minute, so that
 * D1 can recover from an overload or a reset.
 */
const PAUSES = [10_000, 60_000];

/**
 * Sends a part in up to three attempts. Retries after any error, because the network, the login or D1 may have failed
 * temporarily. If D1 reports that the part is already imported, only the response of an earlier attempt was lost.
 */
async function sendPart(part: number, database: string, sending: Sending): Promise<void> {
  const { folder, print, execute, wait } = sending;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await execute(database, partFile(folder, part));
      return;
    } catch (thrown) {
      if (REPEATED_PART.test(String(thrown))) return;
      if (isOvertaken(thrown)) throw new AnotherLoad(database, thrown);
      const pause = PAUSES[attempt];
      if (pause === undefined) throw unsent(part, thrown);
      print(`Part ${part} failed. Retrying in ${pause / 1_000} seconds.`);
      await wait(pause);
    }
  }
}

function unsent(part: number, cause: unknown): CommandError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CommandError(
    `Part ${part} could not be sent; the catalog is as it was. The same load goes on from here; discard gives it up.\n${why}`,
    { cause },
  );
}
