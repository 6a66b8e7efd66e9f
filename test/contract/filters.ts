/** Generates filters, and provides years and types of titles to test them with. */
import * as fc from "fast-check";

/** The first and last years of decades, centuries and the four-digit range, and some release years. */
const TELLING_YEARS = [
  0, 1, 9, 10, 19, 99, 100, 109, 190, 199, 900, 999, 1000, 1009, 1099, 1100, 1869, 1870, 1899, 1900, 1989,
  1990, 1998, 1999, 2000, 2009, 2049, 2050, 2099, 2100, 2999, 3000, 9000, 9990, 9998, 9999,
];

const fourDigits = (year: number) => String(year).padStart(4, "0");

/** The `year` field of records. "" means unknown. */
export const YEARS: readonly string[] = ["", ...TELLING_YEARS.map(fourDigits)];
/** The `type` field of records, including types that filters do not support. */
export const KINDS = ["movie", "series", "short", "movie night", "Movie", ""];

const year = fc.oneof(fc.constantFrom(...TELLING_YEARS), fc.integer({ min: 0, max: 9999 }));

interface GeneratedFilter {
  readonly f: string;
  readonly kind: string | null;
  /** The years that the filter accepts, or `null` for all. */
  readonly years: { readonly first: number; readonly last: number } | null;
}

const years: fc.Arbitrary<Pick<GeneratedFilter, "f" | "years">> = fc.oneof(
  year.map((only) => ({ f: fourDigits(only), years: { first: only, last: only } })),
  year.map((only) => ({ f: `${fourDigits(only)}~`, years: { first: only - 1, last: only + 1 } })),
  year.map((first) => ({ f: `${fourDigits(first)}-`, years: { first, last: 9999 } })),
  year.map((last) => ({ f: `-${fourDigits(last)}`, years: { first: 0, last } })),
  fc
    .tuple(year, year)
    .map(([one, other]) => ({ first: Math.min(one, other), last: Math.max(one, other) }))
    .map((range) => ({ f: `${fourDigits(range.first)}-${fourDigits(range.last)}`, years: range })),
);
const kind = fc.constantFrom("movie", "series");

export const anyFilter: fc.Arbitrary<GeneratedFilter> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ f: "", kind: null, years: null }) },
  { weight: 1, arbitrary: kind.map((only) => ({ f: only, kind: only, years: null })) },
  { weight: 6, arbitrary: years.map((form) => ({ ...form, kind: null })) },
  {
    weight: 6,
    arbitrary: fc.tuple(kind, years).map(([only, form]) => ({ ...form, f: `${only},${form.f}`, kind: only })),
  },
);
