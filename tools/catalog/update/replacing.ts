/** The statements that put some rows of the catalog in the place of others. */
import type { Statement } from "../load/statements.ts";
import { COLUMNS, type Row, rowKey, type Table } from "../load/tables.ts";

export type Rows = [Table, Row][];

const INDEXES: ReadonlySet<Table> = new Set(["index", "person_index", "browse"]);
/** Characters of rows in one statement, which blocks the database for as long as it takes. */
const MAX_PARAMETER = 100_000;

/** Rows that stay are not written. Deletions come first: a key may pass from one title to another. */
export function replacing(before: Rows, after: Rows): Statement[] {
  const [old, next] = [keyed(before), keyed(after)];
  const gone = [...old].flatMap(([text, row]) => (next.has(text) ? [] : [row]));
  const added = [...next].flatMap(([text, row]) => (old.has(text) ? [] : [row]));
  return [...statements(gone, deletion, rowKey), ...statements(added, insertion, (_, row) => row)];
}

const keyed = (rows: Rows) => new Map(rows.map((row) => [JSON.stringify(row), row]));

function statements(rows: Rows, sqlFor: (table: Table) => string, partOf: (table: Table, row: Row) => Row) {
  const found: Statement[] = [];
  for (const [table, some] of Map.groupBy(rows, ([table]) => table)) {
    let parameter: Row[] = [];
    let length = 0;
    for (const [, row] of some) {
      const part = partOf(table, row);
      const own = JSON.stringify(part).length;
      if (parameter.length > 0 && length + own > MAX_PARAMETER) {
        found.push({ sql: sqlFor(table), parameter });
        parameter = [];
        length = 0;
      }
      parameter.push(part);
      length += own;
    }
    found.push({ sql: sqlFor(table), parameter });
  }
  return found;
}

const valuesOf = (columns: readonly unknown[]) => columns.map((_, at) => `value ->> ${at}`).join(", ");

/** An index without text needs the very tokens that were written. */
function deletion(table: Table): string {
  if (INDEXES.has(table))
    return `INSERT INTO catalog_${table} (catalog_${table}, rowid, tokens) SELECT 'delete', value ->> 0, value ->> 1 FROM json_each(?1)`;
  const keys = rowKey(table, COLUMNS[table]);
  return `DELETE FROM catalog_${table} WHERE (${keys.join(", ")}) IN (SELECT ${valuesOf(keys)} FROM json_each(?1))`;
}

function insertion(table: Table): string {
  const columns = COLUMNS[table];
  return `INSERT INTO catalog_${table} (${columns.join(", ")}) SELECT ${valuesOf(columns)} FROM json_each(?1)`;
}
