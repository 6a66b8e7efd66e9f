/** The migrations of a catalog and of CONTROL, statement by statement, in their order. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ORIGINS = join(import.meta.dirname, "../../../worker/origins");

export interface MigrationFile {
  readonly name: string;
  readonly statements: readonly string[];
}

export function readMigrations(of: "catalog" | "control" = "catalog"): MigrationFile[] {
  const folder = join(ORIGINS, of, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => ({ name, statements: divide(readFileSync(join(folder, name), "utf8")) }));
}

/** Removes comments first: they may contain semicolons, and string literals in our migrations do not. */
function divide(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").split(";");
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
