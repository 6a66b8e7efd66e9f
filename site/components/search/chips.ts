/** Describes the filters and the interpreted query of a list, both as a heading and as chips that remove them. */

import type { Facets } from "../../../worker/contract/browse.ts";
import type { CreditRole } from "../../../worker/contract/credit-roles.ts";
import { onlyYear, parseFilter } from "../../../worker/contract/filter.ts";
import { findOrder, type Part } from "../../../worker/contract/understood.ts";
import type { BrowseQuery } from "../../../worker/filters/browse-query.ts";
import { hasTitlesOfCountries, titlesOfCountry } from "../../language/countries.ts";
import { formatList, joinNames } from "../../language/formats.ts";
import { nameTitles } from "../../language/genres.ts";
import { jobsWithin } from "../../language/jobs.ts";
import type { Language } from "../../language/language.ts";
import { getDictionary } from "../../language/words.ts";
import { describeYears, titlesOfYears } from "../../language/years.ts";
import { browseLink, searchLink } from "../../links.ts";
import { FIELDS, factName, isNamed, isRange, rangeName, sourceName } from "../browse/facets.ts";
import { isField } from "../browse/read-fields.ts";
import type { FoundTitles } from "./read-search.ts";

type Read = Pick<FoundTitles, "query" | "parts" | "ignored">;

export interface Chip {
  readonly name: string;
  /** The URL of the list without this filter or query part. */
  readonly without: string;
  /** Whether a field of the form shows the same value. */
  readonly isInForm: boolean;
}

/** A filter or a part of the interpreted query, with the data for its label. */
type Named = Pick<Part, "part" | "values" | "name" | "roles" | "isExcluded">;

interface NamedFilter extends Named {
  /** The conditions without this filter. */
  readonly without: Pick<BrowseQuery, "conditions">;
}

const IN_FORM = ["kind", "years", ...FIELDS] as const;

/** Returns the active filters of a list, in the order of the form. */
export function listFilters(
  { conditions }: Pick<BrowseQuery, "conditions">,
  facets: Facets | null,
): NamedFilter[] {
  return IN_FORM.flatMap((part) => {
    const condition = conditions.find(({ facet }) => facet === part);
    if (condition === undefined) return [];
    const { values } = condition;
    const without = { conditions: conditions.filter((other) => other !== condition) };
    return [{ part, values, name: sourceName(part, values[0] ?? "", facets), without }];
  });
}

/**
 * Returns a chip for each filter, with the same name as in the form. `link` builds the URL of the list with changed
 * conditions.
 */
export function listChips(
  language: Language,
  filters: readonly NamedFilter[],
  link: (changes: NamedFilter["without"]) => string,
): Chip[] {
  return filters.map((filter) => ({
    name: partName(language, filter),
    without: link(filter.without),
    isInForm: true,
  }));
}

function partName(language: Language, { isExcluded, ...named }: Named): string {
  const { browse, kinds, search } = getDictionary(language);
  const {
    part,
    values: [value = ""],
    name,
  } = named;
  if (isExcluded && value !== "") return search.except(partName(language, named));
  if (part === "kind") return value === "movie" ? kinds.movies : kinds.seriesPlural;
  if (part === "years") return describeYears(language, parseFilter(value)?.years ?? onlyYear(0));
  if (isNamed(part)) return factName(language, part, name);
  if (isRange(part)) return rangeName(language, part, value);
  if (part === "sort") return browse.sorts[findOrder([{ part, values: [value] }]) ?? "rating"];
  if (part === "like") return search.like(name);
  if (part === "character") return search.character(name);
  return part === "person" ? personName(language, named) : search.quoted(name);
}

/** The English names of the jobs that stand for roles. They are translated for display. */
const JOBS: Readonly<Record<Exclude<CreditRole, "cast" | "crew">, string>> = {
  director: "Director",
  writer: "Writer",
  music: "Music",
  cinematography: "Cinematography",
  editing: "Editor",
  production: "Producer",
};

/** Returns a name with its roles, such as "Christopher Nolan (director)". */
function personName(language: Language, { name, roles = [] }: Named): string {
  const { credits, search } = getDictionary(language);
  const names = roles.flatMap((role) => {
    if (role === "cast") return credits.groups.cast.toLocaleLowerCase(language);
    return role === "crew" ? search.crew : jobsWithin(language, [JOBS[role]]);
  });
  return names.length === 0 ? name : `${name} (${formatList(language, names)})`;
}

/**
 * Languages written without spaces. In their headings, a comma separates a phrase such as "like Arrival" from the
 * rest.
 */
const UNSPACED: readonly Language[] = ["ja", "zh"];

/**
 * Returns a heading such as "Comedies of the 1990s with Tom Hanks", or `null` if the query consists of words of a
 * title.
 */
