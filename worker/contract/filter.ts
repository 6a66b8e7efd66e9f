/**
 * The parameter `f`. The contract knows one form, a four-digit year; the others are ours:
 *
 *     1999   1990-1999   1990-   -1999   1999~   movie   series   movie,1999
 *
 * Only the contract's own form is ever sent to an upstream.
 */
import type { TitleRecord } from "./record.ts";

export type Kind = "movie" | "series";

/** Years from `first` to `last`, both included; `null` is open. */
export interface YearRange {
  readonly first: number | null;
  readonly last: number | null;
  /** The year of the soft form `1999~`: a year either side is admitted, this one comes first. */
  readonly around: number | null;
}

export interface Filter {
  readonly kind: Kind | null;
  readonly years: YearRange | null;
}

export const NO_FILTER: Filter = { kind: null, years: null };

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

function isKind(text: string): text is Kind {
  return text === "movie" || text === "series";
}

function parseYears(text: string): YearRange | null {
  const single = /^(\d{4})(~?)$/.exec(text);
  if (single !== null) {
    const year = Number(single[1]);
    if (single[2] === "") return { first: year, last: year, around: null };
    return { first: Math.max(year - 1, 0), last: year + 1, around: year };
  }
  const range = /^(\d{4})?-(\d{4})?$/.exec(text);
  if (range === null || text === "-") return null;
  const first = range[1] === undefined ? null : Number(range[1]);
  const last = range[2] === undefined ? null : Number(range[2]);
  if (first !== null && last !== null && first > last) return null;
  return { first, last, around: null };
}

/** The one spelling of a filter, for cache keys and links; `parseFilter` reads it back. */
export function formatFilter({ kind, years }: Filter): string {
  return [kind ?? "", years === null ? "" : formatYears(years)].filter((part) => part !== "").join(",");
}

function formatYears({ first, last, around }: YearRange): string {
  if (around !== null) return `${fourDigits(around)}~`;
  if (first !== null && first === last) return fourDigits(first);
  return `${first === null ? "" : fourDigits(first)}-${last === null ? "" : fourDigits(last)}`;
}

function fourDigits(year: number): string {
  return String(year).padStart(4, "0");
}

/** The contract's own form of the filter, the only one an upstream knows; `null` when there is none. */
export function contractYear({ years }: Filter): string | null {
  if (years === null || years.first === null || years.first !== years.last) return null;
  return fourDigits(years.first);
}

/** The records a filter admits; with the soft year, the exact year first, the given order kept otherwise. */
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
  return (years.first === null || year >= years.first) && (years.last === null || year <= years.last);
}
