/** Prepares the local D1: migrates it, and fills it with the starter catalog if it is empty. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AnotherLoad, hasLocalDatabase, withLoadLock, withLocalDatabases } from "./database.ts";
import { load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { type LoadConnection, query } from "./load/statements.ts";
import { boundTarget } from "./load/target.ts";
import { starterSource } from "./starter/read.ts";

/**
 * Returns the number of titles in the catalog; 0 if it is empty and another load is about to fill it. `state`: the folder of
 * wrangler's local state.
 */
export async function prepareLocalCatalog(state: string): Promise<number> {
  const ready = titlesOnDisk(state);
  if (ready !== null) return ready;
  return await withLocalDatabases(state, async ({ open }) => {
    const database = await open("A");
    const [[catalog] = []] = await query(database, ["SELECT titles FROM catalog"]);
    const held = Number(catalog?.titles ?? 0);
    if (held > 0) return held;
    return await withLoadLock(state, () => fill(database)).catch(unlessLoading);
  });
}

/**
 * The number of titles, read from the files of the databases if this version can serve the catalogs in them as they are:
 * opening a database starts a runtime. `null`: open the database.
 */
export function titlesOnDisk(state: string): number | null {
  if (!hasLocalDatabase(state)) return null;
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  const files = readdirSync(folder).filter((name) => /^(?!metadata).*\.sqlite$/.test(name));
  try {
    const catalogs = files.flatMap((file) => titlesIn(join(folder, file)) ?? []);
    return Math.max(0, ...catalogs) || null;
  } catch {
    return null;
  }
}

/** `null`: it is not the file of a catalog. Throws if the catalog in it lacks a migration. */
function titlesIn(file: string): number | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const catalog = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'catalog'").get();
    if (catalog === undefined) return null;
    const applied = database
      .prepare("SELECT name FROM d1_migrations")
      .all()
      .map(({ name }) => name);
    if (readMigrations().some(({ name }) => !applied.includes(name)))
      throw new Error("A migration is missing.");
    return Number(database.prepare("SELECT titles FROM catalog").get()?.titles ?? 0);
  } finally {
    database.close();
  }
}

function fill(database: LoadConnection): Promise<number> {
  const target = boundTarget(database);
  return load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
}

function unlessLoading(thrown: unknown): number {
  if (thrown instanceof AnotherLoad) return 0;
  throw thrown;
}
