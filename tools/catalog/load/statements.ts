/** Statements for a database, local or deployed, in the form of D1's API, and their results. */
import * as v from "valibot";

interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The size of the whole database after the statement. */
  readonly bytes: number;
  /** The rows that D1 bills as written. */
  readonly written: number;
  /** Milliseconds that the statement took. */
  readonly took: number;
}

/** A statement with a value that it reads as JSON (`?1`), because the API accepts only string parameters. */
interface Bound {
  readonly sql: string;
  readonly parameter: unknown;
}

export type Statement = string | Bound;

export interface Connection {
  /** Runs statements in one transaction, which must be safe to repeat. Each has at most 100,000 bytes, D1's limit. */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>;
}

export type DatabaseRow = Readonly<Record<string, string | number | null>>;

/** Returns the rows of each statement. */
export async function query<Row = DatabaseRow>(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  return (await connection.batch(statements)).map(({ rows }) => rows as unknown as Row[]);
}

export async function hasTable(connection: Connection, name: string): Promise<boolean> {
  const counting = `SELECT count(*) AS count FROM sqlite_schema WHERE name = '${name}'`;
  const [[found] = []] = await query(connection, [counting]);
  return found?.count === 1;
}

export const sqlOf = (statement: Statement) => (typeof statement === "string" ? statement : statement.sql);
export const parametersOf = (statement: Statement) =>
  typeof statement === "string" ? [] : [JSON.stringify(statement.parameter)];

/** The queries of `batch` are one transaction (api/resources/d1/subresources/database/methods/query). */
export const queryOf = (statements: readonly Statement[]) => ({
  batch: statements.map((statement) => ({ sql: sqlOf(statement), params: parametersOf(statement) })),
});

const Queried = v.array(
  v.object({
    results: v.optional(v.array(v.record(v.string(), v.unknown())), []),
    meta: v.object({
      size_after: v.optional(v.number(), 0),
      rows_written: v.optional(v.number(), 0),
      duration: v.optional(v.number(), 0),
    }),
  }),
);

/** Parses the API's response. Throws if it has another form. */
export function resultsOf(queried: unknown): readonly Result[] {
  return v.parse(Queried, queried).map(({ results, meta }) => ({
    rows: results,
    bytes: meta.size_after,
    written: meta.rows_written,
    took: meta.duration,
  }));
}
