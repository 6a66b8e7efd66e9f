/**
 * Titles without search text, from TMDB's `discover` and `trending` (developer.themoviedb.org/reference/discover-movie,
 * discover-tv, trending-all). Films and series are two lists, which take turns: if a page has both, each page is in
 * order, but a title may belong on the page before or after. Records have the fields of the lists, without the runtime
 * and a film's countries: browsing requests no single title.
 */
import {
  type BrowseQuery,
  ENOUGH_VOTES,
  type Facet,
  type Facets,
  facetSlug,
  LONGEST_RUNTIME,
  type Order,
  type Shelves,
} from "../contract/browse.ts";
import {
  FIRST_YEAR,
  fourDigits,
  LAST_YEAR,
  NO_FILTER,
  type TitleKind,
  type YearRange,
} from "../contract/filter.ts";
import { Problem } from "../contract/problem.ts";
import type { TitleRecord } from "../contract/record.ts";
import { type Loaded, type LoadedList, titleList, totalOf } from "../source/loaded.ts";
import { loadedShelves, POPULAR, RECENT } from "../source/shelves.ts";
import type { ShelvesQuery } from "../source/source.ts";
import {
  countryCode,
  countryNames,
  ENGLISH_GENRES,
  genreNumber,
  originalLanguage,
  PRODUCTIVE,
} from "../text/codes.ts";
import { findIn } from "./completion.ts";
import { given, type List, PAGE_SIZE, takingTurns } from "./lists.ts";
import { type NarrowedQuery, wantedGenres } from "./narrowing.ts";
import type { Asking } from "./tmdb-request.ts";

type Titles = LoadedList<readonly TitleRecord[]>;

/** Throws a Failure, or a Problem for what TMDB does not list. At most two requests in English. */
export async function browse(query: BrowseQuery, services: Asking): Promise<Titles> {
  if (query.after !== null) throw new Problem("not-offered", "The source has no titles after the last page.");
  return await discoverTitles(query, services);
}

/** `list`: further parameters of TMDB's. */
export async function discoverTitles(query: NarrowedQuery, services: Asking, list = {}): Promise<Titles> {
  const { sort } = query;
  const found = discoverLists(query, dateOf(services.now())).map((one) => ({
    ...one,
    parameters: { ...one.parameters, ...given(list) },
  }));
  const lists = takingTurns(found, query);
  const asked = { ...query, includeAdult: false };
  const options = { services, hasDetails: false, translatesGenres: true };
  const { records, factsById, dropped, more, isPartial, total } = await findIn(lists, asked, options);
  services.noteDropped("browse", dropped);
  const sorted = lists.length > 1 ? inOrder(records, sort) : records;
  return titleList(sorted, { more, isPartial, notes: { factsById, list: totalOf(total) } });
}

const KINDS = ["movie", "series"] as const;
const NAMES = {
  movie: {
    path: "discover/movie",
    date: "primary_release_date",
    sorts: {
      popularity: "popularity.desc",
      year: "primary_release_date.desc",
      rating: "vote_average.desc",
    },
  },
  series: {
    path: "discover/tv",
    date: "first_air_date",
    sorts: {
      popularity: "popularity.desc",
      year: "first_air_date.desc",
      rating: "vote_average.desc",
    },
  },
} as const;

/** The least votes of a title in TMDB's own lists of the top rated (…/reference/movie-top-rated-list). */
export const MANY_VOTES = 200;

/** No lists if no title can match. Lists sorted by year begin with titles released by `today`. */
function discoverLists(query: NarrowedQuery, today: string): List[] {
  const { filter, country, language, minRating, runtime, sort } = query;
  const genres = wantedGenres(query);
  const code = country === null ? null : countryCode(country);
  if (code === undefined) return [];
  const released = sort === "year" ? { since: null, until: today } : null;
  const kinds = KINDS.filter((kind) => filter.kind === null || filter.kind === kind);
  return kinds.flatMap((kind) => {
    const numbers = genres.map((some) => some.flatMap((one) => genreNumber(kind, one) ?? []));
    if (numbers.some(({ length }) => length === 0)) return [];
    // TMDB has "or" in one list, and "and" between single genres.
    const ofGenres = numbers.length === 1 ? numbers[0]?.join("|") : numbers.map(([first]) => first).join(",");
    const list = {
      with_genres: ofGenres || null,
      with_origin_country: code,
      with_original_language: language === null ? null : originalLanguage(language),
      "vote_average.gte": minRating?.toString() ?? null,
      "vote_count.gte":
        sort === "rating" ? String(MANY_VOTES) : minRating === null ? null : String(ENOUGH_VOTES),
      "with_runtime.gte": runtime?.first.toString() ?? null,
      "with_runtime.lte": runtime === null || runtime.last === LONGEST_RUNTIME ? null : String(runtime.last),
      sort_by: NAMES[kind].sorts[sort === "relevance" ? "popularity" : sort],
    };
    return [discover(kind, filter.years === null ? released : daysOf(filter.years), list)];
  });
}

