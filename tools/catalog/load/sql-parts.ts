/**
 * The SQL of a load in files of some megabytes. D1 runs no queries while it imports a file
 * (developers.cloudflare.com/api/resources/d1/subresources/database/methods/import: "Imports block the D1 for their
 * duration"), so small files let readers through in between, as d1/best-practices/rules-of-d1 advises.
 *
 * Each file is imported whole or not at all, and another load can begin between two files. So each file begins with a
 * statement that fails unless this load is still the latest: two loads never fill the same tables.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
  readonly #folder: string | null;
  readonly #load: string;
  readonly #partBytes: number;
  readonly #files: string[] = [];
  #bytes = 0;
  #total = 0;

  constructor({ folder, load, partBytes = 20e6 }: SqlPartsOptions) {
    this.#folder = folder;
    this.#load = load;
    this.#partBytes = partBytes;
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  get files(): readonly string[] {
    return this.#files;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#total;
  }

  /** Never divides these statements between two files. */
  write(sql: string): void {
    const bytes = Buffer.byteLength(sql);
    if (this.#files.length === 0 || this.#bytes + bytes > this.#partBytes) this.#begin();
    this.#append(sql, bytes);
  }

  /** Call after the last statement. */
  end(): void {
    this.#append(`DROP TABLE ${TABLE};\n`);
  }

  #begin(): void {
    const isFirst = this.#files.length === 0;
    const file = join(this.#folder ?? "", `part-${this.#files.length + 1}.sql`);
    this.#files.push(file);
    this.#bytes = 0;
    if (this.#folder !== null) writeFileSync(file, "");
    this.#append(isFirst ? this.#claim() : `INSERT INTO ${TABLE} VALUES ('${this.#load}');\n`);
  }

  #claim(): string {
    const isThisLoad = `CONSTRAINT ${ANOTHER_LOAD} CHECK (load = '${this.#load}')`;
    return `DROP TABLE IF EXISTS ${TABLE};\nCREATE TABLE ${TABLE} (load TEXT ${isThisLoad});\n`;
  }

  #append(sql: string, bytes = Buffer.byteLength(sql)): void {
    const file = this.#files.at(-1);
    if (this.#folder !== null && file !== undefined) appendFileSync(file, sql);
    this.#bytes += bytes;
    this.#total += bytes;
  }
}
