/**
 * The filter parameter `f`. The contract only defines a four-digit year. The other forms are extensions, and are
 * never sent to an upstream that speaks the contract:
 *
 *     1999   1990-1999   1990-   -1999   1999~   movie   series   movie,1999
 */
import type { TitleRecord } from "./record.ts";

export type TitleKind = "movie" | "series";

/** The bounds of years. Any four digits are a valid year. */
export const FIRST_YEAR = 0;
export const LAST_YEAR = 9999;

/** An inclusive range of years. An open range starts at `FIRST_YEAR` or ends at `LAST_YEAR`. */
export interface YearRange {
  readonly first: number;
  readonly last: number;
  /**
   * The exact year of a filter such as `1999~`, otherwise `null`. The range of such a filter also contains the years
   * before and after, but titles of the exact year come first.
   */
  readonly around: number | null;
}

export interface Filter {
  readonly kind: TitleKind | null;
  readonly years: YearRange | null;
}

export const NO_FILTER: Filter = { kind: null, years: null };

/**
 * The syntax of a filter, for the documentation. It also matches ranges that end before they start, which
 * `parseFilter` rejects.
 */
export const FILTER_PATTERN =
  /^((movie|series)|((movie|series),)?([0-9]{4}|[0-9]{4}~|[0-9]{4}-|-[0-9]{4}|[0-9]{4}-[0-9]{4}))?$/;

/** Parses a filter. Returns `null` if the syntax is invalid, and `NO_FILTER` for an empty string. */
export function parseFilter(text: string): Filter | null {
  if (text === "") return NO_FILTER;
  if (isKind(text)) return { kind: text, years: null };
  const comma = text.indexOf(",");
  const kind = comma === -1 ? null : text.slice(0, comma);
  if (kind !== null && !isKind(kind)) return null;
  const years = parseYears(text.slice(comma + 1));
  return years === null ? null : { kind, years };
}

export function isKind(text: string): text is TitleKind {
  return text === "movie" || text === "series";
}

function parseYears(text: string): YearRange | null {
  const single = /^(\d{4})(~?)$/.exec(text);
  if (single !== null) {
    const year = Number(single[1]);
    return single[2] === "" ? onlyYear(year) : yearAround(year);
  }
  const range = /^(\d{4})?-(\d{4})?$/.exec(text);
  if (range === null || text === "-") return null;
  const first = Number(range[1] ?? FIRST_YEAR);
  const last = Number(range[2] ?? LAST_YEAR);
  return first > last ? null : { first, last, around: null };
}

export function onlyYear(year: number): YearRange {
  return { first: year, last: year, around: null };
}

/** Returns the range of years for a filter such as `1999~`. */
export function yearAround(year: number): YearRange {
  return { first: Math.max(year - 1, FIRST_YEAR), last: Math.min(year + 1, LAST_YEAR), around: year };
}

/** Returns the canonical form of a filter, for cache keys and links. */
export function formatFilter({ kind, years }: Filter): string {
  return [kind ?? "", years === null ? "" : formatYears(years)].filter((part) => part !== "").join(",");
}

function formatYears({ first, last, around }: YearRange): string {
  if (around !== null) return `${fourDigits(around)}~`;
  if (first === last) return fourDigits(first);
  if (last === LAST_YEAR) return `${fourDigits(first)}-`;
  return `${first === FIRST_YEAR ? "" : fourDigits(first)}-${fourDigits(last)}`;
}

export function fourDigits(year: number): string {
  return String(year).padStart(4, "0");
}

/**
 * Returns the year if the filter is a single year, which is the only form that the contract has. Otherwise returns
 * `null`.
 */
export function contractYear({ years }: Filter): string | null {
  if (years === null || years.first !== years.last) return null;
  return fourDigits(years.first);
}

/** Returns the records that match the filter. With a filter such as `1999~`, titles of the exact year come first. */
export function applyFilter(filter: Filter, records: readonly TitleRecord[]): TitleRecord[] {
  const admitted = records.filter((record) => admits(filter, record));
  const around = filter.years?.around ?? null;
  if (around === null) return admitted;
  const exact = (record: TitleRecord) => Number(record.year) === around;
  return [...admitted.filter(exact), ...admitted.filter((record) => !exact(record))];
}

function admits({ kind, years }: Filter, record: TitleRecord): boolean {
  if (kind !== null && record.type !== kind) return false;
  if (years === null) return true;
  if (record.year === "") return false;
  const year = Number(record.year);
  return year >= years.first && year <= years.last;
}
