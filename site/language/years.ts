/** Describes years in the visitor's language. */
import { FIRST_YEAR, fourDigits, LAST_YEAR, type YearRange } from "../../worker/contract/filter.ts";
import { joinNames } from "./formats.ts";
import type { Language } from "./language.ts";
import { namesByKey } from "./tables.ts";
import { getDictionary } from "./words.ts";

/** Phrases for titles of a decade, for titles of several years, and for titles before or after a year. */
const TITLES = namesByKey({
  decade:
    "{titles} of the {years}|{titles} de los {years}|{titles} des {years}|{titles} der {years}|{titles} dos {years}|{years}の{titles}|{years}的{titles}|{titles} في {years}",
  span: "{titles} of {years}|{titles} de {years}|{titles} de {years}|{titles} von {years}|{titles} de {years}|{years}年の{titles}|{years}年的{titles}|{titles} من عام {years}",
  open: "{titles} {years}|{titles} {years}|{titles} {years}|{titles} {years}|{titles} {years}|{years}の{titles}|{years}的{titles}|{titles} {years}",
});

/** Describes a range of years in words that `parseYearPhrase` can parse. */
export function describeYears(language: Language, { first, last, around }: YearRange): string {
  const { home, search } = getDictionary(language);
  if (around !== null) return `${fourDigits(around)}~`;
  if (first === last) return fourDigits(first);
  if (first === FIRST_YEAR) return last === LAST_YEAR ? "" : search.before(fourDigits(last + 1));
  if (last === LAST_YEAR) return search.since(fourDigits(first));
  if (first % 10 === 0 && last === first + 9) return home.decade(first);
  return `${fourDigits(first)}–${fourDigits(last)}`;
}

/** Returns a phrase such as "Comedies of the 1990s". */
export function titlesOfYears(language: Language, titles: string, range: YearRange): string {
  const years = describeYears(language, range);
  if (range.around !== null) return joinNames(language, [titles, years]);
  const pattern = TITLES(language, chooseForm(range)) ?? "";
  return pattern.replace("{titles}", () => titles).replace("{years}", () => years);
}

function chooseForm({ first, last }: YearRange): "decade" | "span" | "open" {
  if (first === FIRST_YEAR || last === LAST_YEAR) return "open";
  return first % 10 === 0 && last === first + 9 ? "decade" : "span";
}
