/** `npm run catalog -- status`: what the catalog holds, since when, from where. */
import { run } from "../wrangler.ts";
import { DATABASE, withLocalDatabase } from "./database.ts";
import { gigabytes } from "./size.ts";

const STATUS = "SELECT titles, source, loaded_at, version FROM catalog";

export async function showStatus(state: string, remote: boolean): Promise<void> {
  if (remote) {
    console.log(await run("wrangler", ["d1", "execute", DATABASE, "--remote", "--command", STATUS]));
    return;
  }
  await withLocalDatabase(state, async (database) => {
    const row = await catalogRow(database);
    if (row === null)
      console.log("The catalog is empty. Fill it with: npm run catalog -- load <folder or files>");
    else
      console.log(
        `${row.titles} titles from ${row.source}, loaded ${row.loaded_at}, ${gigabytes(row.bytes)}`,
      );
  });
}

interface CatalogRow {
  readonly titles: number;
  readonly source: string;
  readonly loaded_at: string;
  /** Of the whole database. */
  readonly bytes: number;
}

/** `null`: the catalog has not been filled. */
export async function catalogRow(database: D1Database): Promise<CatalogRow | null> {
  // A database that was never migrated has no table to ask.
  const tables = "SELECT 1 FROM sqlite_schema WHERE name = 'catalog'";
  if ((await database.prepare(tables).first()) === null) return null;
  const { results, meta } = await database.prepare(STATUS).run<Omit<CatalogRow, "bytes">>();
  return results[0] === undefined ? null : { ...results[0], bytes: meta.size_after };
}
