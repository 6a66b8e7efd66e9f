/**
 * The parameter `f`. The contract knows one form, a four-digit year; the others are ours:
 *
 *     1999   1990-1999   1990-   -1999   1999~   movie   series   movie,1999
 *
 * Only the contract's own form is ever sent to an upstream.
 */
import type { TitleRecord } from "./record.ts";

export type TitleKind = "movie" | "series";

/** Any four digits are a year. */
export const FIRST_YEAR = 0;
export const LAST_YEAR = 9999;

/** Years from `first` to `last`, both included. A range that is open to one side ends with the years of four digits. */
export interface YearRange {
  readonly first: number;
  readonly last: number;
  /** The year of the soft form `1999~`: titles of the years before and after are admitted too, but come later. */
  readonly around: number | null;
}

export interface Filter {
  readonly kind: TitleKind | null;
  readonly years: YearRange | null;
}

export const NO_FILTER: Filter = { kind: null, years: null };

/** The forms as a pattern; empty text is no filter. Ranges must also begin before they end. */
export const FILTER_PATTERN =
  /^((movie|series)|((movie|series),)?([0-9]{4}|[0-9]{4}~|[0-9]{4}-|-[0-9]{4}|[0-9]{4}-[0-9]{4}))?$/;

/** `null`: not one of the forms. Empty text is no filter. */
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

/** The soft form `1999~`. */
export function yearAround(year: number): YearRange {
  return { first: Math.max(year - 1, FIRST_YEAR), last: Math.min(year + 1, LAST_YEAR), around: year };
}

/** The one spelling of a filter, for cache keys and links; `parseFilter` reads it back. */
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

/** The filter as a year, the only form that upstreams know; `null`: it has no such form. */
export function contractYear({ years }: Filter): string | null {
  if (years === null || years.first !== years.last) return null;
  return fourDigits(years.first);
}

/** The records that a filter admits. With a soft year the exact year comes first; otherwise the order is kept. */
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
