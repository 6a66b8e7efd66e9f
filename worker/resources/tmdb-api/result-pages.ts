/** TMDB's pages of results: searches, lists, and the filters of discover. */
import {
  type BrowseQuery,
  type Fact,
  type FinerFilters,
  facetSlug,
  LONGEST_RUNTIME,
  MAX_RATING,
  NO_FACTS,
  NOT_FINER,
} from "../../contract/browse.ts";
import { type Kind, onlyYear, type YearRange } from "../../contract/filter.ts";
import { parseInteger } from "../../contract/parameters.ts";
import { PeopleAnswer, type PersonResult } from "../../contract/people.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { foldName } from "../../origins/catalog/text/fold.ts";
import type { LoadedList } from "../../origins/loaded.ts";
import type { TmdbApiQuery } from "../../origins/origin.ts";
import { allCountries, subtagOf } from "../../origins/tmdb/codes.ts";
import type { Reading } from "./catalog-reading.ts";
import { EMPTY_PAGE, entryOf, mixedEntryOf, personEntry } from "./fields.ts";
import { MAX_PAGE } from "./tmdb-request.ts";

const PAGE_SIZE = 20;

type Parameters = TmdbApiQuery["parameters"];

interface Found {
  readonly results: readonly object[];
  /** Whether the next page has results. */
  readonly more: boolean;
  /** How many a page has at most. */
  readonly size: number;
  /** How many all pages have; absent: not counted. */
  readonly total?: number | undefined;
}

/** Without a number of all, the totals are those of the pages up to this one, and of the next: counting would cost more than the page. */
function pageOf({ page: number = "1" }: Parameters, ...lists: readonly Found[]): object {
  const page = Number(number);
  const results = lists.flatMap((list) => list.results);
  const [{ total = undefined, size = PAGE_SIZE } = {}] = lists;
  if (total !== undefined)
    return { page, results, total_pages: Math.min(Math.ceil(total / size), MAX_PAGE), total_results: total };
  if (results.length === 0) return { ...EMPTY_PAGE, page };
  const more = lists.some((list) => list.more) ? 1 : 0;
  const before = lists.map((list) => (list.results.length === 0 ? 0 : (page - 1) * list.size));
  const found = before.reduce((sum, count) => sum + count, results.length + more);
  return { page, results, total_pages: page + more, total_results: found };
}

/** `of`: what `search/…` looks for. */
export async function searchPage(reading: Reading, of: string, parameters: Parameters): Promise<object> {
  if (of === "person") return pageOf(parameters, await people(reading, parameters, PAGE_SIZE));
  if (of === "movie") return pageOf(parameters, await titles(reading, "movie", parameters, PAGE_SIZE));
  if (of === "tv") return pageOf(parameters, await titles(reading, "series", parameters, PAGE_SIZE));
  if (of !== "multi") return EMPTY_PAGE;
  // A page has so many of each, so that pages neither overlap nor skip anything.
  const [found, named] = await Promise.all([
    titles(reading, null, parameters, 15),
    people(reading, parameters, 5),
  ]);
  const persons = { ...named, results: named.results.map((person) => ({ ...person, media_type: "person" })) };
  if (reading.correctedText !== undefined && (await knowsName(reading, parameters))) {
    reading.correctedText = undefined;
    return pageOf(parameters, persons);
  }
  const typed = parameters.query?.toLowerCase();
  const isName = named.results.some((person) => nameOf(person).toLowerCase() === typed);
  return isName ? pageOf(parameters, persons, found) : pageOf(parameters, found, persons);
}

/** Whether people have the name as typed, words cut short included, so that nothing has to be corrected. */
async function knowsName(reading: Reading, parameters: Parameters): Promise<boolean> {
  const { results } = await people(reading, { ...parameters, page: "1" }, 5);
  const typed = foldName(parameters.query ?? "");
  return results.some((person) => {
    const words = foldName(nameOf(person));
    return typed.every((word) => words.some((known) => known.startsWith(word)));
  });
}

const nameOf = (person: object) => ("name" in person ? String(person.name) : "");

async function titles(
  reading: Reading,
  kind: Kind | null,
  parameters: Parameters,
  size: number,
): Promise<Found> {
  const { query: text = "", include_adult, year, first_air_date_year, primary_release_year } = parameters;
  const wanted = (kind === "series" ? first_air_date_year : primary_release_year) ?? year;
  const loading = reading.can.search({
    category: "search",
    text,
    filter: { kind, years: kind === null || wanted === undefined ? null : yearsOf(wanted) },
    lang: reading.lang,
    paging: pagingOf(parameters, size),
    includeAdult: include_adult === "true",
  });
  return await listed(reading, loading, { size, isMixed: kind === null });
}

