/** Where a load writes: a local database, or files that wrangler sends to a remote database. */
import { type LoadConnection, query } from "./statements.ts";
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<unknown>;
  insert(table: Table, rows: readonly Row[]): Promise<unknown>;
  /** Which of these tables may exist: all of them if the target cannot be read. */
  existing(names: readonly string[]): Promise<readonly string[]>;
}

/** Writes to the local database, or to a test's. */
export function boundTarget(database: LoadConnection): Target {
  return {
    run: (statements) => database.batch(statements),
    insert: (table, rows) => database.run(insertInto(table, "?1", "jsonb_each"), asciiJson(rows)),
    async existing(names) {
      const [tables = []] = await query(database, ["SELECT name FROM sqlite_schema WHERE type = 'table'"]);
      const known = new Set(tables.map(({ name }) => name));
      return names.filter((name) => known.has(name));
    },
  };
}

/**
 * JSON in ASCII only: V8 stores a string with any character beyond Latin-1 in two bytes per character, and each copy on the
 * way takes twice as long.
 */
function asciiJson(rows: readonly Row[]): string {
  return JSON.stringify(rows).replaceAll(/[^\0-\x7f]/g, escaped);
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
