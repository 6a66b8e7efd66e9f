/**
 * The one door to D1: every statement of the Worker goes through it. It reads from the replica nearest to where the
 * Worker runs (D1's Sessions API), retries what is transient, and throws a Problem for what is not. What one session reads
 * never goes back in time, though it may be some seconds behind the primary: right for a catalog that is only ever
 * replaced whole, and written by no request.
 */
import { Problem } from "../../contract/problem.ts";
import { type RetryOptions, retryTransient } from "./retry.ts";

/** Reads reject with a Problem; the database's own words are its `cause`. */
export interface Session {
  /** A statement with its parameters bound, for one of the reads below. */
  statement(sql: string, ...parameters: unknown[]): D1PreparedStatement;
  rows<Row>(statement: D1PreparedStatement): Promise<Row[]>;
  /** Several statements in one round trip and one transaction. */
  batch(statements: D1PreparedStatement[]): Promise<D1Result[]>;
}

interface SessionOptions extends RetryOptions {
  /** Where the first read goes: the nearest replica unless told otherwise. */
  readonly constraint?: D1SessionConstraint;
}

/** To be opened for each request: a session is as old as what it has read. */
export function openSession(database: D1Database, options: SessionOptions = {}): Session {
  const { constraint = "first-unconstrained", ...retries } = options;
  // Older bindings, and stand-ins for them, lack the method that the type promises.
  const session = "withSession" in database ? database.withSession(constraint) : database;

  async function read<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await retryTransient(attempt, retries);
    } catch (thrown) {
      throw unreadable(thrown);
    }
  }

  return {
    statement: (sql, ...parameters) => session.prepare(sql).bind(...parameters),
    rows: async <Row>(statement: D1PreparedStatement) => (await read(() => statement.all<Row>())).results,
    batch: (statements) => read(() => session.batch(statements)),
  };
}

/** For the log: what an operator does about it. */
const HOW_TO_FILL = "The catalog is empty; fill it with: npm run catalog -- load <folder or files>";

function unreadable(thrown: unknown): Problem {
  if (String(thrown).includes("no such table")) return unfilled(thrown);
  return new Problem("upstream-unavailable", "The catalog cannot be read.", { cause: thrown });
}

export function unfilled(cause?: unknown): Problem {
  return new Problem("upstream-unavailable", "The catalog is empty: it has not been filled yet.", {
    cause: new Error(HOW_TO_FILL, { cause }),
  });
}
