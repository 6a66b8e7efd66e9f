/**
 * Lists titles without a search text, using TMDB's `discover` and `trending`
 * (developer.themoviedb.org/reference/discover-movie, discover-tv, trending-all). Films and series come from two
 * lists and alternate on our pages. Each page is sorted, but a title may belong on the page before or after it.
 * Records lack the runtime and a film's countries, because single titles are not requested.
 */

import {
  type Facet,
  type Facets,
  MIN_RATING_VOTES,
  type Order,
  type Shelves,
  toFacetSlug,
} from "../contract/browse.ts";
import { NO_FILTER, type TitleKind } from "../contract/filter.ts";
import { Problem } from "../contract/problem.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import { buildDiscoverParameters, DATE_PARAMETERS, FACETS, toFilter } from "../filters/facets.ts";
import { type Loaded, type LoadedList, titleList, toSizeNotes } from "../source/loaded.ts";
import { loadedShelves, POPULAR, RECENT } from "../source/shelves.ts";
import type { ShelvesQuery } from "../source/source.ts";
import { countryNames, ENGLISH_GENRES, PRODUCTIVE } from "../text/codes.ts";
import { listGenres } from "../text/genres.ts";
import { findIn } from "./completion.ts";
import { type List, omitNulls, PAGE_SIZE, takingTurns } from "./lists.ts";
import { KINDS } from "./narrowing.ts";
import type { TmdbContext } from "./tmdb-request.ts";

type Titles = LoadedList<readonly TitleRecord[]>;

/**
 * Lists titles. Requests the list again in English if titles or plots are not translated. Throws a Failure, or a
 * Problem if TMDB does not support the query.
 */
export async function browse(query: BrowseQuery, services: TmdbContext): Promise<Titles> {
  if (query.after !== null) throw new Problem("not-offered", "The source has no titles after the last page.");
  return await discoverTitles(query, services);
}

/** Lists titles. `list` contains additional TMDB parameters, such as keywords. */
export async function discoverTitles(query: BrowseQuery, services: TmdbContext, list = {}): Promise<Titles> {
  const { sort } = query;
  const discoverPages = discoverLists(query, toDate(services.now())).map((one) => ({
    ...one,
    parameters: { ...one.parameters, ...omitNulls(list) },
  }));
  const lists = takingTurns(discoverPages, query);
  const listQuery = { ...query, filter: toFilter(query.conditions), includeAdult: false };
  const options = { services, hasDetails: false, translatesGenres: true };
  const { records, factsById, dropped, more, isPartial, total } = await findIn(lists, listQuery, options);
  services.noteDropped("browse", dropped);
  const sorted = lists.length > 1 ? inOrder(records, sort) : records;
  return titleList(sorted, { more, isPartial, notes: { factsById, list: toSizeNotes(total) } });
}

const SORTS = { popularity: "popularity.desc", rating: "vote_average.desc" } as const;

/**
 * The minimum number of votes in TMDB's own lists of top-rated titles
 * (developer.themoviedb.org/reference/movie-top-rated-list).
 */
export const MANY_VOTES = 200;

/**
 * Returns the TMDB lists to request, or an empty list if no title can match. Lists sorted by year leave out titles
 * that are released after `today`.
 */
function discoverLists({ conditions, sort }: BrowseQuery, today: string): List[] {
  const isOfYears = conditions.some(({ facet }) => facet === "years");
  return KINDS.flatMap((kind) => {
    const parameters = buildDiscoverParameters(kind, conditions);
    if (parameters === null) return [];
    const date = DATE_PARAMETERS[kind];
    return discover(kind, {
      ...(sort === "year" && !isOfYears && { [`${date}.lte`]: today }),
      ...parameters,
      ...(sort === "rating" && { "vote_count.gte": String(MANY_VOTES) }),
      sort_by: sort === "year" ? `${date}.desc` : SORTS[sort === "rating" ? sort : "popularity"],
    });
  });
}

function discover(kind: TitleKind, parameters: List["parameters"]): List {
  return { path: kind === "movie" ? "discover/movie" : "discover/tv", parameters, kind };
}

function inOrder(records: readonly TitleRecord[], sort: Order): readonly TitleRecord[] {
  if (sort === "rating") return records.toSorted((one, other) => other.rating - one.rating);
  return sort === "year" ? records.toSorted((one, other) => Number(other.year) - Number(one.year)) : records;
}

/**
 * Returns TMDB's genres, and the countries and languages with many titles. Makes no request, so the number of titles
 * per value is unknown.
 */
export function facets(): Facets {
  const genres = Object.values(ENGLISH_GENRES).flatMap((names) => Object.values(names).flatMap(listGenres));
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

const named = (name: string) => facet(toFacetSlug(name) ?? "", name);

function facet(value: string, name: string): Facet {
  return { value, name, movies: 0, series: 0, titles: 0 };
}

const RECENT_DAYS = 180;
const DECADES = 6;
const DAY_MS = 86_400_000;

/**
 * Returns the shelves of the home page. Makes nine requests: one for titles of the week, two for recent films and
 * series, and six for films of six decades. Throws a Failure.
 */
export async function shelves({ lang, year }: ShelvesQuery, services: TmdbContext): Promise<Loaded<Shelves>> {
  const query = { lang, filter: NO_FILTER, includeAdult: false };
  const options = { services, hasDetails: false, translatesGenres: false };
  const titles = async (lists: readonly List[], limit: number, isByDate = false) =>
    await findIn(takingTurns(lists, { page: 1, limit }), query, { ...options, isByDate });
  const since = toDate(services.now() - RECENT_DAYS * DAY_MS);
  const until = toDate(services.now());
  const decade = Math.floor(year / 10) * 10;
  const decades = Array.from({ length: DECADES }, (_, at) => decade - at * 10);
  const [popular, recent, ...ofDecades] = await Promise.all([
    titles([{ path: "trending/all/week", parameters: {}, kind: null }], PAGE_SIZE),
    titles(
      KINDS.map((kind) => {
        const date = DATE_PARAMETERS[kind];
        return discover(kind, {
          [`${date}.gte`]: since,
          [`${date}.lte`]: until,
          "vote_count.gte": String(MIN_RATING_VOTES),
          sort_by: SORTS.popularity,
        });
      }),
      RECENT + POPULAR,
      true,
    ),
    ...decades.map((first) => {
      const years = FACETS.years.buildCondition([{ first, last: first + 9, around: null }]);
      const parameters = buildDiscoverParameters("movie", [years]);
      return titles([discover("movie", { ...parameters, sort_by: "vote_count.desc" })], PAGE_SIZE);
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

function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
