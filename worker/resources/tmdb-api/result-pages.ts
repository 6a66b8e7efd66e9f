/** TMDB's pages of results: searches, lists, and the filters of discover. */
import * as v from "valibot";
import {
  type BrowseQuery,
  Facets,
  facetSlug,
  LONGEST_RUNTIME,
  MAX_RATING,
  type Minutes,
  NO_FACTS,
} from "../../contract/browse.ts";
import { type Kind, onlyYear, type YearRange } from "../../contract/filter.ts";
import { parseInteger } from "../../contract/parameters.ts";
import { PeopleAnswer, type PersonResult } from "../../contract/people.ts";
import { SearchAnswer, type TitleRecord } from "../../contract/record.ts";
import { foldName } from "../../origins/catalog/text/fold.ts";
import type { LoadedList } from "../../origins/loaded.ts";
import type { TmdbApiQuery } from "../../origins/origin.ts";
import { allCountries } from "../../origins/tmdb/codes.ts";
import type { Reading } from "./catalog-reading.ts";
import { someone } from "./credit-entries.ts";
import { genreId } from "./reference-lists.ts";
import { entries, mixedEntries, mixedEntry } from "./title-entries.ts";

const PAGE_SIZE = 20;
export const EMPTY_PAGE = { page: 1, results: [], total_pages: 0, total_results: 0 };

export interface ResultPage {
  readonly page: number;
  readonly results: readonly object[];
  readonly total_pages: number;
  readonly total_results: number;
}

type Parameters = TmdbApiQuery["parameters"];

interface Found {
  readonly results: readonly object[];
  /** Whether the next page has results. */
  readonly more: boolean;
  /** How many a page has at most. */
  readonly size: number;
}

/** Counting all would cost more than the page: the totals are those of the pages up to this one, and of the next. */
function pageOf(page: number, lists: readonly Found[]): ResultPage {
  const results = lists.flatMap((list) => list.results);
  if (results.length === 0) return { ...EMPTY_PAGE, page };
  const more = lists.some((list) => list.more);
  const before = lists.map(({ results, size }) => (results.length === 0 ? 0 : (page - 1) * size));
  const total = before.reduce((sum, count) => sum + count, results.length) + (more ? 1 : 0);
  return { page, results, total_pages: page + (more ? 1 : 0), total_results: total };
}

const numberOf = (page = "1") => Number(page);

/** `of`: what `search/…` looks for. */
export async function searchPage(reading: Reading, of: string, parameters: Parameters): Promise<ResultPage> {
  const page = numberOf(parameters.page);
  if (of === "person") return pageOf(page, [await people(reading, parameters, PAGE_SIZE)]);
  if (of === "movie") return pageOf(page, [await titles(reading, "movie", parameters, PAGE_SIZE)]);
  if (of === "tv") return pageOf(page, [await titles(reading, "series", parameters, PAGE_SIZE)]);
  if (of !== "multi") return EMPTY_PAGE;
  // A page has so many of each, so that pages neither overlap nor skip anything.
  const [found, named] = await Promise.all([
    titles(reading, null, parameters, 15),
    people(reading, parameters, 5),
  ]);
  const isNamed = reading.correctedText !== undefined && (await knowsName(reading, parameters));
  if (isNamed) reading.correctedText = undefined;
  const persons = { ...named, results: named.results.map((person) => ({ ...person, media_type: "person" })) };
  const isName = named.results.some((person) => hasName(person, parameters.query ?? ""));
  if (isNamed) return pageOf(page, [persons]);
  return pageOf(page, isName ? [persons, found] : [found, persons]);
}

/** Whether people have the name as typed, words cut short included, so that nothing has to be corrected. */
async function knowsName(reading: Reading, parameters: Parameters): Promise<boolean> {
  const { results } = await people(reading, { ...parameters, page: "1" }, 5);
  const typed = foldName(parameters.query ?? "");
  return results.some((person) => {
    const words = "name" in person ? foldName(String(person.name)) : [];
    return typed.every((word) => words.some((known) => known.startsWith(word)));
  });
}

function hasName(person: object, text: string): boolean {
  return "name" in person && String(person.name).toLowerCase() === text.toLowerCase();
}

async function titles(
  reading: Reading,
  kind: Kind | null,
  parameters: Parameters,
  size: number,
): Promise<Found> {
  const { query: text = "", page, include_adult, year } = parameters;
  const wanted =
    (kind === "series" ? parameters.first_air_date_year : parameters.primary_release_year) ?? year;
  const { results, more } = await listed(
    reading,
    reading.can.search({
      category: "search",
      text,
      filter: { kind, years: kind === null ? null : yearIn(wanted) },
      lang: reading.lang,
      paging: { page: numberOf(page), limit: size },
      includeAdult: include_adult === "true",
    }),
  );
  const shown = kind === null ? mixedEntries(reading, results) : entries(reading, results);
  return { results: await shown, more, size };
}

async function listed(reading: Reading, loading: Promise<LoadedList<readonly TitleRecord[]>>) {
  const results = (await reading.read(SearchAnswer, loading)) ?? [];
  return { results, more: (await loading).more ?? false };
}

async function people(
  reading: Reading,
  { query: text = "", page }: Parameters,
  size: number,
): Promise<Found> {
  const loading = reading.can.people({
    text,
    lang: reading.lang,
    paging: { page: numberOf(page), limit: size },
  });
  const found = (await reading.read(PeopleAnswer, loading)) ?? [];
  return { results: await personEntries(reading, found), more: (await loading).more ?? false, size };
}

