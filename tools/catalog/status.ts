/** `npm run catalog -- status`: number of titles, source, time of the load, size. */
import { openSession, type Session } from "../../worker/origins/catalog/session.ts";
import { run } from "../wrangler.ts";
import { DATABASE, hasLocalDatabase, WAIT_FOR_LOCKS, withLocalDatabase } from "./database.ts";
import type { Screen } from "./progress.ts";
import { gigabytes } from "./size.ts";

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
