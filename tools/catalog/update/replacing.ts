/** Builds statements that replace rows of the catalog. */
import { insertions, statementsFor } from "../load/sql.ts";
import { COLUMNS, type Row, rowKey, selectValues, type Table, text } from "../load/tables.ts";

export type Rows = [Table, Row][];

/**
 * Returns statements that delete the old rows and insert the new ones. All deletions come first, because a key may
 * move from one title to another.
 */
export function replacing(before: Rows, after: Rows): string[] {
  const [old, next] = [keyed(before), keyed(after)];
  const gone = [...old].flatMap(([key, row]) => (next.has(key) ? [] : [row]));
  const added = [...next].flatMap(([key, row]) => (old.has(key) ? [] : [row]));
  return [
    ...byTable(gone).flatMap(([table, rows]) => deletions(table, rows)),
    ...byTable(added).flatMap(([table, rows]) => insertions(table, rows, "catalog")),
  ];
}

const keyed = (rows: Rows) => new Map(rows.map((row) => [JSON.stringify(row), row]));

function byTable(rows: Rows) {
  const tables = [...Map.groupBy(rows, ([table]) => table)];
  return tables.map(([table, some]) => [table, some.map(([, row]) => row)] as const);
}

const INDEXES: ReadonlySet<Table> = new Set(["index", "person_index", "browse"]);

/**
 * Returns statements that delete rows. A contentless full-text index only deletes a row if it gets exactly the tokens
 * that were written.
 */
function deletions(table: Table, rows: readonly Row[]): string[] {
  const [name, columns] = [`catalog_${table}`, rowKey<string>(table, COLUMNS[table])];
  const keys = rows.map((row) => rowKey(table, row));
  const from = (all: string) => `${selectValues(columns)} FROM json_each(${all})`;
  const many = INDEXES.has(table)
    ? (all: string) => `INSERT INTO ${name} (${name}, rowid, tokens) SELECT 'delete', ${from(all)}`
    : (all: string) => `DELETE FROM ${name} WHERE (${columns.join(", ")}) IN (SELECT ${from(all)})`;
  return statementsFor(keys, { many, large: (key) => [many(text(JSON.stringify([key])))] });
}
