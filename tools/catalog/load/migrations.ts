/** The catalog's migrations, statement by statement, in their order. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../worker/origins/catalog/migrations");

export interface MigrationFile {
  readonly name: string;
  readonly statements: readonly string[];
}

export function readMigrations(): MigrationFile[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => ({ name, statements: divide(readFileSync(join(FOLDER, name), "utf8")) }));
}

/** Removes comments first: they may contain semicolons, and string literals in our migrations do not. */
function divide(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").split(";");
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
