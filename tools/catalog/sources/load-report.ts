/**
 * Counts the values and rows that are left out, by reason, and keeps the first three places of each. A load stops if
 * more than 1 % of a file's rows are malformed. Malformed values do not stop it.
 */
import { CommandError } from "../../options.ts";
import { show } from "./values.ts";

export interface Fault {
  readonly file: string;
  /** The number of the line, starting with 1, or `null` if the row consists of several lines. */
  readonly line: number | null;
  /** The id of the row, or `undefined` if it could not be read. */
  readonly id: unknown;
  readonly reason: string;
  /** The field whose value is left out. Absent if the whole row is left out. */
  readonly field?: string | undefined;
  readonly value?: unknown;
}

/** The number of places that are printed for each reason. */
const SHOWN = 3;
const MAX_SHARE = 0.01;
/** The number of malformed rows above which a load may stop before the end of a file. */
const MAX_MALFORMED = 10_000;

/** The places where something was left out for the same reason. */
interface Places {
  total: number;
  readonly shown: Fault[];
}

class Faults {
  total = 0;
  readonly #places = new Map<string, Places>();

  add(fault: Fault): void {
    this.total += 1;
    // Ids, places and quoted texts in a reason differ from row to row.
    const reason = `${fault.field ?? ""} ${fault.reason.replaceAll(/"[^"]*"|\S*\d\S*/g, "…")}`;
    const places = this.#places.get(reason) ?? { total: 0, shown: [] };
    this.#places.set(reason, places);
    places.total += 1;
    if (places.shown.length < SHOWN) places.shown.push(fault);
  }

