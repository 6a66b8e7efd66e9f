/** Reads the migrations of the catalog and of CONTROL, and applies the missing ones. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Connection, hasTable, query } from "./statements.ts";

const WORKER = join(import.meta.dirname, "../../../worker");
const FOLDERS = { catalog: "catalog/store/migrations", control: "changes/migrations" } as const;

export interface MigrationFile {
  readonly name: string;
  readonly statements: readonly string[];
}

export function readMigrations(of: keyof typeof FOLDERS = "catalog"): MigrationFile[] {
  const folder = join(WORKER, FOLDERS[of]);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => ({ name, statements: divide(readFileSync(join(folder, name), "utf8")) }));
}

/**
 * Splits SQL into statements. Removes comments, because they may contain semicolons. String literals in migrations
 * contain none.
 */
function divide(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").split(";");
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** Creates wrangler's table of applied migrations. Sharing it ensures that no migration is applied twice. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies each missing migration in its own transaction. `wrangler d1 migrations` does the same, but takes seconds to
 * start.
 */
export async function migrate(database: Connection, all: readonly MigrationFile[]): Promise<void> {
  for (const { name, statements } of await missing(database, all)) {
    const recorded = { sql: "INSERT INTO d1_migrations (name) VALUES (?1 ->> '$')", parameter: name };
    try {
      await database.batch([APPLIED, ...statements, recorded]);
    } catch (thrown) {
      // Another command may have applied this migration in the meantime.
      if ((await missing(database, all)).some((migration) => migration.name === name)) throw thrown;
    }
  }
}

async function missing(database: Connection, all: readonly MigrationFile[]): Promise<MigrationFile[]> {
  if (!(await hasTable(database, "d1_migrations"))) return [...all];
  const [applied = []] = await query(database, ["SELECT name FROM d1_migrations"]);
  return all.filter(({ name }) => !applied.some((migration) => migration.name === name));
}
