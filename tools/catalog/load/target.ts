/** Where a load writes to: a database at hand, files that wrangler sends to a remote one, or nowhere. */
import { type RetryOptions, retryTransient } from "../../../worker/origins/catalog/session.ts";
import { insertInto, type Row, type Table } from "./tables.ts";

export interface Target {
  /** Statements without parameters, in order, as one transaction. */
  run(statements: readonly string[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** Runs statements in a database at hand. */
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

const IDLE_MS = 1_000;
const MAX_RECONNECTIONS = 10;

/**
 * The local database, or a test's. A local server reads the same file, and each of the two locks it for moments. What met a
 * lock has changed nothing and is retried.
 */
export function boundTarget(statements: Statements, retries: RetryOptions = {}): Target {
  let last = performance.now();

  /** Sorting takes seconds, in which the database closes an idle connection. A read may be repeated, a write may not. */
  async function reconnect(): Promise<void> {
    if (performance.now() - last < IDLE_MS) return;
    for (let attempt = 1; attempt < MAX_RECONNECTIONS; attempt += 1) {
      try {
        await statements.batch(["SELECT 1"]);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, attempt * 20));
      }
    }
  }

  async function write(work: () => Promise<unknown>): Promise<void> {
    await reconnect();
    await retryTransient(work, retries);
    last = performance.now();
  }

  return {
    run: (all) => write(() => statements.batch(all)),
    insert(table, rows) {
      const parameter = asciiJson(rows);
      return write(() => statements.run(insertInto(table, "?1", "jsonb_each"), parameter));
    },
  };
}

/** Keeps nothing: what a load would refuse is refused, and that is all. */
export const discardingTarget: Target = {
  async run() {},
  async insert() {},
};

/**
 * Without a character beyond ASCII: V8 keeps a text of which one is not Latin-1 in two bytes a character, and each copy of it on
 * the way takes twice as long.
 */
function asciiJson(rows: readonly Row[]): string {
  return JSON.stringify(rows).replaceAll(/[^\0-\x7f]/g, escaped);
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
