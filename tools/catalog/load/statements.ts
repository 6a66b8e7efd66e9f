/** Statements for a database, local or deployed, in the form of D1's API, and their results. */
import * as v from "valibot";

interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Of the whole database, after the statement. */
  readonly bytes: number;
  /** Rows, as D1 bills them. */
  readonly written: number;
  /** Milliseconds that the statement took in the database. */
  readonly took: number;
}

/** A statement with a value that it reads as JSON text, `?1`: the API accepts only strings as parameters. */
interface Bound {
  readonly sql: string;
  readonly parameter: unknown;
}

export type Statement = string | Bound;

export interface Connection {
  /** In one transaction, which must be safe to repeat. At most 100,000 bytes each: D1 accepts no longer statement. */
  batch(statements: readonly Statement[]): Promise<readonly Result[]>;
}

export type DatabaseRow = Readonly<Record<string, string | number | null>>;

/** The rows of each statement. */
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

/** api/resources/d1/subresources/database/methods/query: the queries of `batch` are one transaction. */
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

/** Throws if it is not what the API returns for such a query. */
export function resultsOf(queried: unknown): readonly Result[] {
  return v.parse(Queried, queried).map(({ results, meta }) => ({
    rows: results,
    bytes: meta.size_after,
    written: meta.rows_written,
    took: meta.duration,
  }));
}
