/**
 * Counts malformed rows and fields, and keeps the first ten of each as examples. A load stops if more than 1 % of a
 * file's rows are malformed. Malformed fields do not stop it.
 */
import { CommandError } from "../../options.ts";

export interface Fault {
  readonly file: string;
  /** The number of the line, starting with 1, or `null` if the row consists of several lines. */
  readonly line: number | null;
  /** The id of the row, or `undefined` if it could not be read. */
  readonly id: unknown;
  readonly reason: string;
}

const SHOWN = 10;
const MAX_SHARE = 0.01;
/** The number of malformed rows above which a load may stop before the end of a file. */
const MAX_MALFORMED = 10_000;

class Faults {
  total = 0;
  readonly shown: Fault[] = [];

  add(fault: Fault): void {
    this.total += 1;
    if (this.shown.length < SHOWN) this.shown.push(fault);
  }

  /**
   * Returns a heading with the total, followed by the examples.
   *
   * @param what - The fault with its verb, in the singular and in the plural.
   */
  lines(...what: readonly [one: string, many: string]): string[] {
    if (this.total === 0) return [];
    const first = `${this.total.toLocaleString("en")} malformed ${what[this.total === 1 ? 0 : 1]}, such as`;
    return [first, ...this.shown.map(formatFault)];
  }
}

export class LoadReport {
  readonly rows = new Faults();
  readonly fields = new Faults();
  /** The number of episodes that belong to films or to titles that are not loaded. */
  ignoredEpisodes = 0;
  /** The number of rows in the current file. */
  #rows = 0;
  #malformed = 0;

  /** Counts a row that was loaded, and its malformed fields. */
  loaded(ignored: readonly Fault[]): void {
    this.#rows += 1;
    for (const field of ignored) this.fields.add(field);
  }

  malformed(row: Fault): void {
    this.#rows += 1;
    this.#malformed += 1;
    this.rows.add(row);
    if (this.#malformed > MAX_MALFORMED && this.#isTooMany()) throw this.#tooMany(row.file);
  }

  /**
   * Throws a CommandError if more than 1 % of the file's rows are malformed. Must be called after the last row of a
   * file.
   */
  endFile(file: string): void {
    const error = this.#isTooMany() ? this.#tooMany(file) : null;
    this.#rows = 0;
    this.#malformed = 0;
    if (error !== null) throw error;
  }

  lines(): string[] {
    const count = this.ignoredEpisodes;
    const ignored = `${count.toLocaleString("en")} ${count === 1 ? "episode was" : "episodes were"} ignored`;
    return [
      ...this.rows.lines("row was left out", "rows were left out"),
      ...this.fields.lines("field was ignored", "fields were ignored"),
      ...(count > 0 ? [`${ignored}, because the title is a film or is not loaded`] : []),
    ];
  }

  #isTooMany(): boolean {
    return this.#malformed > this.#rows * MAX_SHARE;
  }

  #tooMany(file: string): CommandError {
    const share = `${this.#malformed} of ${this.#rows} rows of ${file} are malformed, more than 1 %`;
    return new CommandError(
      [`${share}; nothing was changed.`, ...this.rows.shown.map(formatFault)].join("\n"),
    );
  }
}

function formatFault({ file, line, id, reason }: Fault): string {
  const place = line === null ? file : `${file}:${line}`;
  const named = typeof id === "number" || (typeof id === "string" && id !== "") ? `id ${id}: ` : "";
  return `  ${place}: ${named}${reason}`;
}
