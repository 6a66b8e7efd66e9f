/** Collects rows and sends them in batches: many rows per statement, within D1's limits. */
import { assertStorable } from "./row-size.ts";
import type { Row, Table } from "./tables.ts";
import type { Target } from "./target.ts";

/** In bytes. Batches of this size keep both sides busy. */
const PIECE = 900_000;

interface Waiting {
  rows: Row[];
  bytes: number;
}

export class Writer {
  readonly #target: Target;
  readonly #waiting = new Map<Table, Waiting>();
  #sent: Promise<void> = Promise.resolve();

  constructor(target: Target) {
    this.#target = target;
  }

  /** Throws a RangeError for a row that D1 would reject. `null`: nothing to wait for. */
  add(table: Table, row: Row): Promise<void> | null {
    const bytes = assertStorable(table, row);
    const waiting = this.#waiting.get(table);
    if (waiting !== undefined && waiting.bytes + bytes <= PIECE) {
      waiting.rows.push(row);
      waiting.bytes += bytes;
      return null;
    }
    this.#waiting.set(table, { rows: [row], bytes });
    return waiting === undefined ? null : this.#send(table, waiting);
  }

  async finish(): Promise<void> {
    for (const [table, waiting] of this.#waiting) await this.#send(table, waiting);
    this.#waiting.clear();
    await this.#sent;
  }

  /** Sends one batch while the next is collected. */
  async #send(table: Table, { rows }: Waiting): Promise<void> {
    await this.#sent;
    this.#sent = this.#target.insert(table, rows);
    // Awaited with the next batch; until then, a failure must not count as unhandled.
    this.#sent.catch(() => {});
  }
}
