/** Where a load writes: a local database, or files that wrangler sends to a remote database. */
import { type RetryOptions, retryTransient } from "../../../worker/origins/catalog/session.ts";
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** Runs statements in a local database. */
export interface Statements {
  /** As one transaction. */
  batch(statements: readonly string[]): Promise<unknown>;
  run(statement: string, parameter: string): Promise<unknown>;
}

export function d1Statements(database: D1Database): Statements {
  return {
    batch: (statements) => database.batch(statements.map((statement) => database.prepare(statement))),
    run: (statement, parameter) => database.prepare(statement).bind(parameter).run(),
  };
}

/**
 * Writes to the local database, or to a test's. A local server and a load lock the same file briefly: a statement that meets
 * a lock has changed nothing and is retried.
 */
export function boundTarget(statements: Statements, retries: RetryOptions = {}): Target {
  return {
    async run(all) {
      await retryTransient(() => statements.batch(all), retries);
    },
    async insert(table, rows) {
      const parameter = asciiJson(rows);
      await retryTransient(() => statements.run(insertInto(table, "?1", "jsonb_each"), parameter), retries);
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