export function headingFor(language: Language, named: readonly Named[]): string | null {
  const read = named.filter(({ part }) => part !== "omitted");
  if (read.every(({ part }) => part === "words")) return null;
  const { search } = getDictionary(language);
  const [kind] = read.filter(({ part }) => part === "kind");
  const genres = read.filter(({ part, isExcluded }) => part === "genre" && !isExcluded);
  const [genre, further] = genres;
  const nouns = kind === undefined ? null : partName(language, kind);
  const genreNames = genres.map(({ name }) => name);
  const [years] = read.filter(({ part, isExcluded }) => part === "years" && !isExcluded);
  const [country] = hasTitlesOfCountries(language)
    ? read.filter(({ part, isExcluded }) => part === "country" && !isExcluded)
    : [];
  const [plot] = read.filter(({ part }) => part === "about");
  const people = read.filter(({ part, isExcluded }) => part === "person" && !isExcluded);
  const phrases = UNSPACED.includes(language)
    ? []
    : read.filter(({ part }) => part === "character" || part === "like");
  const others = read.filter(
    (one) => ![kind, genre, further, years, country, plot, ...phrases, ...people].includes(one),
  );
  const names = formatList(
    language,
    people.map((person) => personName(language, person)),
  );
  const titles = titlesFrom(language, nameTitles(language, nouns, genreNames), { years, country });
  const about = plot === undefined ? titles : search.about(titles, plot.name);
  const heading = joinNames(language, [
    [names === "" ? about : search.with(about, names), ...phrases.map((one) => partName(language, one))].join(
      " ",
    ),
    ...others.map((one) => {
      const name = partName(language, one);
      return one.part === "sort" ? name.charAt(0).toLocaleLowerCase(language) + name.slice(1) : name;
    }),
  ]);
  return heading.charAt(0).toLocaleUpperCase(language) + heading.slice(1);
}

interface Origin {
  readonly years: Named | undefined;
  readonly country: Named | undefined;
}

/**
 * Adds the years and the country to a phrase for titles. In English the years come first, in other languages the
 * country.
 */
function titlesFrom(language: Language, titles: string, { years, country }: Origin): string {
  const range = years === undefined ? null : (parseFilter(years.values[0] ?? "")?.years ?? null);
  const ofYears = (some: string) => (range === null ? some : titlesOfYears(language, some, range));
  const ofCountry = (some: string) =>
    country === undefined ? some : titlesOfCountry(language, some, partName(language, country));
  return language === "en" ? ofCountry(ofYears(titles)) : ofYears(ofCountry(titles));
}

/** Returns the heading of a search, or `null` if the query consists of words of a title and nothing was found. */
export function headingOfSearch(
  language: Language,
  { query, parts, ignored, records }: Read & Pick<FoundTitles, "records">,
  facets: Facets | null,
): string | null {
  const filters = listFilters(query, facets).filter((filter) => !isIgnored(filter, ignored));
  if (parts.some(isOfList)) return headingFor(language, [...parts, ...filters]);
  const text: Named = { part: "words", values: [], name: query.text };
  return records.length === 0 ? null : headingFor(language, [text, ...filters]);
}

/** Returns true if the part describes titles, as a genre does. Words of a title do not. */
const isOfList = ({ part }: Part) => part !== "words" && part !== "omitted";

/** Returns true if the filter is ignored because the source cannot apply it. */
function isIgnored({ part }: Named, ignored: Read["ignored"]): boolean {
  return ignored.includes(part === "kind" ? "f" : part);
}

/**
 * Returns the URL of a search with all of its chips removed. If all of the text was interpreted, this is the list of
 * all titles.
 */
export function clearedSearch(language: Language, { query: { text }, parts }: Read): string {
  return parts.some(isOfList) ? browseLink(language, {}) : searchLink(language, { text });
}

const NO_TEXT = { text: null, sort: "popularity" } as const;

/**
 * Returns a chip for each part of the interpreted query and each active filter. Each chip links to the list without
 * its part or filter.
 */
export function searchChips(
  language: Language,
  { query, parts, ignored }: Read,
  facets: Facets | null,
): Chip[] {
  const { exact, notApplied } = getDictionary(language).search;
  const isRead = parts.some(({ part }) => part !== "words");
  /** Returns true for a part without which the search would have no text left. Such a part gets no chip. */
  const isSearch = ({ part, without }: Part) =>
    without === "" && /^(?:words|about|character|omitted|person)$/.test(part);
  const filters = listFilters(query, facets);
  const hasField = (part: string) => facets !== null || part === "kind" || part === "years";
  const read = parts
    .filter((part) => isRead && part.typed !== "" && !isSearch(part))
    .map((part) => ({
      name: part.part === "omitted" ? notApplied(part.name) : partName(language, part),
      without:
        part.without === ""
          ? browseLink(language, { ...query, ...NO_TEXT })
          : searchLink(language, { ...query, text: part.without }),
      // A value in the URL takes precedence over one in the text.
      isInForm: isField(part) && hasField(part.part) && !filters.some((filter) => filter.part === part.part),
    }));
  const applied = filters.map((filter) => {
    const name = partName(language, filter);
    const isWithout = isIgnored(filter, ignored);
    return {
      name: isWithout ? notApplied(name) : name,
      without: searchLink(language, { ...query, ...filter.without }),
      isInForm: !isWithout && hasField(filter.part),
    };
  });
  const inexact = searchLink(language, { ...query, exact: false });
  return [...read, ...applied, ...(query.exact ? [{ name: exact, without: inexact, isInForm: false }] : [])];
}
