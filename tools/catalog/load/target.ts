/** Where a load writes to: a D1 database at hand, or files that wrangler sends to a remote one. */
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/**
 * A D1 database that is bound here: the local one through wrangler's proxy, or a test's.
 * A local server reads the same file, and while it does the file may be locked for a moment.
 */
export function boundTarget(database: D1Database, wait: Wait = pause): Target {
  async function patiently(write: () => Promise<unknown>): Promise<void> {
    for (let left = MOST_TRIES; ; left -= 1) {
      try {
        await write();
        return;
      } catch (thrown) {
        if (left === 0 || !String(thrown).includes("SQLITE_BUSY")) throw thrown;
        await wait(BETWEEN_TRIES);
      }
    }
  }
  return {
    run: (statements) =>
      patiently(() => database.batch(statements.map((statement) => database.prepare(statement)))),
    insert: (table, rows) =>
      patiently(() => database.prepare(insertInto(table, "?1")).bind(JSON.stringify(rows)).run()),
  };
}

/** Milliseconds. A statement that met a lock has changed nothing. */
const BETWEEN_TRIES = 100;
const MOST_TRIES = 100;

type Wait = (milliseconds: number) => Promise<void>;
const pause: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
