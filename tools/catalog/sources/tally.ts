/** Counts malformed rows: the first ten are shown, and more than one in a hundred of a file stops the load. */

export interface MalformedRow {
  readonly file: string;
  /** From 1; `null`: the row was put together from many lines. */
  readonly line: number | null;
  /** As the row has it, where it can be read. */
  readonly id: unknown;
  readonly reason: string;
}

const SHOWN = 10;
const MAX_SHARE = 0.01;
/** So many are too many before the end of the file is known. */
const MAX_MALFORMED = 10_000;

export class Tally {
  #rows = 0;
  #bad = 0;
  readonly shown: MalformedRow[] = [];
  /** Of all files together. */
  total = 0;

  good(): void {
    this.#rows += 1;
  }

  malformed(row: MalformedRow): void {
    this.#rows += 1;
    this.#bad += 1;
    this.total += 1;
    if (this.shown.length < SHOWN) this.shown.push(row);
    if (this.#bad > MAX_MALFORMED && this.#bad > this.#rows * MAX_SHARE) throw this.#tooMany(row.file);
  }

  /** At the end of a file. Throws when more of it is malformed than can be chance. */
  check(file: string): void {
    const isTooMuch = this.#bad > this.#rows * MAX_SHARE;
    const error = isTooMuch ? this.#tooMany(file) : null;
    this.#rows = 0;
    this.#bad = 0;
    if (error !== null) throw error;
  }

  #tooMany(file: string): TooManyMalformed {
    return new TooManyMalformed(file, this.#bad, this.#rows, this.shown);
  }
}

export class TooManyMalformed extends Error {
  override readonly name = "TooManyMalformed";

  constructor(file: string, bad: number, rows: number, shown: readonly MalformedRow[]) {
    const lines = shown.map((row) => `  ${formatMalformed(row)}`);
    super(
      `${bad} of ${rows} rows of ${file} are malformed, more than 1 %; nothing was changed.\n${lines.join("\n")}`,
    );
  }
}

export function formatMalformed({ file, line, id, reason }: MalformedRow): string {
  const place = line === null ? file : `${file}:${line}`;
  const named = typeof id === "number" || (typeof id === "string" && id !== "") ? `id ${id}: ` : "";
  return `${place}: ${named}${reason}`;
}
