/** `npm run catalog -- check`: checks that files can be loaded, or that the local catalog is complete. */
import * as v from "valibot";
import { Credits } from "../../worker/contract/credits.ts";
import { TitleRecord } from "../../worker/contract/record.ts";
import { openSession, type Session } from "../../worker/origins/catalog/session.ts";
import { CommandError } from "../options.ts";
import { hasLocalDatabase, WAIT_FOR_LOCKS, withLocalDatabase } from "./database.ts";
import { dryRun, type LoadOptions } from "./load-command.ts";
import type { Screen } from "./progress.ts";
import { catalogRow, EMPTY } from "./status.ts";

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
