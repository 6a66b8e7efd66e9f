/** Copies the filled test state, and makes its catalog look like an operator's own instead of the starter. */
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inject } from "vitest";

/** Returns the state's folder, which is removed when the process ends. */
export function copyAsOwnCatalog(): string {
  const state = mkdtempSync(join(tmpdir(), "marquee-own-"));
  process.on("exit", () => rmSync(state, { recursive: true, force: true }));
  cpSync(inject("filledState"), state, { recursive: true });
  for (const file of globSync(join(state, "**/*.sqlite"))) {
    const database = new DatabaseSync(file);
    const [table] = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'catalog'").all();
    if (table !== undefined) database.exec("UPDATE catalog SET source = 'films.jsonl'");
    database.close();
  }
  return state;
}
