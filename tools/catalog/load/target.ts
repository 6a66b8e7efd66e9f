/** Where a load writes to: a D1 database at hand, files that wrangler sends to a remote one, or nowhere. */
import { type RetryOptions, retryTransient } from "../../../worker/origins/catalog/session.ts";
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/**
 * A D1 database that is bound here: the local one through wrangler's proxy, or a test's. A local server reads the same
 * file, and each of the two locks it for moments. What met a lock has changed nothing and is retried.
 */
export function boundTarget(database: D1Database, retries: RetryOptions = {}): Target {
  return {
    async run(statements) {
      const prepared = statements.map((statement) => database.prepare(statement));
      await retryTransient(() => database.batch(prepared), retries);
    },
    async insert(table, rows) {
      const statement = database.prepare(insertInto(table, "?1")).bind(JSON.stringify(rows));
      await retryTransient(() => statement.run(), retries);
    },
  };
}

/** Keeps nothing: what a load would refuse is refused, and that is all. */
export const discardingTarget: Target = {
  async run() {},
  async insert() {},
};
