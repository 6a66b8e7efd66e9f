/** Where a load writes to: a D1 database at hand, or files that wrangler sends to a remote one. */
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** A D1 database that is bound here: the local one through wrangler's proxy, or a test's. */
export function boundTarget(database: D1Database): Target {
  return {
    async run(statements) {
      await database.batch(statements.map((statement) => database.prepare(statement)));
    },
    async insert(table, rows) {
      await database.prepare(insertInto(table, "?1")).bind(JSON.stringify(rows)).run();
    },
  };
}
