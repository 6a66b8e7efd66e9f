/** Converts statements to the format of D1's API, and parses the results. Local databases use the same format. */
import * as v from "valibot";

interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The size of the database after the statement, in bytes. */
  readonly bytes: number;
  /** The number of rows that D1 bills as written. */
  readonly written: number;
  /** The duration of the statement, in milliseconds. */
  readonly took: number;
}

/** A statement with one parameter, `?1`. The parameter is sent as JSON, because the API accepts only strings. */
interface Bound {
  readonly sql: string;
  readonly parameter: unknown;
}

export type Statement = string | Bound;

export interface Connection {
  /**
   * Runs statements of up to 100,000 bytes in one transaction. A failed transaction may be repeated, so statements
   * must be safe to repeat.
   */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>;
}

type DatabaseRow = Readonly<Record<string, string | number | null>>;

/** Runs statements and returns the rows of each. */
export async function query<Row = DatabaseRow>(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  return (await connection.batch(statements)).map(({ rows }) => rows as unknown as Row[]);
}

export async function hasTable(connection: Connection, name: string): Promise<boolean> {
  const counting = `SELECT count(*) AS count FROM sqlite_schema WHERE name = '${name}'`;
  const [[row] = []] = await query(connection, [counting]);
  return row?.count === 1;
}

export const toSql = (statement: Statement) => (typeof statement === "string" ? statement : statement.sql);
export const getParameters = (statement: Statement) =>
  typeof statement === "string" ? [] : [JSON.stringify(statement.parameter)];

/**
 * D1 runs the queries in `batch` as one transaction
 * (developers.cloudflare.com/api/resources/d1/subresources/database/methods/query).
 */
export const toQuery = (statements: readonly Statement[]) => ({
  batch: statements.map((statement) => ({ sql: toSql(statement), params: getParameters(statement) })),
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

/** Parses the response of a query. Throws if the format is unexpected. */
export function parseResults(queried: unknown): readonly Result[] {
  return v.parse(Queried, queried).map(({ results, meta }) => ({
    rows: results,
    bytes: meta.size_after,
    written: meta.rows_written,
    took: meta.duration,
  }));
}
