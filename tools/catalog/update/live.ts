/** Reads of the catalog that readers use, and the statements that turn some of its rows into others. */
import { type Connection, query, type Read, type Statement } from "../load/statements.ts";
import { COLUMNS, keyOf, type Row, type Table } from "../load/tables.ts";

/** Ids or rows for one statement at most: it blocks the database for as long as it takes. */
const PAGE = 25;

/** The rows of each query for all of these, in one round trip: a statement for each few of them. */
export async function readRows(
  live: Connection,
  queries: readonly string[],
  wanted: readonly unknown[],
  size = PAGE,
): Promise<Read[][]> {
  if (wanted.length === 0) return queries.map(() => []);
  const pages = Array.from({ length: Math.ceil(wanted.length / size) }, (_, at) =>
    wanted.slice(at * size, (at + 1) * size),
  );
  const read = await query(
    live,
    queries.flatMap((sql) => pages.map((parameter) => ({ sql, parameter }))),
  );
  return queries.map((_, at) => read.slice(at * pages.length, (at + 1) * pages.length).flat());
}

const INDEXES: ReadonlySet<Table> = new Set(["index", "person_index", "browse"]);

/** Characters of rows in one statement. */
const MAX_PARAMETER = 100_000;

/**
 * The statements that turn the rows `before` into `after`. Rows that stay are not written; of rows with the same key, only
 * the columns that differ: a column with an index costs a further row. Deletions come first: a rank may pass from one title
 * to another.
 */
export function difference(
  before: readonly (readonly [Table, Row])[],
  after: readonly (readonly [Table, Row])[],
): Statement[] {
  const [old, next] = [byKey(before), byKey(after)];
  const changes = new Map<string, Row[]>();
  function add(sql: string, row: Row): void {
    const rows = changes.get(sql);
    if (rows === undefined) changes.set(sql, [row]);
    else rows.push(row);
  }
  for (const [key, [table, row]] of old) if (!next.has(key)) add(deletion(table), keyOf(table, row));
  for (const [key, [table, row]] of next) {
    const stored = old.get(key)?.[1];
    if (stored === undefined) {
      add(writing(table), row);
      continue;
    }
    const changed = row.flatMap((value, at) => (value === stored[at] ? [] : [at]));
    if (changed.length > 0)
      add(changing(table, changed), [...keyOf(table, row), ...changed.map((at) => row[at] ?? 0)]);
  }
  return [...changes].flatMap(([sql, rows]) => statements(sql, rows));
}

function byKey(rows: readonly (readonly [Table, Row])[]): Map<string, readonly [Table, Row]> {
  return new Map(rows.map(([table, row]) => [JSON.stringify([table, ...keyOf(table, row)]), [table, row]]));
}

function statements(sql: string, rows: readonly Row[]): Statement[] {
  const found: Row[][] = [];
  let length = MAX_PARAMETER;
  for (const row of rows) {
    const own = row.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (length + own > MAX_PARAMETER || found.at(-1)?.length === PAGE) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(row);
    length += own;
  }
  return found.map((parameter) => ({ sql, parameter }));
}

const valuesOf = (columns: readonly unknown[]) => columns.map((_, at) => `value ->> ${at}`).join(", ");

function deletion(table: Table): string {
  if (INDEXES.has(table))
    return `INSERT INTO catalog_${table} (catalog_${table}, rowid, tokens) SELECT 'delete', value ->> 0, value ->> 1 FROM json_each(?1)`;
  const keys = keyOf(table, COLUMNS[table]);
  return `DELETE FROM catalog_${table} WHERE (${keys.join(", ")}) IN (SELECT ${valuesOf(keys)} FROM json_each(?1))`;
}

function writing(table: Table): string {
  const columns = COLUMNS[table];
  const insert = `INSERT INTO catalog_${table} (${columns.join(", ")}) SELECT ${valuesOf(columns)} FROM json_each(?1)`;
  if (INDEXES.has(table)) return insert;
  const keys = keyOf(table, columns);
  const others = columns.slice(keys.length).map((column) => `${column} = excluded.${column}`);
  const update = others.length === 0 ? "NOTHING" : `UPDATE SET ${others.join(", ")}`;
  return `${insert} WHERE true ON CONFLICT (${keys.join(", ")}) DO ${update}`;
}

/** Sets these columns of stored rows. */
function changing(table: Table, changed: readonly number[]): string {
  const columns = COLUMNS[table];
  const keys = keyOf(table, columns);
  const set = changed.map((column, at) => `${columns[column]} = given.value ->> ${keys.length + at}`);
  const where = keys.map((column, at) => `catalog_${table}.${column} = given.value ->> ${at}`);
  return `UPDATE catalog_${table} SET ${set.join(", ")} FROM json_each(?1) AS given WHERE ${where.join(" AND ")}`;
}
