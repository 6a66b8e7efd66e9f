/** `npm run catalog -- check`: whether files can be loaded, or whether the loaded catalog is whole. */
import * as v from "valibot";
import { Credits } from "../../worker/contract/credits.ts";
import { TitleRecord } from "../../worker/contract/record.ts";
import { withLocalDatabase } from "./database.ts";
import { forgetStaging, readSource } from "./load-command.ts";
import { ProgressLine } from "./progress.ts";
import { assertFits } from "./size.ts";
import type { Selection } from "./sources/staging.ts";
import { catalogRow } from "./status.ts";

/** Reads all of it as a load would. Throws where a load would. */
export async function checkFiles(
  paths: readonly string[],
  selection: Selection,
  state: string,
): Promise<void> {
  const line = new ProgressLine(process.stdout, () => performance.now());
  const source = await readSource(paths, selection, state, line);
  assertFits(source.bytes, 0);
  source.close();
  forgetStaging(state);
  console.log("They can be loaded.");
}

/** Every count that has to agree, and every stored answer that has to follow the contract. */
export async function checkCatalog(state: string): Promise<void> {
  const faults = await withLocalDatabase(state, async (database) => {
    const counted =
      (await catalogRow(database)) && (await database.prepare(COUNTS).first<Record<string, number>>());
    const found: string[] = [];
    if (counted === null) return ["The catalog is empty."];
    if (counted.titles !== counted.stated)
      found.push(`${counted.titles} titles, but ${counted.stated} are stated`);
    if (counted.titles !== counted.last)
      found.push(`the last rank is ${counted.last}, of ${counted.titles} titles`);
    if (counted.strays !== 0) found.push(`${counted.strays} credits have no title`);
    found.push(...(await faultsOf(database, "title", "rank", TitleRecord)));
    found.push(...(await faultsOf(database, "credits", "id", Credits)));
    return found;
  });
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) throw new Error("The catalog is not whole; load it again.");
  console.log("The catalog is whole.");
}

const COUNTS = `
  SELECT titles AS stated,
    (SELECT count(*) FROM catalog_title) AS titles,
    (SELECT coalesce(max(rank), 0) FROM catalog_title) AS last,
    (SELECT count(*) FROM catalog_credits WHERE id NOT IN (SELECT id FROM catalog_title)) AS strays
  FROM catalog`;

const PAGE = 500;

/** Reads a table page by page and holds every answer against the contract. */
async function faultsOf(
  database: D1Database,
  table: "title" | "credits",
  key: "rank" | "id",
  schema: typeof TitleRecord | typeof Credits,
): Promise<string[]> {
  const faults: string[] = [];
  const page = database.prepare(
    `SELECT ${key} AS key, record FROM catalog_${table} WHERE ${key} > ?1 ORDER BY ${key} LIMIT ${PAGE}`,
  );
  for (let last = 0; ; ) {
    const { results } = await page.bind(last).all<{ key: number; record: string }>();
    for (const row of results) {
      const read = v.safeParse(schema, JSON.parse(row.record));
      if (!read.success)
        faults.push(`${table} ${row.key}: ${v.getDotPath(read.issues[0]) ?? ""} ${read.issues[0].message}`);
      last = row.key;
    }
    if (results.length < PAGE) return faults;
  }
}
