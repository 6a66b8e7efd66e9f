/** The filter of a search as part of its FTS5 expression. */
import type { Filter } from "../../contract/filter.ts";
import { allOf, anyOf, quoted } from "./expressions.ts";
import { ADULT, decadeToken, kindToken, yearToken } from "./names.ts";

/** Applies the filter inside the index, so that no title is read only to be discarded. */
export function withFilter(expression: string, filter: Filter, includeAdult: boolean): string {
  const conditions = [expression];
  if (filter.kind !== null) conditions.push(quoted(kindToken(filter.kind)));
  if (filter.years !== null) {
    conditions.push(anyOf(yearTerms(filter.years.first, filter.years.last)));
  }
  return includeAdult ? allOf(conditions) : `(${allOf(conditions)} NOT ${quoted(ADULT)})`;
}

/** One term for each whole decade, century, millennium and remaining year of the range. */
function yearTerms(first: number, last: number): string[] {
  const found: string[] = [];
  for (let year = first; year <= last; ) {
    const length =
      [10_000, 1_000, 100, 10].find((years) => year % years === 0 && year + years - 1 <= last) ?? 1;
    found.push(yearTerm(year, length));
    year += length;
  }
  return found;
}

function yearTerm(first: number, length: number): string {
  if (length === 1) return quoted(yearToken(first));
  if (length === 10) return quoted(decadeToken(first));
  // The common prefix of these years' tokens, which FTS5 reads from its prefix index.
  const varying = String(length).length - 1;
  return `${quoted(yearToken(first).slice(0, -varying))}*`;
}
