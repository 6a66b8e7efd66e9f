/** The filters of a list, each with the link that removes it. */
import type { BrowseQuery, Facets } from "../../../worker/contract/browse.ts";
import type { Filter } from "../../../worker/contract/filter.ts";
import type { RefinedQuery } from "../../../worker/contract/query.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { searchLink } from "../../links.ts";
import { chosenName, FACTS, type FactName } from "../browse/facets.ts";
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

/** The names of filters, as the page of all titles names them. */
export function nameFilters(
  language: Language,
  { filter, ...facts }: Pick<BrowseQuery, "filter" | FactName>,
  facets: Facets | null,
): string {
  const names = filterChips(language, filter, () => "").map(({ name }) => name);
  for (const fact of FACTS) {
    const value = facts[fact];
    if (value !== null) names.push(chosenName(language, fact, value, facets));
  }
  return names.join(" · ");
}

/** The filters of a search, and "exact spelling" if no word may stand for another. */
export function searchChips(language: Language, query: RefinedQuery, facets: Facets | null): Chip[] {
  const { filter, genre, exact, text, sort } = query;
  const searched = { text, filter, genre, exact, sort };
  const chips = filterChips(language, filter, (other) =>
    searchLink(language, { ...searched, filter: other }),
  );
  if (genre !== null) {
    const name = chosenName(language, "genre", genre, facets);
    chips.push({ name, without: searchLink(language, { ...searched, genre: null }) });
  }
  if (exact) {
    const name = wordsOf(language).search.exact;
    chips.push({ name, without: searchLink(language, { ...searched, exact: false }) });
  }
  return chips;
}