const pagingOf = ({ page = "1" }: Parameters, limit: number) => ({ page: Number(page), limit });

async function listed(
  reading: Reading,
  loading: Promise<LoadedList<readonly TitleRecord[]>>,
  { size, isMixed }: { readonly size: number; readonly isMixed: boolean },
): Promise<Found> {
  const { about, more = false } = reading.note(await loading);
  const found = await reading.titles(about?.titles ?? []);
  return { results: found.map(isMixed ? mixedEntryOf : entryOf), more, size, total: about?.total };
}

async function people(reading: Reading, parameters: Parameters, size: number): Promise<Found> {
  const { query: text = "" } = parameters;
  const loading = reading.can.people({ text, lang: reading.lang, paging: pagingOf(parameters, size) });
  const found = (await reading.read(PeopleAnswer, loading)) ?? [];
  return { results: await personEntries(reading, found), more: (await loading).more ?? false, size };
}

export async function personEntries(reading: Reading, found: readonly PersonResult[]): Promise<object[]> {
  const [people, known] = await Promise.all([
    reading.people(found),
    reading.titles(found.flatMap(({ known_for }) => known_for.map(({ id }) => id))),
  ]);
  const entries = new Map(known.map((title) => [title.id, mixedEntryOf(title)]));
  return found.flatMap(({ id, known_for }) => {
    const someone = people.get(id);
    if (someone === undefined) return [];
    const titles = known_for.flatMap((title) => entries.get(title.id) ?? []);
    return { ...personEntry(someone), known_for: titles };
  });
}

type Facts = Omit<BrowseQuery, "paging" | "lang">;
const ANY: Omit<Facts, "filter"> = { ...NO_FACTS, sort: "popularity", after: null, isCounted: true };

/** Titles by popularity or weighted rating; `kind`: `null` for both, with their `media_type`. */
export function listPage(
  reading: Reading,
  kind: Kind | null,
  parameters: Parameters,
  {
    sort = "popularity",
    isMixed = false,
  }: { readonly sort?: Facts["sort"]; readonly isMixed?: boolean } = {},
): Promise<object> {
  return browsedPage(reading, { ...ANY, filter: { kind, years: null }, sort }, parameters, isMixed);
}

async function browsedPage(reading: Reading, facts: Facts, parameters: Parameters, isMixed: boolean) {
  const paging = pagingOf(parameters, PAGE_SIZE);
  const loading = reading.can.browse({ ...facts, paging, lang: reading.lang });
  return pageOf(parameters, await listed(reading, loading, { size: PAGE_SIZE, isMixed }));
}

/** Notes the parameters that were not applied. */
export async function discoverPage(reading: Reading, kind: Kind, parameters: Parameters): Promise<object> {
  const { page, language, ...filters } = parameters;
  const known = { ...FILTERS, ...FILTERS_OF[kind] };
  let facts: Facts = { ...ANY, filter: { kind, years: null } };
  const ignored = Object.entries(filters).filter(([name, value]) => {
    const narrowed = Object.hasOwn(known, name) ? known[name]?.(value, facts) : null;
    facts = { ...facts, ...narrowed };
    return narrowed == null;
  });
  if (ignored.length > 0) reading.ignored = ignored.map(([name]) => name).join(", ");
  const ranges = [facts.filter.years, facts.runtime, facts.finer?.votes, facts.finer?.rating];
  if (ranges.some((range) => range && range.first > range.last)) return pageOf(parameters);
  return await browsedPage(reading, facts, parameters, false);
}

/** What a parameter changes; `null`: its value is not understood. */
type NarrowBy = (value: string, facts: Facts) => Partial<Facts> | null;

const finer = (facts: Facts, more: Partial<FinerFilters>) => ({
  finer: { ...NOT_FINER, ...facts.finer, ...more },
});

/** Values with commas between them all apply, with bars one of them does; `factsOf`: `null` for what is none. */
function valuesIn(text: string, factsOf: (value: string) => readonly Fact[] | null): Fact[][] | null {
  const isAny = text.includes("|");
  const found = text.split(/[|,]/).map((value) => factsOf(value.trim()));
  if (found.includes(null)) return null;
  const facts = found.map((some) => [...(some ?? [])]);
  return isAny ? [facts.flat()] : facts;
}

