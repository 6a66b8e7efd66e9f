/**
 * A load as SQL for a remote database: wrangler sends files, in which D1 accepts no statement over 100,000 bytes and no
 * parameters. Large records are appended piece by piece.
 */
import { COLUMNS, insertInto, type Row, type Table } from "./tables.ts";
import type { Target } from "./target.ts";

/** Below D1's limit, with room for the statement around the rows. */
const MAX_STATEMENT = 90_000;
/** Characters of a value in one statement, which stays small in UTF-8 with quotes doubled. */
const PIECE = 20_000;

/** `write` receives whole statements; the statements of one call belong in one transaction. */
export function sqlTarget(write: (sql: string) => void): Target {
  return {
    async run(statements) {
      write(asSql(statements.map((statement) => statement.replaceAll(/\s*\n\s*/g, " "))));
    },

    async insert(table, rows) {
      let waiting: string[] = [];
      let bytes = 0;
      function flush(): void {
        if (waiting.length > 0) write(asSql([insertInto(table, text(`[${waiting.join(",")}]`))]));
        waiting = [];
        bytes = 0;
      }
      for (const row of rows) {
        const json = JSON.stringify(row);
        const size = Buffer.byteLength(json) + json.split("'").length;
        if (size > MAX_STATEMENT) {
          for (const statement of inPieces(table, row)) write(asSql([statement]));
          continue;
        }
        if (bytes + size > MAX_STATEMENT) flush();
        waiting.push(json);
        bytes += size + 1;
      }
      flush();
    },
  };
}

function asSql(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join("");
}

/** The last column is the large one. */
function* inPieces(table: Table, row: Row): Generator<string> {
  const columns = COLUMNS[table];
  const large = columns.at(-1);
  const values = row.map((value) => (typeof value === "number" ? String(value) : text(value)));
  const keys = columns.includes("lang" as never) ? 2 : 1;
  const where = values.slice(0, keys).map((value, at) => `${columns[at]} = ${value}`);
  const whole = String(row.at(-1));
  yield `INSERT INTO next_${table} (${columns.join(", ")}) VALUES (${[...values.slice(0, -1), "''"].join(", ")})`;
  for (let at = 0; at < whole.length; ) {
    // Never between the halves of a surrogate pair.
    const end = at + PIECE + (isHighSurrogate(whole.charCodeAt(at + PIECE - 1)) ? 1 : 0);
    yield `UPDATE next_${table} SET ${large} = ${large} || ${text(whole.slice(at, end))} WHERE ${where.join(" AND ")}`;
    at = end;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
