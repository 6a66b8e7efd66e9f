/** The filters of a list, each with the link that removes it. */
import type { BrowseFilters, BrowseQuery, Facets } from "../../../worker/contract/browse.ts";
import { type Filter, onlyYear, parseFilter } from "../../../worker/contract/filter.ts";
import type { Part } from "../../../worker/contract/understood.ts";
import { formatList } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { describeYears } from "../../language/years.ts";
import { searchLink } from "../../links.ts";
import {
  chosenName,
  FACTS,
  factName,
  MEASURES,
  type Measure,
  measured,
  measureName,
} from "../browse/facets.ts";
import type { FoundTitles } from "./read-search.ts";

type Read = Pick<FoundTitles, "query" | "parts" | "ignored">;

export interface Chip {
  /** The parameter of a filter, or the part of a text. */
  readonly part: string;
  readonly name: string;
  /** The address without it. */
  readonly without: string;
}

/** Kind and years. */
function filterChips(language: Language, { kind, years }: Filter, link: (filter: Filter) => string): Chip[] {
  const { movies, seriesPlural } = wordsOf(language).kinds;
  const chips: Chip[] = [];
  if (kind !== null)
    chips.push({
      part: "f",
      name: kind === "movie" ? movies : seriesPlural,
      without: link({ kind: null, years }),
    });
  if (years !== null)
    chips.push({ part: "years", name: describeYears(language, years), without: link({ kind, years: null }) });
  return chips;
}

/** Everything that narrows a list, named as in the form. `link`: the list with other filters. */
export function listChips(
  language: Language,
  query: BrowseQuery,
  {
    facets,
    link,
  }: { readonly facets: Facets | null; readonly link: (changes: Partial<BrowseFilters>) => string },
): Chip[] {
  const chips = filterChips(language, query.filter, (filter) => link({ filter }));
  for (const fact of FACTS) {
    const value = query[fact];
    if (value === null) continue;
    const name = chosenName(language, fact, value, facets);
    chips.push({ part: fact, name, without: link({ [fact]: null }) });
  }
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const value = measured(query, measure);
    if (value === null) continue;
    const without = link({ [MEASURES[measure]]: null });
    chips.push({ part: measure, name: measureName(language, measure, value), without });
  }
  return chips;
}

/** The name of what was read of a text. */
function partName(language: Language, { part, values: [value = ""], name }: Part): string {
  const { browse, kinds, search } = wordsOf(language);
  if (part === "kind") return value === "movie" ? kinds.movies : kinds.seriesPlural;
  if (part === "years") return describeYears(language, parseFilter(value)?.years ?? onlyYear(0));
  if (part === "genre" || part === "country" || part === "language") return factName(language, part, name);
  if (part === "min_rating" || part === "runtime") return measureName(language, part, value);
  if (part === "sort") return browse.sorts.rating;
  if (part === "about") return search.about(name);
  return part === "person" ? name : search.quoted(name);
}

const COMMAS: Partial<Record<Language, string>> = { ja: "、", zh: "，", ar: "، " };

/** What was read of the text, as a heading: "Comedy with Tom Hanks, 1990s". `null`: words of titles alone. */
export function readAs(
  language: Language,
  { parts, query, ignored }: Read,
  facets: Facets | null,
): string | null {
  const read = parts.filter(({ part }) => part !== "omitted");
  if (read.every(({ part }) => part === "words")) return null;
  const { kinds, search } = wordsOf(language);
  const people = read.filter(({ part }) => part === "person");
  const titles = read.find(({ part }) => part === "genre") ?? read.find(({ part }) => part === "kind");
  const others = read.filter((part) => part !== titles && !people.includes(part));
  const what = titles === undefined ? kinds.all : partName(language, titles);
  const who = formatList(
    language,
    people.map(({ name }) => name),
  );
  const names = others.map((part) => partName(language, part));
  const filters = listChips(language, query, { facets, link: () => "" }).flatMap(({ part, name }) =>
    ignored.includes(part) ? [] : name,
  );
  return [who === "" ? what : search.with(what, who), ...names, ...filters].join(COMMAS[language] ?? ", ");
}

/** What was read of the text, and then the filters, with those that do not apply; each leads to the search without it. */
export function searchChips(
  language: Language,
  { query, parts, ignored }: Read,
  facets: Facets | null,
): Chip[] {
  const { exact, notApplied } = wordsOf(language).search;
  const isRead = parts.some(({ part }) => part !== "words");
  const read = parts
    .filter(({ without, typed }) => isRead && without !== "" && typed !== "")
    .map((part) => ({
      part: part.part,
      name: part.part === "omitted" ? notApplied(part.name) : partName(language, part),
      without: searchLink(language, { ...query, text: part.without }),
    }));
  const filters = listChips(language, query, {
    facets,
    link: (changes) => searchLink(language, { ...query, ...changes }),
  }).map((chip) => (ignored.includes(chip.part) ? { ...chip, name: notApplied(chip.name) } : chip));
  const inexact = searchLink(language, { ...query, exact: false });
  return [...read, ...filters, ...(query.exact ? [{ part: "exact", name: exact, without: inexact }] : [])];
}
