/** `npm run catalog -- status` and `check`: what the catalog holds, and whether the local one is complete. */
import * as v from "valibot";
import { Credits } from "../../worker/contract/credits.ts";
import { TitleRecord } from "../../worker/contract/record.ts";
import { openSession, type Session } from "../../worker/origins/catalog/session.ts";
import { CommandError } from "../options.ts";
import { run } from "../wrangler.ts";
import { DATABASE, hasLocalDatabase, WAIT_FOR_LOCKS, withLocalDatabase } from "./database.ts";
import { dryRun, type LoadOptions } from "./load-command.ts";
import type { Screen } from "./progress.ts";
import { gigabytes } from "./storage.ts";

const STATUS = "SELECT titles, source, loaded_at, version FROM catalog";

export async function showStatus(state: string, remote: boolean, screen: Screen): Promise<void> {
  if (remote) {
    screen.write(await run("wrangler", ["d1", "execute", DATABASE, "--remote", "--command", STATUS]));
    return;
  }
  const row = await localCatalog(state);
  screen.write(
    row === null
      ? `${EMPTY} Fill it with: npm run catalog -- load <folder or files>\n`
      : `${row.titles} titles from ${row.source}, loaded ${row.loaded_at}, ${gigabytes(row.bytes)}\n`,
  );
}

export const EMPTY = "The catalog is empty.";

interface CatalogRow {
  readonly titles: number;
  readonly source: string;
  readonly loaded_at: string;
  /** The size of the whole database. */
  readonly bytes: number;
}

/** `null`: the catalog has not been filled. Does not create a database. */
async function localCatalog(state: string): Promise<CatalogRow | null> {
  if (!hasLocalDatabase(state)) return null;
  return withLocalDatabase(state, (database) => catalogRow(openSession(database, WAIT_FOR_LOCKS)));
}

/** `null`: the catalog has not been filled. */
export async function catalogRow({ statement, batch }: Session): Promise<CatalogRow | null> {
  // A database that was never migrated has no such table.
  const [tables] = await batch([statement("SELECT 1 FROM sqlite_schema WHERE name = 'catalog'")]);
  if (tables?.results.length === 0) return null;
  const [found] = await batch([statement(STATUS)]);
  const [row] = (found?.results ?? []) as Omit<CatalogRow, "bytes">[];
  return row === undefined || found === undefined ? null : { ...row, bytes: found.meta.size_after };
}

/** Throws what a load would throw. */
export async function checkFiles(
  options: Pick<LoadOptions, "paths" | "selection" | "screen">,
): Promise<void> {
  await dryRun({ ...options, remote: false });
  options.screen.write("They can be loaded.\n");
}

/** Checks all counts, and every stored record against the contract. */
export async function checkCatalog(state: string, screen: Screen): Promise<void> {
  const faults = hasLocalDatabase(state)
    ? await withLocalDatabase(state, (database) => faultsIn(openSession(database, WAIT_FOR_LOCKS)))
    : [EMPTY];
  for (const fault of faults) screen.write(`${fault}\n`);
  if (faults.length > 0) throw new CommandError("The catalog is incomplete; load it again.");
  screen.write("The catalog is complete.\n");
}

async function faultsIn(session: Session): Promise<string[]> {
  if ((await catalogRow(session)) === null) return [EMPTY];
  const [counted] = await session.rows<Record<string, number>>(session.statement(COUNTS));
  if (counted === undefined) return [EMPTY];
  const found: string[] = [];
  if (counted.titles !== counted.stated)
    found.push(`${counted.titles} titles, but ${counted.stated} are stated`);
  if (counted.titles !== counted.last)
    found.push(`the last rank is ${counted.last}, of ${counted.titles} titles`);
  if (counted.strays !== 0) found.push(`${counted.strays} credits have no title`);
  found.push(...(await faultyRecords(session, "title", "rank", TitleRecord)));
  found.push(...(await faultyRecords(session, "credits", "id", Credits)));
  return found;
}

const COUNTS = `
  SELECT titles AS stated,
    (SELECT count(*) FROM catalog_title) AS titles,
    (SELECT coalesce(max(rank), 0) FROM catalog_title) AS last,
    (SELECT count(*) FROM catalog_credits WHERE id NOT IN (SELECT id FROM catalog_title)) AS strays
  FROM catalog`;

const PAGE = 500;

async function faultyRecords(
  { statement, rows }: Session,
  table: "title" | "credits",
  key: "rank" | "id",
  schema: typeof TitleRecord | typeof Credits,
): Promise<string[]> {
  const faults: string[] = [];
  const page = `SELECT ${key} AS key, record FROM catalog_${table} WHERE ${key} > ?1 ORDER BY ${key} LIMIT ${PAGE}`;
  for (let last = 0; ; ) {
    const records = await rows<{ key: number; record: string }>(statement(page, last));
    for (const row of records) {
      const read = v.safeParse(schema, JSON.parse(row.record));
      if (!read.success)
        faults.push(`${table} ${row.key}: ${v.getDotPath(read.issues[0]) ?? ""} ${read.issues[0].message}`);
      last = row.key;
    }
    if (records.length < PAGE) return faults;
  }
}