  /** The first faults of each reason. */
  get shown(): Fault[] {
    return [...this.#places.values()].flatMap(({ shown }) => shown);
  }

  /**
   * Returns a heading and the first places for each reason, most frequent first.
   *
   * @param what - The fault with its verb, in the singular and in the plural.
   */
  lines(...what: readonly [one: string, many: string]): string[] {
    const byCount = [...this.#places.values()].sort((one, other) => other.total - one.total);
    return byCount.flatMap(({ total, shown }) => {
      const more = total > shown.length ? ", such as" : "";
      return [
        `${total.toLocaleString("en")} ${what[total === 1 ? 0 : 1]}${more}:`,
        ...shown.map(formatFault),
      ];
    });
  }
}

/** The error for a file with too many malformed rows. Its message has the first places of each reason. */
export class TooManyMalformed extends CommandError {}

export class LoadReport {
  readonly rows = new Faults();
  readonly fields = new Faults();
  /** The files in a folder that are in no format of a catalog. */
  readonly unreadFiles: string[] = [];
  /** The steps of a resumed load that an earlier run has completed and reported. */
  readonly skippedSteps: string[] = [];
  /** The fields that are not read, with the number of rows that have them. */
  readonly #unreadFields = new Map<
    string,
    { readonly file: string; readonly field: string; count: number }
  >();
  /** The number of people, or `null` before they are known. */
  people: number | null = null;
  /** The number of episodes that belong to films or to titles that are not loaded. */
  ignoredEpisodes = 0;
  /** The number of titles that were left out because of their kind, by kind. */
  readonly kinds = new Map<string, number>();
  /** The number of rows in the current file. */
  #rows = 0;
  #malformed = 0;
  readonly #write: (line: object) => void;

  /** @param write - Receives everything that is left out. */
  constructor(write: (line: object) => void = () => {}) {
    this.#write = write;
  }

  /**
   * Counts a row that was loaded, and its malformed values.
   *
   * @param options.isMalformed - Whether the row nevertheless counts as malformed.
   */
  loaded(ignored: readonly Fault[], { isMalformed = false } = {}): void {
    this.#rows += 1;
    if (isMalformed) this.#malformed += 1;
    for (const field of ignored) this.ignored(field);
  }

  /** Adds a value that is left out of a row that has been counted. */
  ignored(field: Fault): void {
    this.fields.add(field);
    this.#write(field);
  }

  malformed(row: Fault): void {
    this.#rows += 1;
    this.#malformed += 1;
    this.leftOut(row);
    if (this.#malformed > MAX_MALFORMED && this.#isTooMany()) throw this.#tooMany(row.file);
  }

  /** Adds something that is left out although its rows were counted as loaded. */
  leftOut(row: Fault): void {
    this.rows.add(row);
    this.#write(row);
  }

  unreadField(field: string, file: string): void {
    const key = `${file} ${field}`;
    const unread = this.#unreadFields.get(key) ?? { file, field, count: 0 };
    unread.count += 1;
    if (this.#unreadFields.size < MAX_UNREAD_FIELDS) this.#unreadFields.set(key, unread);
  }

  /** Writes what is only counted or named, after everything else. */
  end(): void {
    for (const file of this.unreadFiles) this.#write({ file, reason: UNREAD });
    for (const unread of this.#unreadFields.values()) this.#write({ ...unread, reason: NO_FIELD });
    for (const [kind, count] of this.kinds) this.#write({ reason: OTHER_KIND, value: kind, count });
    if (this.ignoredEpisodes > 0) this.#write({ reason: NO_SERIES, count: this.ignoredEpisodes });
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
    const [files, steps] = [this.unreadFiles, this.skippedSteps];
    const kinds = [...this.kinds].map(([kind, titles]) => `${titles.toLocaleString("en")} ${kind}`);
    const fields = [...this.#unreadFields.values()].map(
      ({ file, field, count }) => `${show(field)} in ${file} (${count.toLocaleString("en")})`,
    );
    return [
      ...this.rows.lines("malformed row was left out", "malformed rows were left out"),
      ...this.fields.lines("malformed value was left out", "malformed values were left out"),
      ...(count > 0 ? [`${ignored}, because ${NO_SERIES}`] : []),
      ...(fields.length > 0 ? [`Not read, because it ${NO_FIELD}: ${fields.join(", ")}`] : []),
      ...(kinds.length > 0 ? [`Titles of other kinds were left out: ${kinds.sort().join(", ")}`] : []),
      ...(files.length > 0 ? [`Not read, because the name ${UNREAD}: ${files.join(", ")}`] : []),
      ...(steps.length > 0
        ? [`Read by an earlier run, which reported what it left out: ${steps.join(", ")}`]
        : []),
    ];
  }

  /** Returns a sentence that says whether to look at the report, for the end of a command. */
  summary(): string {
    const counts = [
      ...(this.rows.total > 0
        ? [`${this.rows.total.toLocaleString("en")} ${this.rows.total === 1 ? "row" : "rows"}`]
        : []),
      ...(this.fields.total > 0
        ? [`${this.fields.total.toLocaleString("en")} ${this.fields.total === 1 ? "value" : "values"}`]
        : []),
    ];
    const others = this.ignoredEpisodes + this.kinds.size + this.unreadFiles.length + this.#unreadFields.size;
    if (counts.length === 0 && this.skippedSteps.length > 0) return "Nothing was left out of the rest.";
    if (counts.length === 0) return others > 0 ? "Nothing else was left out." : "Nothing was left out.";
    const isOne = this.rows.total + this.fields.total === 1;
    return `${counts.join(" and ")} ${isOne ? "was" : "were"} left out; see above.`;
  }

  #isTooMany(): boolean {
    return this.#malformed > this.#rows * MAX_SHARE;
  }

  #tooMany(file: string): TooManyMalformed {
    const share = `${this.#malformed} of ${this.#rows} rows of ${file} are malformed, more than 1 %`;
    return new TooManyMalformed(
      [`${share}; nothing was changed.`, ...[...this.rows.shown, ...this.fields.shown].map(formatFault)].join(
        "\n",
      ),
    );
  }
}

const NO_FIELD = "is no field of these files";
/** The number of unread fields that are counted. A file with more has data as the names of its fields. */
const MAX_UNREAD_FIELDS = 100;
const UNREAD = "is none of a catalog's files";
const OTHER_KIND = "is another kind of title";
const NO_SERIES = "the title is a film or is not loaded";

function formatFault(fault: Fault): string {
  const { file, line, id } = fault;
  const place = line === null ? file : `${file}:${line}`;
  const named = typeof id === "number" || (typeof id === "string" && id !== "") ? `id ${id}: ` : "";
  return `  ${place}: ${named}${describeFault(fault)}`;
}

/** Returns the reason of a fault, with the field and its value. */
export function describeFault({ reason, field, value }: Fault): string {
  const shown = value === undefined ? "" : `${show(value)} `;
  return field === undefined ? reason : `${field} ${shown}${reason}`;
}
