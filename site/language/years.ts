/** Names of years. */
import { FIRST_YEAR, fourDigits, LAST_YEAR, type YearRange } from "../../worker/contract/filter.ts";
import type { Language } from "./language.ts";
import { wordsOf } from "./words.ts";

/** In words that `readYears` can read. */
export function describeYears(language: Language, { first, last, around }: YearRange): string {
  const { home, search } = wordsOf(language);
  if (around !== null) return `${fourDigits(around)}~`;
  if (first === last) return fourDigits(first);
  if (first === FIRST_YEAR) return last === LAST_YEAR ? "" : search.before(fourDigits(last + 1));
  if (last === LAST_YEAR) return search.since(fourDigits(first));
  if (first % 10 === 0 && last === first + 9) return home.decade(first);
  return `${fourDigits(first)}–${fourDigits(last)}`;
}