/** `factsOf`: of one value of the parameter. */
function withFacts(factsOf: (value: string) => readonly Fact[] | null): NarrowBy {
  return (value, facts) => {
    const more = valuesIn(value, factsOf);
    return more && finer(facts, { facts: [...(facts.finer?.facts ?? []), ...more] });
  };
}

const genre = (value: string): Fact[] | null => (/^\d{1,9}$/.test(value) ? [["tmdb-genre", value]] : null);
const language = (code: string): Fact[] | null =>
  /^[a-z]{2,3}$/.test(code) ? [...new Set([code, subtagOf(code)])].map((each) => ["language", each]) : null;

function country(code: string): Fact[] | null {
  const slug = facetSlug(allCountries().find((known) => known.code === code)?.name ?? "");
  return slug === null ? null : [["country", slug]];
}

const FILTERS: Readonly<Record<string, NarrowBy>> = {
  sort_by: (value) => (Object.hasOwn(SORTS, value) ? { sort: SORTS[value] ?? "popularity" } : null),
  with_genres: withFacts(genre),
  with_original_language: withFacts(language),
  with_origin_country: withFacts(country),
  without_genres(value, facts) {
    const more = valuesIn(value, genre);
    return more && finer(facts, { otherThan: more.flat() });
  },
  "with_runtime.gte": (value, { runtime }) =>
    within(value, LONGEST_RUNTIME, (first) => ({
      runtime: first === 0 ? runtime : { first, last: runtime?.last ?? LONGEST_RUNTIME },
    })),
  "with_runtime.lte": (value, { runtime }) =>
    within(value, LONGEST_RUNTIME, (last) => ({ runtime: { first: runtime?.first ?? 1, last } })),
  year: (value, facts) => years(facts, yearsOf(value)),
  ...range("vote_average", "rating", MAX_RATING),
  ...range("vote_count", "votes", Number.MAX_SAFE_INTEGER),
};

/** `name.gte` and `name.lte`. */
function range(name: string, field: "rating" | "votes", most: number): Record<string, NarrowBy> {
  const narrow = (end: "first" | "last"): NarrowBy => {
    return (text, facts) => {
      const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
      const known = facts.finer?.[field] ?? { first: 0, last: most };
      return value <= most ? finer(facts, { [field]: { ...known, [end]: value } }) : null;
    };
  };
  return { [`${name}.gte`]: narrow("first"), [`${name}.lte`]: narrow("last") };
}

const from: NarrowBy = (date, facts) => years(facts, { first: yearIn(date), last: 9_999, around: null });
const to: NarrowBy = (date, facts) => years(facts, { first: 0, last: yearIn(date), around: null });

/** Days become their years: the catalog has no others. */
const FILTERS_OF: Readonly<Record<Kind, Readonly<Record<string, NarrowBy>>>> = {
  movie: {
    "primary_release_date.gte": from,
    "primary_release_date.lte": to,
    primary_release_year: (value, facts) => years(facts, yearsOf(value)),
    "release_date.gte": from,
    "release_date.lte": to,
  },
  series: {
    "air_date.gte": from,
    "air_date.lte": to,
    "first_air_date.gte": from,
    "first_air_date.lte": to,
    first_air_date_year: (value, facts) => years(facts, yearsOf(value)),
  },
};

const SORTS: Readonly<Record<string, BrowseQuery["sort"]>> = {
  "first_air_date.desc": "year",
  "popularity.desc": "popularity",
  "primary_release_date.desc": "year",
  "release_date.desc": "year",
  "vote_average.desc": "rating",
};

function within(value: string, most: number, narrow: (number: number) => Partial<Facts>) {
  const number = parseInteger(value, 0, most);
  return number === null ? null : narrow(number);
}

const yearIn = (text: string) => (/^\d{4}/.test(text) ? Number(text.slice(0, 4)) : Number.NaN);
const yearsOf = (year: string): YearRange => onlyYear(yearIn(year));

/** Within those so far. `null`: not years. */
function years({ filter }: Facts, { first, last, around }: YearRange): Partial<Facts> | null {
  if (Number.isNaN(first + last)) return null;
  const [from = 0, to = 9_999] = filter.years === null ? [] : [filter.years.first, filter.years.last];
  return { filter: { ...filter, years: { first: Math.max(from, first), last: Math.min(to, last), around } } };
}
