/** Reads the files of the local databases without starting a runtime. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readMigrations } from "./load/migrations.ts";

/** The folder of the databases within the state folder. */
export const DATABASES = "v3/d1/miniflare-D1DatabaseObject";

/** Returns the paths of the local databases within the state folder. Their names are hashes. */
export function listDatabaseFiles(state: string): string[] {
  const files = globSync(`${DATABASES}/*.sqlite`, { cwd: state });
  return files.filter((file) => !file.endsWith("metadata.sqlite")).toSorted();
}

/** Returns true if a database has a table or index with this name. */
export function hasName(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(name) !== undefined;
}

/** Returns the number of titles in the live catalog, or `null` if a catalog or a migration may be missing. */
export function countPreparedTitles(state: string): number | null {
  let titles: number | null = null;
  for (const file of listDatabaseFiles(state)) {
    const database = new DatabaseSync(join(state, file), { readOnly: true, timeout: 5_000 });
    try {
      if (!hasName(database, "d1_migrations")) continue;
      const isControl = hasName(database, "generation");
      const applied = database.prepare("SELECT name FROM d1_migrations").all();
      const all = readMigrations(isControl ? "control" : "catalog");
      if (all.some(({ name }) => !applied.some((migration) => migration.name === name))) return null;
      if (isControl) titles = liveTitles(database);
    } finally {
      database.close();
    }
  }
  return titles;
}

function liveTitles(control: DatabaseSync): number | null {
  const row = control
    .prepare("SELECT titles FROM generation WHERE version IS NOT NULL AND slot = (SELECT slot FROM live)")
    .get();
  return row === undefined ? null : Number(row.titles);
}
