/** One filter that is set, as a link that takes it off. */
import type { Filter } from "../../../worker/contract/filter.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { searchLink } from "../../links.ts";
import type { FoundTitles } from "./read-search.ts";
import { describeYears } from "./typed-years.ts";

export interface Chip {
  readonly name: string;
  /** The address without it. */
  readonly without: string;
}

/** Kind and years. */
export function filterChips(
  language: Language,
  { kind, years }: Filter,
  link: (filter: Filter) => string,
): Chip[] {
  const { movies, seriesPlural } = wordsOf(language).kinds;
  const chips: Chip[] = [];
  if (kind !== null)
    chips.push({ name: kind === "movie" ? movies : seriesPlural, without: link({ kind: null, years }) });
  if (years !== null)
    chips.push({ name: describeYears(language, years), without: link({ kind, years: null }) });
  return chips;
}

/** Of a search: its filters, and that no word is taken for another. */
export function searchChips(
  language: Language,
  { query: { text, filter }, exact }: Pick<FoundTitles, "query" | "exact">,
): Chip[] {
  const chips = filterChips(language, filter, (other) =>
    searchLink(language, { text, filter: other, exact }),
  );
  const asTyped = { name: wordsOf(language).search.exact, without: searchLink(language, { text, filter }) };
  return exact ? [...chips, asTyped] : chips;
}
