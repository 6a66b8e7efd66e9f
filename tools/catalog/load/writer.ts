/**
 * Collects rows and sends them in batches. Local loads, remote loads and checks all apply D1's limits
 * (developers.cloudflare.com/d1/platform/limits): 2,000,000 bytes per value, row or parameter, and 100,000 bytes per
 * statement.
 */
import { insertions, type Target } from "./sql.ts";
import { COLUMNS, LARGE_COLUMNS, type Row, rowsWritten, type Table } from "./tables.ts";

/** The size of a batch in bytes. It keeps both this process and the database busy. */
const PIECE = 900_000;

interface Waiting {
  rows: Row[];
  bytes: number;
}

export class Writer {
  /** The number of rows that D1 bills as written. */
  rows = 0;
  readonly #target: Target;
  readonly #waiting = new Map<Table, Waiting>();
  readonly #bytes = new Map<Table, number>();
  #sent: Promise<unknown> = Promise.resolve();

  constructor(target: Target) {
    this.#target = target;
  }

  /** Adds a row. Returns `null` if the caller need not wait. Throws a RangeError if D1 would reject the row. */
  add(table: Table, row: Row): Promise<void> | null {
    const bytes = assertStorable(table, row);
    this.rows += rowsWritten(table, 1);
    this.#bytes.set(table, this.bytesOf(table) + bytes);
    const waiting = this.#waiting.get(table);
    if (waiting !== undefined && waiting.bytes + bytes <= PIECE) {
      waiting.rows.push(row);
      waiting.bytes += bytes;
      return null;
    }
    this.#waiting.set(table, { rows: [row], bytes });
    return waiting === undefined ? null : this.#send(table, waiting);
  }

  /** Returns the approximate number of bytes written to this table so far. */
  bytesOf(table: Table): number {
    return this.#bytes.get(table) ?? 0;
  }

  async finish(): Promise<void> {
    for (const [table, waiting] of this.#waiting) await this.#send(table, waiting);
    this.#waiting.clear();
    await this.#sent;
  }

  /** Sends a batch while the next one is collected. */
  async #send(table: Table, { rows }: Waiting): Promise<void> {
    await this.#sent;
    this.#sent = this.#target(insertions(table, rows));
    // The promise is awaited with the next batch. An earlier failure must not count as unhandled.
    this.#sent.catch(() => {});
  }
}

/** Rows are sent as JSON in one parameter, so the limit of parameters applies. */
const MAX_ROW_BYTES = 1_900_000;
/** The other columns of a row must fit into one statement. */
const MAX_BYTES_BESIDE_RECORD = 80_000;

/** Returns the approximate size of a row as JSON. Throws a RangeError if D1 would reject the row. */
function assertStorable(table: Table, row: Row): number {
  const bytes = storedBytes(row);
  if (bytes > MAX_ROW_BYTES) throw new RangeError(tooLarge("the row has", bytes, MAX_ROW_BYTES));
  if (bytes <= MAX_BYTES_BESIDE_RECORD) return bytes;
  const isLarge = LARGE_COLUMNS.has(COLUMNS[table].at(-1) ?? "");
  const beside = isLarge ? storedBytes(row.slice(0, -1)) : bytes;
  if (beside > MAX_BYTES_BESIDE_RECORD)
    throw new RangeError(tooLarge("its names have", beside, MAX_BYTES_BESIDE_RECORD));
  return bytes;
}

/** Throws a RangeError if a record is too large for a row. */
export function assertStorableRecord(json: string): void {
  const bytes = storedBytes([json]);
  if (bytes > MAX_ROW_BYTES) throw new RangeError(tooLarge("the row has", bytes, MAX_ROW_BYTES));
}

function tooLarge(what: string, bytes: number, limit: number): string {
  return `${what} ${bytes.toLocaleString("en")} bytes, and D1 accepts ${limit.toLocaleString("en")}`;
}

/** Texts up to this length are small in any encoding, so they need not be measured exactly. */
const MAX_UNMEASURED = 10_000;
/** The number of bytes that brackets and commas need. */
const ROW_OVERHEAD = 64;

function storedBytes(row: Row): number {
  let bytes = ROW_OVERHEAD;
  for (const value of row) bytes += typeof value === "string" ? textBytes(value) : 8;
  return bytes;
}

function textBytes(text: string): number {
  if (text.length > MAX_UNMEASURED) return Buffer.byteLength(JSON.stringify(text));
  return Buffer.byteLength(text) + Math.ceil(text.length / 4);
}
