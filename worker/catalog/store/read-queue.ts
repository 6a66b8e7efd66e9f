/**
 * Runs all statements on the catalog. Reads that start before the next macrotask become one batch, which takes one
 * round trip and one transaction. So concurrent work shares round trips without coordination.
 */
import type { Session, StateRow } from "../../source/d1.ts";

export interface Query<Row> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The columns of a row. If set, queries with the same SQL are combined into one statement. */
  readonly columns?: readonly string[];
  readonly row?: Row;
}

type NamedQueries = Readonly<Record<string, Query<unknown> | readonly Query<unknown>[]>>;

type NamedRows<Queries> = { readonly catalog: StateRow } & {
  readonly [Name in keyof Queries]: Queries[Name] extends Query<infer Row>
    ? readonly Row[]
    : Queries[Name] extends readonly Query<infer Row>[]
      ? readonly (readonly Row[])[]
      : never;
};

export interface Reads {
  /**
   * Returns the rows of each query under its name, and the row of the table `catalog`. Throws a Problem or
   * OtherGeneration.
   */
  read<const Queries extends NamedQueries>(queries: Queries): Promise<NamedRows<Queries>>;
  /** Returns the number of statements that the request has run so far. */
  countStatements(): number;
}

const SELECT_STATE = "SELECT version, titles, gap, changes FROM catalog";

/** The maximum number of queries to combine into one statement, because all of their rows have to fit into memory. */
const MAX_COMBINED = 100;

interface BatchResult {
  readonly catalog: StateRow;
  readonly rows: ReadonlyMap<Query<unknown>, readonly unknown[]>;
}

interface WaitingRead extends Pick<PromiseWithResolvers<BatchResult>, "resolve" | "reject"> {
  readonly queries: readonly Query<unknown>[];
}

export function createReadQueue({ statement, batch, expect }: Session): Reads {
  let statements = 0;
  let waiting: WaitingRead[] = [];

  function add(queries: readonly Query<unknown>[]): Promise<BatchResult> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(flush, 0);
      waiting.push({ queries, resolve, reject });
    });
  }

  async function flush(): Promise<void> {
    const reads = waiting;
    waiting = [];
    try {
      const result = await sendBatch(reads.flatMap(({ queries }) => queries));
      for (const { resolve } of reads) resolve(result);
    } catch (thrown) {
      for (const { reject } of reads) reject(thrown);
    }
  }

  async function sendBatch(queries: readonly Query<unknown>[]): Promise<BatchResult> {
    const groups = groupQueries(queries);
    const combined = groups.map(combine);
    statements += 1 + combined.length;
    const [state, ...results] = await batch([
      statement(SELECT_STATE),
      ...combined.map(({ sql, parameters }) => statement(sql, ...parameters)),
    ]);
    const [catalog] = (state?.results ?? []) as unknown as StateRow[];
    const rows = groups.flatMap((group, index) => separateRows(group, results[index]?.results ?? []));
    return { catalog: expect(catalog), rows: new Map(rows) };
  }

  return {
    async read<const Queries extends NamedQueries>(queries: Queries) {
      const { rows, catalog } = await add(Object.values(queries).flat());
      const getRows = (query: Query<unknown>) => rows.get(query) ?? [];
      const named = Object.entries(queries).map(([name, query]) => [
        name,
        "sql" in query ? getRows(query) : query.map(getRows),
      ]);
      return { ...Object.fromEntries(named), catalog } as NamedRows<Queries>;
    },

    countStatements: () => statements,
  };
}

/** Groups queries that can run as one statement. */
function groupQueries(queries: readonly Query<unknown>[]): (readonly Query<unknown>[])[] {
  const groups = Map.groupBy(new Set(queries), (query) => (query.columns === undefined ? query : query.sql));
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_COMBINED) }, (_, part) =>
      group.slice(part * MAX_COMBINED, (part + 1) * MAX_COMBINED),
    ),
  );
}

interface CombinedRow {
  readonly rows: string;
}

/** Combines queries with the same SQL into one statement. */
function combine(queries: readonly Query<unknown>[]): Query<unknown> {
  const [first, ...others] = queries;
  if (first === undefined || others.length === 0) return first as Query<unknown>;
  const sql = first.sql.replaceAll(/\?(\d)/g, (_, number) => `(bound.value ->> ${Number(number) - 1})`);
  const members = first.columns?.map((name) => `'${name}', ${name}`).join(", ");
  return {
    sql: `SELECT (SELECT json_group_array(json_object(${members})) FROM (${sql})) AS rows FROM json_each(?1) AS bound`,
    parameters: [JSON.stringify(queries.map(({ parameters }) => parameters))],
  };
}

/** Returns the rows of a statement, separated by query. */
function separateRows(
  queries: readonly Query<unknown>[],
  results: readonly unknown[],
): (readonly [Query<unknown>, readonly unknown[]])[] {
  return queries.map((query, index) => {
    if (queries.length === 1) return [query, results];
    const { rows } = results[index] as CombinedRow;
    return [query, JSON.parse(rows)];
  });
}

export function query<Row>(sql: string, ...parameters: unknown[]): Query<Row> {
  return { sql, parameters };
}

/**
 * Returns a query that can be combined with others that have the same SQL. LIMIT must not be a parameter, because it
 * has to be constant in a combined statement.
 */
export function setQuery<Row>(
  columns: readonly (keyof Row & string)[],
  sql: string,
  ...parameters: unknown[]
): Query<Row> {
  return { sql, parameters, columns };
}
