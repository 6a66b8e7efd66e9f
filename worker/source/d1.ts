/**
 * Opens sessions to D1, through which all statements of the Worker run. A session reads from the nearest replica
 * (D1's Sessions API). It retries transient errors for a limited time, with exponential backoff and full jitter
 * (developers.cloudflare.com/d1/best-practices/rules-of-d1), and throws a Problem for all other errors. A read never
 * returns older data than the reads before it in the session. It may lag seconds behind the primary, which is
 * acceptable for a catalog that is replaced as a whole.
 */
import { Problem } from "../contract/problem.ts";
import { quotaProblem } from "./failure.ts";

/** A session. Its reads reject with a Problem that has the database error as its `cause`. */
export interface Session {
  /** Prepares a statement and binds its parameters. */
  statement(sql: string, ...parameters: unknown[]): D1PreparedStatement;
  rows<Row>(statement: D1PreparedStatement): Promise<Row[]>;
  /** Runs statements in one round trip and one transaction. */
  batch(statements: D1PreparedStatement[]): Promise<D1Result[]>;
  /**
   * Checks that all reads see the same catalog version with at least the expected number of writes. Returns the row
   * of the table `catalog`. Throws EmptyCatalog or OtherGeneration.
   */
  expect(row: StateRow | undefined): StateRow;
  /** Returns the version of the catalog, or `undefined` before the first read. */
  version(): string | undefined;
}

export interface StateRow {
  /** The id of the load that wrote the data. In another load, the same rank belongs to a different title. */
  readonly version: string;
  readonly titles: number;
  /** The distance between neighbouring ranks when the data was loaded. */
  readonly gap: number;
  /** The number of writes that updates have made. */
  readonly changes: number;
}

export interface SessionOptions extends RetryOptions {
  /** The constraint for the first read. Defaults to the nearest replica. */
  readonly constraint?: D1SessionConstraint;
  /** The expected catalog version. Defaults to the version of the first read. */
  readonly version?: string | null;
  /** The minimum number of writes that updates have made. Defaults to 0. */
  readonly writes?: number;
  /** Wraps each round trip including its retries, for example to measure it. */
  readonly time?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Receives the region that responded, such as "WEUR" (developers.cloudflare.com/d1/worker-api/return-object). */
  readonly noteRegion?: (region: string) => void;
}

export function openSession(database: D1Database, options: SessionOptions = {}): Session {
  const { constraint = "first-unconstrained", version = null, writes = 0, ...others } = options;
  const { time = (work) => work(), noteRegion = () => {}, ...retries } = others;
  let seenVersion: string | undefined;
  const { now = Date.now } = retries;
  // Older bindings and test doubles lack this method, contrary to their type.
  const session = "withSession" in database ? database.withSession(constraint) : database;

  async function read<T extends D1Result | D1Result[]>(attempt: () => Promise<T>): Promise<T> {
    try {
      const results = await time(() => retryTransient(attempt, retries));
      // All results of a batch come from the same region. The local runtime does not report a region.
      const [result] = [results].flat() as D1Result[];
      const region = result?.meta.served_by_region;
      if (region !== undefined) noteRegion(region);
      return results;
    } catch (thrown) {
      throw quotaProblem(thrown, now()) ?? asProblem(thrown);
    }
  }

  return {
    statement: (sql, ...parameters) => session.prepare(sql).bind(...parameters),
    rows: async <Row>(statement: D1PreparedStatement) => (await read(() => statement.all<Row>())).results,
    batch: (statements) => read(() => session.batch(statements)),

    expect(row) {
      if (row === undefined || row.titles === 0) throw new EmptyCatalog();
      const isOther = row.version !== (seenVersion ?? version ?? row.version);
      if (isOther || row.changes < writes) throw new OtherGeneration();
      seenVersion = row.version;
      return row;
    },

    version: () => seenVersion,
  };
}

/** The advice in the log if the catalog is empty. */
const HOW_TO_FILL = "The catalog is empty; fill it with: npm run catalog -- load <folder or files>";

function asProblem(thrown: unknown): Problem {
  if (String(thrown).includes("no such table")) return new EmptyCatalog(thrown);
  return new Problem("upstream-unavailable", "The catalog is temporarily unavailable. Try again later.", {
    cause: thrown,
  });
}

/** The error if a table is missing or empty, because nothing was loaded yet or a load is running. */
export class EmptyCatalog extends Problem {
  constructor(cause?: unknown) {
    super("upstream-unavailable", "The catalog is empty: it has not been filled yet.", {
      cause: new Error(HOW_TO_FILL, { cause }),
    });
  }
}

/**
 * The error if a read finds another generation than the first read did, or if the database lacks an expected update.
 * All reads must start again.
 */
export class OtherGeneration extends Error {
  override readonly name = "OtherGeneration";
}

interface TransientError {
  readonly message: RegExp;
  /** The number of attempts, including the first. */
  readonly attempts: number;
}

const TRANSIENT: readonly TransientError[] = [
  // Errors for which the documentation says "Retry the operation"
  // (developers.cloudflare.com/d1/observability/debug-d1). D1 itself has already tried a read three times
  // (developers.cloudflare.com/d1/best-practices/retry-queries), so a few more attempts are enough. Overload and
  // timeouts are not included, because retries would make them worse.
  {
    message:
      /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient issue|client disconnected/,
    attempts: 4,
  },
  // Errors that end when another write ends. D1 rejects queries while it imports a file. In the local runtime, even a
  // read needs the write lock, because of its session token.
  {
    message: /processing a long-running import|SQLITE_BUSY|Failed to get session commit token/,
    attempts: 16,
  },
];

const FIRST_BACKOFF_MS = 25;
const MAX_BACKOFF_MS = 500;

export interface RetryOptions {
  /** The number of milliseconds since the first attempt after which no further attempt starts. Defaults to 3,000. */
  readonly limitMs?: number;
  /** The maximum number of attempts. The default depends on the error. */
  readonly attempts?: number;
  readonly random?: () => number;
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Repeats work after a transient error. The work must be safe to repeat: a read, or a write that D1 has rolled back.
 * Throws the error of the last attempt.
 */
export async function retryTransient<T>(attempt: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { limitMs = 3_000, random = Math.random, now = Date.now, wait = pause } = options;
  const began = now();
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      const maxAttempts = options.attempts ?? attemptsFor(thrown);
      const backoff = random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (made - 1));
      if (attemptsFor(thrown) === 1 || made >= maxAttempts || now() - began + backoff > limitMs) throw thrown;
      await wait(backoff);
    }
  }
}

function attemptsFor(thrown: unknown): number {
  return TRANSIENT.find(({ message }) => message.test(String(thrown)))?.attempts ?? 1;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