/** Dates, both included, as in 1999-03-31; `null`: open. */
interface Days {
  readonly since: string | null;
  readonly until: string | null;
}

function daysOf({ first, last }: Pick<YearRange, "first" | "last">): Days {
  return {
    since: first === FIRST_YEAR ? null : `${fourDigits(first)}-01-01`,
    until: last === LAST_YEAR ? null : `${fourDigits(last)}-12-31`,
  };
}

function discover(kind: TitleKind, days: Days | null, list: Record<string, string | null>): List {
  const { path, date } = NAMES[kind];
  const { since = null, until = null } = days ?? {};
  return { path, parameters: given({ [`${date}.gte`]: since, [`${date}.lte`]: until, ...list }), kind };
}

function inOrder(records: readonly TitleRecord[], sort: Order): readonly TitleRecord[] {
  if (sort === "rating") return records.toSorted((one, other) => other.rating - one.rating);
  return sort === "year" ? records.toSorted((one, other) => Number(other.year) - Number(one.year)) : records;
}

/** Made without requests: TMDB's genres, and the countries and languages with many titles. Titles are not counted. */
export function facets(): Facets {
  const genres = Object.values(ENGLISH_GENRES).flatMap((names) => Object.values(names));
  const countries = PRODUCTIVE.countries.split(" ").map((code) => countryNames([code], "en"));
  return {
    years: [],
    genres: [...new Set(genres)].map(named),
    countries: countries.map(named),
    languages: PRODUCTIVE.languages.split(" ").map((language) => facet(language, language)),
    hasRatings: true,
    hasRuntimes: true,
  };
}

const named = (name: string) => facet(facetSlug(name) ?? "", name);

function facet(value: string, name: string): Facet {
  return { value, name, movies: 0, series: 0, titles: 0 };
}

const RECENT_DAYS = 180;
const DECADES = 6;
const DAY_MS = 86_400_000;

/** Nine requests: the titles of the week, recent films and series, and films of six decades. Throws a Failure. */
export async function shelves({ lang, year }: ShelvesQuery, services: Asking): Promise<Loaded<Shelves>> {
  const query = { lang, filter: NO_FILTER, includeAdult: false };
  const titles = async (lists: readonly List[], limit: number) =>
    await findIn(takingTurns(lists, { page: 1, limit }), query, {
      services,
      hasDetails: false,
      translatesGenres: false,
    });
  const since = dateOf(services.now() - RECENT_DAYS * DAY_MS);
  const recently = { since, until: dateOf(services.now()) };
  const decade = Math.floor(year / 10) * 10;
  const decades = Array.from({ length: DECADES }, (_, at) => decade - at * 10);
  const [popular, recent, ...ofDecades] = await Promise.all([
    titles([{ path: "trending/all/week", parameters: {}, kind: null }], PAGE_SIZE),
    titles(
      KINDS.map((kind) => discover(kind, recently, { sort_by: "popularity.desc" })),
      RECENT + POPULAR,
    ),
    ...decades.map((first) => {
      const days = daysOf({ first, last: first + 9 });
      return titles([discover("movie", days, { sort_by: "vote_count.desc" })], PAGE_SIZE);
    }),
  ]);
  const years = { first: Number(since.slice(0, 4)), last: year };
  const loaded = loadedShelves({
    popular: popular.records,
    recent: { years, titles: recent.records },
    decades: decades.map((first, at) => ({ first, titles: ofDecades[at]?.records ?? [] })),
  });
  return { ...loaded, isPartial: [popular, recent, ...ofDecades].some(({ isPartial }) => isPartial) };
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