export async function personEntries(reading: Reading, found: readonly PersonResult[]): Promise<object[]> {
  const [numbers, titles] = await Promise.all([
    reading.numbers("person", found),
    reading.numbers(
      "title",
      found.flatMap(({ known_for }) => known_for),
    ),
  ]);
  return found.flatMap(({ id, name, known_for }) => {
    const number = numbers.get(id);
    if (number === undefined) return [];
    const known = known_for.flatMap((title) => mixedEntry(title, titles) ?? []);
    return { ...someone(number, name, null), known_for: known };
  });
}

/** Titles by popularity; `isMixed`: with their `media_type`. */
export async function popularPage(
  reading: Reading,
  kind: Kind | null,
  parameters: Parameters,
  isMixed = false,
): Promise<ResultPage> {
  const page = numberOf(parameters.page);
  return await browsedPage(reading, { ...ANY, filter: { kind, years: null }, page }, isMixed);
}

/** The filters that the catalog understands; the names of all others are in `ignored`. */
export async function discoverPage(
  reading: Reading,
  kind: Kind,
  parameters: Parameters,
): Promise<{ readonly page: ResultPage; readonly ignored: readonly string[] }> {
  const understood = new Set(["language", "page"]);
  const take: Take = (name, read) => {
    const value = parameters[name];
    const taken = value === undefined ? null : read(value);
    if (taken !== null) understood.add(name);
    return taken;
  };
  const years = yearsIn(kind, take);
  const sort = take("sort_by", (value) => SORTS.get(value) ?? null) ?? "popularity";
  const language = take("with_original_language", (value) => (/^[a-z]{2,3}$/.test(value) ? value : null));
  const country = take("with_origin_country", (code) => {
    const name = allCountries().find((known) => known.code === code)?.name;
    return name === undefined ? null : facetSlug(name);
  });
  const minRating = take("vote_average.gte", (value) => parseInteger(value, 0, MAX_RATING)) || null;
  const runtime = runtimeIn(take);
  const genre = take("with_genres", (value) => (/^\d+$/.test(value) ? Number(value) : null));
  const slug = genre === null ? null : await genreSlug(reading, kind, genre);
  const page = numberOf(parameters.page);
  const ignored = Object.keys(parameters).filter((name) => !understood.has(name));
  const endsFirst = years !== null && years.first > years.last;
  if ((genre !== null && slug === null) || endsFirst) return { page: { ...EMPTY_PAGE, page }, ignored };
  const facts = {
    ...ANY,
    filter: { kind, years },
    sort,
    language,
    country,
    genre: slug,
    minRating,
    runtime,
    page,
  };
  return { page: await browsedPage(reading, facts, false), ignored };
}

type Facts = Omit<BrowseQuery, "paging" | "lang"> & { readonly page: number };
const ANY = { ...NO_FACTS, sort: "popularity", after: null } as const;

async function browsedPage(
  reading: Reading,
  { page, ...facts }: Facts,
  isMixed: boolean,
): Promise<ResultPage> {
  const paging = { page, limit: PAGE_SIZE };
  const { results, more } = await listed(
    reading,
    reading.can.browse({ ...facts, paging, lang: reading.lang }),
  );
  const shown = await (isMixed ? mixedEntries(reading, results) : entries(reading, results));
  return pageOf(page, [{ results: shown, more, size: PAGE_SIZE }]);
}

const SORTS: ReadonlyMap<string, BrowseQuery["sort"]> = new Map([
  ["popularity.desc", "popularity"],
  ["primary_release_date.desc", "year"],
  ["release_date.desc", "year"],
  ["first_air_date.desc", "year"],
  ["vote_average.desc", "rating"],
]);

/** The catalog's genre with TMDB's number. */
async function genreSlug(reading: Reading, kind: Kind, wanted: number): Promise<string | null> {
  const facets = await reading.read(Facets, reading.can.facets(null));
  return facets?.genres.find(({ name }) => genreId(name, kind) === wanted)?.value ?? null;
}

const YEAR = v.pipe(v.string(), v.regex(/^\d{4}/));

function yearIn(text: string | undefined): YearRange | null {
  return text !== undefined && /^\d{4}$/.test(text) ? onlyYear(Number(text)) : null;
}

type Take = <T>(name: string, read: (value: string) => T | null) => T | null;

function runtimeIn(take: Take): Minutes | null {
  const read = (value: string) => parseInteger(value, 0, LONGEST_RUNTIME);
  const [first, last] = [take("with_runtime.gte", read), take("with_runtime.lte", read)];
  return !first && last === null ? null : { first: first || 1, last: last ?? LONGEST_RUNTIME };
}

/** Days become their years: the catalog has no others. */
function yearsIn(kind: Kind, take: Take): YearRange | null {
  const names = kind === "movie" ? ["primary_release_year", "year"] : ["first_air_date_year", "year"];
  for (const name of names) {
    const only = take(name, yearIn);
    if (only !== null) return only;
  }
  const dates = kind === "movie" ? ["primary_release_date", "release_date"] : ["first_air_date", "air_date"];
  const [first, last] = ["gte", "lte"].map((end) => {
    const found = dates.map((name) => take(`${name}.${end}`, (value) => (v.is(YEAR, value) ? value : null)));
    const date = found.find((value) => value !== null);
    return date == null ? null : Number(date.slice(0, 4));
  });
  if (first == null && last == null) return null;
  return { first: first ?? 0, last: last ?? 9999, around: null };
}
