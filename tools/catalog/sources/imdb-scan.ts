/**
 * Parses episode rows from bytes. Most rows are episodes, and decoding them as text would take three times as long.
 * Leaves unusual rows to the regular parser, which reports what is wrong.
 */
import type { Bits } from "./bits.ts";
import { type ImdbEpisodes, MAX_EPISODE_RUNTIME } from "./imdb-episodes.ts";
import type { LineBytes } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { MAX_RATING } from "./values.ts";

const [TAB, CARRIAGE_RETURN, POINT, ZERO, BACKSLASH, T] = [9, 13, 46, 48, 92, 116];
const MAX_FIELDS = 16;
/** The maximum size of a title, in bytes. */
const MAX_TITLE = 1_000;
/** The maximum number of digits in a field that contains a number. */
const MAX_DIGITS = 9;
/** The results for a field that contains `\N`, and for a field that is not a valid number. */
const [MISSING, UNUSUAL] = [-1, -2];

/** The fields of the current line. One object is used for all lines, because there are millions. */
class Fields {
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;
  readonly #ends = new Uint32Array(MAX_FIELDS);

  /** Divides a line into fields. Returns false if their number is not `count`. */
  divide({ bytes, start, end }: LineBytes, count: number): boolean {
    this.#bytes = bytes;
    this.#start = start;
    const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    let fields = 0;
    for (let at = start; at < last; at += 1) {
      const byte = bytes[at];
      if (byte === TAB) {
        if (fields === MAX_FIELDS - 1) return false;
        this.#ends[fields] = at;
        fields += 1;
      } else if (byte === 0) return false;
    }
    this.#ends[fields] = last;
    return fields + 1 === count;
  }

  bytes(field: number): Uint8Array {
    return this.#bytes.subarray(this.#startOf(field), this.#ends[field]);
  }

  equals(field: number, text: string): boolean {
    const start = this.#startOf(field);
    if ((this.#ends[field] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1)
      if (this.#bytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  number(field: number): number {
    const start = this.#startOf(field);
    return this.#bytes[start] === BACKSLASH ? MISSING : this.#digits(start, this.#ends[field] ?? 0);
  }

  id(field: number): number {
    const start = this.#startOf(field);
    if (this.#bytes[start] !== T || this.#bytes[start + 1] !== T) return UNUSUAL;
    return this.#digits(start + 2, this.#ends[field] ?? 0);
  }

  decimal(field: number): number {
    const end = this.#ends[field] ?? 0;
    if (this.#bytes[end - 2] !== POINT) return UNUSUAL;
    const whole = this.#digits(this.#startOf(field), end - 2);
    const tenths = this.#digits(end - 1, end);
    return whole < 0 || tenths < 0 ? UNUSUAL : (10 * whole + tenths) / 10;
  }

  #startOf(field: number): number {
    return field === 0 ? this.#start : (this.#ends[field - 1] ?? 0) + 1;
  }

  #digits(start: number, end: number): number {
    if (end <= start || end - start > MAX_DIGITS) return UNUSUAL;
    let number = 0;
    for (let at = start; at < end; at += 1) {
      const digit = (this.#bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return UNUSUAL;
      number = 10 * number + digit;
    }
    return number;
  }
}

const fields = new Fields();

interface Scanning {
  readonly columns: ReadonlyMap<string, number>;
  readonly titles: Bits;
  /** The episodes read so far. Absent if no file contains the numbers of episodes. Episodes are then omitted. */
  readonly episodes?: ImdbEpisodes | undefined;
  readonly report: LoadReport;
}

/** Parses a row. Returns false to leave the row to the regular parser. */
export type Scan = (line: LineBytes) => boolean;

/**
 * The functions that create the parser for each file. A missing column gets an index past the last field, so the
 * regular parser handles its rows.
 */
export const SCANS = {
  "title.basics"({ columns, episodes }) {
    const [idColumn, typeColumn, titleColumn, yearColumn, runtimeColumn] = findColumns(
      columns,
      "tconst",
      "titleType",
      "primaryTitle",
      "startYear",
      "runtimeMinutes",
    );
    return (line) => {
      if (!fields.divide(line, columns.size) || !fields.equals(typeColumn, "tvEpisode")) return false;
      if (episodes === undefined) return true;
      const [id, title] = [fields.id(idColumn), fields.bytes(titleColumn)];
      const [year, runtime] = [fields.number(yearColumn), fields.number(runtimeColumn)];
      const isYear = year === MISSING || (year >= 1_000 && year <= 9_999);
      const isUsual = id > 0 && !episodes.has(id) && title.length <= MAX_TITLE && title[0] !== BACKSLASH;
      if (!isUsual || !isYear || runtime === UNUSUAL || runtime > MAX_EPISODE_RUNTIME) return false;
      episodes.add(id, title, { year: Math.max(0, year), runtime: Math.max(0, runtime) });
      return true;
    };
  },
  "title.ratings"({ columns, titles, episodes }) {
    const [idColumn, ratingColumn, votesColumn] = findColumns(columns, "tconst", "averageRating", "numVotes");
    return (line) => {
      if (!fields.divide(line, columns.size)) return false;
      const [id, rating, votes] = [
        fields.id(idColumn),
        fields.decimal(ratingColumn),
        fields.number(votesColumn),
      ];
      if (id <= 0 || titles.has(id) || rating < 0 || rating > MAX_RATING || votes < 0) return false;
      episodes?.rate(id, rating, votes);
      return true;
    };
  },
  "title.episode"({ columns, titles, episodes, report }) {
    const [idColumn, seriesColumn, seasonColumn, episodeColumn] = findColumns(
      columns,
      "tconst",
      "parentTconst",
      "seasonNumber",
      "episodeNumber",
    );
    return (line) => {
      if (!fields.divide(line, columns.size)) return false;
      const [id, series] = [fields.id(idColumn), fields.id(seriesColumn)];
      const [season, episode] = [fields.number(seasonColumn), fields.number(episodeColumn)];
      if (id <= 0 || series <= 0 || season === UNUSUAL || episode === UNUSUAL) return false;
      if (!titles.has(series)) report.ignoredEpisodes += 1;
      else if (season !== MISSING && episode !== MISSING) {
        if (!episodes?.isFree(id, season, episode)) return false;
        episodes.number(id, { series, season, episode, line: line.number });
      }
      return true;
    };
  },
} as const satisfies Record<string, (scanning: Scanning) => Scan>;

function findColumns<const Names extends readonly string[]>(
  columns: ReadonlyMap<string, number>,
  ...names: Names
): { [Name in keyof Names]: number } {
  return names.map((name) => columns.get(name) ?? MAX_FIELDS) as { [Name in keyof Names]: number };
}
