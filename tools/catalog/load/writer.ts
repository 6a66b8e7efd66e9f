/**
 * Collects rows and sends them in batches. All loads and checks apply D1's limits
 * (developers.cloudflare.com/d1/platform/limits), also for local databases: 2,000,000 bytes per value, row or
 * parameter, and 100,000 bytes per statement.
 */
import { insertions, type Target } from "./sql.ts";
import { COLUMNS, LARGE_COLUMNS, type Row, rowsWritten, type Table } from "./tables.ts";

/** The size of a batch in bytes, at which neither this process nor the database waits for the other for long. */
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

  /**
   * Adds a row. Returns `null` if the caller does not have to wait. Throws a RangeError if D1 would reject the row.
   */
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

  /** Returns the approximate number of bytes added to this table so far. */
  bytesOf(table: Table): number {
    return this.#bytes.get(table) ?? 0;
  }

  async finish(): Promise<void> {
    for (const [table, waiting] of this.#waiting) await this.#send(table, waiting);
    this.#waiting.clear();
    await this.#sent;
  }

  /** Sends a batch without waiting for the result, so that the next batch can be collected meanwhile. */
  async #send(table: Table, { rows }: Waiting): Promise<void> {
    await this.#sent;
    this.#sent = this.#target(insertions(table, rows));
    // The next call awaits this promise. Until then, its rejection must not count as unhandled.
    this.#sent.catch(() => {});
  }
}

/** The maximum size of a row in bytes. Rows are sent as a JSON parameter, so D1's limit for parameters applies. */
const MAX_ROW_BYTES = 1_900_000;
/**
 * The maximum size in bytes of a row without its large column. The other columns are not sent in pieces, so they must
 * fit into one statement.
 */
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

/** The maximum length of a text whose size is only estimated. Longer texts are measured exactly. */
const MAX_UNMEASURED = 10_000;
/** The number of bytes added to each row for brackets and commas. */
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
