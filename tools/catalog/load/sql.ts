/**
 * Writes a load as SQL, for local and deployed databases. D1 accepts statements of up to 100,000 bytes, and SQL files
 * cannot have parameters, so large records are appended in pieces.
 *
 * A deployed database receives files of 20 MB, as developers.cloudflare.com/d1/best-practices/rules-of-d1 advises. D1
 * imports a file completely or not at all, but another load can begin between two files. Each file therefore begins
 * with a statement that fails if another load has begun or if the file was already imported. Two loads therefore
 * never fill the same tables, and sending a file twice changes nothing.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Connection, hasTable, query } from "./statements.ts";
import { COLUMNS, type Prefix, type Row, rowKey, selectValues, type Table, text } from "./tables.ts";

/** The maximum size of the rows in a statement, in bytes. The rest of D1's limit is for the SQL around the rows. */
const MAX_STATEMENT = 90_000;
/**
 * The maximum number of characters in a piece of a value. Even with four bytes per character or doubled quotes, a
 * piece fits into a statement.
 */
const PIECE = 20_000;

/** Runs the statements in order, in one transaction. */
export type Target = (statements: readonly string[]) => Promise<unknown>;

export const asFile = (statements: readonly string[]) =>
  statements.map((statement) => `${statement};\n`).join("");

export function insertions(table: Table, rows: readonly Row[], prefix: Prefix = "next"): string[] {
  const [name, columns] = [`${prefix}_${table}`, COLUMNS[table]];
  const start = `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${selectValues(columns)} FROM`;
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

/** Yields an INSERT with an empty last column, and UPDATEs that append its value in pieces. */
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

/**
 * The name of the constraint that makes statements of a load fail after another load has begun. D1's error message
 * contains this name.
 */
const ANOTHER_LOAD = "another_load_has_begun";
/** Returns true if a load failed because another load or a discard has claimed its database. */
export const isOvertaken = (thrown: unknown) =>
  String(thrown).includes(ANOTHER_LOAD) || String(thrown).includes("no such table: load_part");
/** Matches D1's error for a part that was already imported. */
export const REPEATED_PART = /UNIQUE constraint failed: load_part/;

interface ClaimedLoad {
  /** The unique id of the load. Consists of letters, digits and hyphens. */
  readonly load: string;
  readonly parts: number;
  readonly source: string;
  /** The start of the load, in ISO 8601. */
  readonly at: string;
}

/** Returns statements that claim the database for this load. They must run in one transaction. */
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

/** Returns the number of parts that have been imported, or `null` if the database was not claimed by this load. */
export async function partsDone(catalog: Connection, load: string): Promise<number | null> {
  if (!(await hasTable(catalog, "load_part"))) return null;
  const [[row] = []] = await query(catalog, ["SELECT load, max(part) AS part FROM load_part"]);
  return row?.load === load ? Number(row.part) : null;
}

/** Returns a statement that fails if another load has begun, and otherwise changes nothing. */
export const stillLoading = (load: string) => `UPDATE load_part SET load = ${text(load)} WHERE part = 0`;

interface SqlPartsOptions {
  /** The folder for the files, or `null` to count the files without writing them. */
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

  /** Writes the statements to the same file, so that they are imported in one transaction. */
  readonly target: Target = async (statements) => {
    const sql = asFile(statements);
    const { partBytes = 20e6 } = this.#options;
    if (this.parts === 0 || this.#bytes + getWeight(sql) > partBytes) this.#begin();
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
    this.#bytes += getWeight(sql);
    this.bytes += Buffer.byteLength(sql);
  }
}

/**
 * Returns the size of a statement in bytes, or 1 MB for a merge statement, which is short but takes as long as a
 * megabyte of rows.
 */
const getWeight = (sql: string) => (sql.includes("VALUES ('merge', ") ? 1e6 : Buffer.byteLength(sql));
