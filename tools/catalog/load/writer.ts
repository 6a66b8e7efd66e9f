/** Collects rows and hands them on in pieces a database takes: many rows a statement, few bytes too many. */
import type { Row, Table } from "./tables.ts";
import type { Target } from "./target.ts";

/** D1's largest value, of which a parameter is one, is 2,000,000 bytes. */
export const LARGEST_VALUE = 1_900_000;
/** Pieces of this size keep both sides busy. */
const PIECE = 900_000;

interface Waiting {
  rows: Row[];
  bytes: number;
}

export class Writer {
  readonly #target: Target;
  readonly #waiting = new Map<Table, Waiting>();
  #sent: Promise<void> = Promise.resolve();
  /** Bytes of all rows so far. */
  bytes = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Throws a RangeError for a row no database would take. */
  async add(table: Table, row: Row): Promise<void> {
    const bytes = row.reduce<number>(
      (sum, value) => sum + (typeof value === "string" ? encodedLength(value) : 8),
      8,
    );
    if (bytes > LARGEST_VALUE) throw new RangeError(`a row of ${bytes} bytes is more than D1 takes`);
    let waiting = this.#waiting.get(table);
    if (waiting !== undefined && waiting.bytes + bytes > PIECE) {
      await this.#send(table, waiting);
      waiting = undefined;
    }
    if (waiting === undefined) {
      waiting = { rows: [], bytes: 0 };
      this.#waiting.set(table, waiting);
    }
    waiting.rows.push(row);
    waiting.bytes += bytes;
    this.bytes += bytes;
  }

  async finish(): Promise<void> {
    for (const [table, waiting] of this.#waiting) await this.#send(table, waiting);
    this.#waiting.clear();
    await this.#sent;
  }

  /** One piece is on its way while the next is collected. */
  async #send(table: Table, { rows }: Waiting): Promise<void> {
    await this.#sent;
    this.#sent = this.#target.insert(table, rows);
    // Awaited with the next piece; until then a failure must not count as unhandled.
    this.#sent.catch(() => {});
  }
}

/** An upper bound of the bytes in JSON within JSON, without encoding it. */
function encodedLength(text: string): number {
  return text.length + Math.ceil(text.length / 8) + (/^[\x20-\x7e]*$/.test(text) ? 0 : text.length);
}
