/**
 * A load as SQL for a remote database, in files of some megabytes: D1 runs no queries while it imports a file
 * (developers.cloudflare.com/api/resources/d1/subresources/database/methods/import: "Imports block the D1 for their
 * duration"), so small files let readers through in between, as d1/best-practices/rules-of-d1 advises. In a file D1 accepts
 * no statement over 100,000 bytes and no parameters: large records are appended piece by piece.
 *
 * Each file is imported whole or not at all, and another load can begin between two files. So each file begins with a
 * statement that fails unless this load is still the latest: two loads never fill the same tables.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { COLUMNS, insertInto, type Row, type Table, text } from "./tables.ts";
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

/** The constraint that stops a load once another has begun; the database's error contains the name. */
export const ANOTHER_LOAD = "another_load_has_begun";
const TABLE = "next_load";

interface SqlPartsOptions {
  /** `null`: counts without writing. */
  readonly folder: string | null;
  /** Unique for each load; letters, digits and hyphens. */
  readonly load: string;
  /** Bytes of a file; 20 MB by default. */
  readonly partBytes?: number;
}

export class SqlParts {
  readonly files: string[] = [];
  /** Of all files. */
  bytes = 0;
  readonly #options: SqlPartsOptions;
  /** Of the current file. */
  #bytes = 0;

  constructor(options: SqlPartsOptions) {
    this.#options = options;
    if (options.folder !== null) mkdirSync(options.folder, { recursive: true });
  }

  /** Never divides these statements between two files. */
  write(sql: string): void {
    const { partBytes = 20e6 } = this.#options;
    if (this.files.length === 0 || this.#bytes + Buffer.byteLength(sql) > partBytes) this.#begin();
    this.#append(sql);
  }

  /** Call after the last statement. */
  end(): void {
    this.#append(`DROP TABLE ${TABLE};\n`);
  }

  #begin(): void {
    const { folder, load } = this.#options;
    const isThisLoad = `CONSTRAINT ${ANOTHER_LOAD} CHECK (load = '${load}')`;
    const claim = `DROP TABLE IF EXISTS ${TABLE};\nCREATE TABLE ${TABLE} (load TEXT ${isThisLoad});\n`;
    const isFirst = this.files.length === 0;
    this.files.push(join(folder ?? "", `part-${this.files.length + 1}.sql`));
    this.#bytes = 0;
    this.#append(isFirst ? claim : `INSERT INTO ${TABLE} VALUES ('${load}');\n`);
  }

  #append(sql: string): void {
    const [file, bytes] = [this.files.at(-1), Buffer.byteLength(sql)];
    if (this.#options.folder !== null && file !== undefined) appendFileSync(file, sql);
    this.#bytes += bytes;
    this.bytes += bytes;
  }
}
