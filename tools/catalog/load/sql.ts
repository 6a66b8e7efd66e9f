/**
 * Writes a load as SQL, for local and deployed databases. D1 accepts statements of up to 100,000 bytes, and no
 * parameters in files, so large records are appended in pieces.
 *
 * A deployed database receives files of 20 MB, as d1/best-practices/rules-of-d1 advises. D1 imports a file completely
 * or not at all, and another load can begin between two files. Each file therefore begins with a statement that fails
 * if a later load has begun or the file was already imported. So two loads never fill the same tables, and sending a
 * file again changes nothing.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Connection, hasTable, query } from "./statements.ts";
import { COLUMNS, type Prefix, type Row, rowKey, type Table, text, valuesOf } from "./tables.ts";

/** Less than D1's limit, because the statement around the rows needs space. */
const MAX_STATEMENT = 90_000;
/** The number of characters of a value in one statement. It is small enough for UTF-8 and doubled quotes. */
const PIECE = 20_000;

/** Runs the statements in order as one transaction. */
export type Target = (statements: readonly string[]) => Promise<unknown>;

export const asFile = (statements: readonly string[]) =>
  statements.map((statement) => `${statement};\n`).join("");

export function insertions(table: Table, rows: readonly Row[], prefix: Prefix = "next"): string[] {
  const [name, columns] = [`${prefix}_${table}`, COLUMNS[table]];
  const start = `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${valuesOf(columns)} FROM`;
  return statementsFor(rows, {
    many: (all) => `${start} json_each(${all})`,
    large: (row) => inPieces(name, table, row),
  });
}

interface RowStatements {
  /** Builds a statement that inserts the rows in a JSON array. */
  readonly many: (rows: string) => string;
  /** Builds the statements for a row that is too large for one statement. */
  readonly large: (row: Row) => Iterable<string>;
}

export function statementsFor(rows: readonly Row[], { many, large }: RowStatements): string[] {
  const statements: string[] = [];
  let waiting: string[] = [];
  let bytes = 0;
  function flush(): void {
    if (waiting.length > 0) statements.push(many(text(`[${waiting.join(",")}]`)));
    waiting = [];
    bytes = 0;
  }
  for (const row of rows) {
    const json = JSON.stringify(row);
    const size = Buffer.byteLength(json) + json.split("'").length;
    if (size > MAX_STATEMENT) {
      statements.push(...large(row));
      continue;
    }
    if (bytes + size > MAX_STATEMENT) flush();
    waiting.push(json);
    bytes += size + 1;
  }
  flush();
  return statements;
}

/** Yields the statements that append the last column in pieces, if it is in `LARGE_COLUMNS`. */
function* inPieces(name: string, table: Table, row: Row): Generator<string> {
  const columns = COLUMNS[table];
  const large = columns.at(-1);
  const values = row.map((value) => (typeof value === "number" ? String(value) : text(value)));
  const where = rowKey(table, values).map((value, at) => `${columns[at]} = ${value}`);
  const whole = String(row.at(-1));
  yield `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${[...values.slice(0, -1), "''"].join(", ")})`;
  for (let at = 0; at < whole.length; ) {
    // A piece must not end within a surrogate pair.
    const end = at + PIECE + (isHighSurrogate(whole.charCodeAt(at + PIECE - 1)) ? 1 : 0);
    yield `UPDATE ${name} SET ${large} = ${large} || ${text(whole.slice(at, end))} WHERE ${where.join(" AND ")}`;
    at = end;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** The name of the constraint that stops a load after a later one has begun. D1's error contains this name. */
const ANOTHER_LOAD = "another_load_has_begun";
/** Returns true if another load or a discard has claimed the database. */
export const isOvertaken = (thrown: unknown) =>
  String(thrown).includes(ANOTHER_LOAD) || String(thrown).includes("no such table: load_part");
/** D1's error when a part is imported a second time. */
export const REPEATED_PART = /UNIQUE constraint failed: load_part/;

interface ClaimedLoad {
  /** The unique id of the load. Consists of letters, digits and hyphens. */
  readonly load: string;
  readonly parts: number;
  readonly source: string;
  /** The start of the load, in ISO 8601. */
  readonly at: string;
}

/** Returns the statements that claim the database for this load. They must run in one transaction. */
export function claiming({ load, parts, source, at }: ClaimedLoad): string[] {
  return [
    "DROP TABLE IF EXISTS load_part",
    `CREATE TABLE load_part (load TEXT CONSTRAINT ${ANOTHER_LOAD} CHECK (load = ${text(load)}), part INTEGER PRIMARY KEY,
       parts INTEGER, source TEXT, at TEXT)`,
    `INSERT INTO load_part VALUES (${text(load)}, 0, ${parts}, ${text(source)}, ${text(at)})`,
  ];
}

export const partOfLoad = (load: string, part: number) =>
  `INSERT INTO load_part (load, part) VALUES (${text(load)}, ${part})`;

/** Returns the number of imported parts, or `null` if the database does not belong to this load. */
export async function partsDone(catalog: Connection, load: string): Promise<number | null> {
  if (!(await hasTable(catalog, "load_part"))) return null;
  const [[row] = []] = await query(catalog, ["SELECT load, max(part) AS part FROM load_part"]);
  return row?.load === load ? Number(row.part) : null;
}

/** Returns a statement that fails if a later load has begun, and otherwise changes nothing. */
export const stillLoading = (load: string) => `UPDATE load_part SET load = ${text(load)} WHERE part = 0`;

interface SqlPartsOptions {
  /** The folder for the files, or `null` to count without writing. */
  readonly folder: string | null;
  readonly load: string;
  /** The maximum size of a file in bytes. Defaults to 20 MB. */
  readonly partBytes?: number;
}

export const partFile = (folder: string, part: number) => join(folder, `part-${part}.sql`);

export class SqlParts {
  parts = 0;
  /** The total size of the files, in bytes. */
  bytes = 0;
  readonly load: string;
  readonly #options: SqlPartsOptions;
  /** The size of the current file, in bytes. */
  #bytes = 0;

  constructor(options: SqlPartsOptions) {
    this.load = options.load;
    this.#options = options;
    if (options.folder !== null) mkdirSync(options.folder, { recursive: true });
  }

  /** Writes the statements to the same file. */
  readonly target: Target = async (statements) => {
    const sql = asFile(statements);
    const { partBytes = 20e6 } = this.#options;
    if (this.parts === 0 || this.#bytes + weightOf(sql) > partBytes) this.#begin();
    this.#append(sql);
  };

  #begin(): void {
    this.parts += 1;
    this.#bytes = 0;
    this.#append(`${partOfLoad(this.load, this.parts)};\n`);
  }

  #append(sql: string): void {
    const { folder } = this.#options;
    if (folder !== null) appendFileSync(partFile(folder, this.parts), sql);
    this.#bytes += weightOf(sql);
    this.bytes += Buffer.byteLength(sql);
  }
}

/** Returns the weight of a statement. A merge statement is short but processes a megabyte. */
const weightOf = (sql: string) => (sql.includes("VALUES ('merge', ") ? 1e6 : Buffer.byteLength(sql));
