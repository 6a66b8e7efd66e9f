/** Pages of search results and lists in TMDB's format. */
import { CATALOG_FUNCTIONS } from "../catalog/catalog.ts";
import { listBestKnown } from "../catalog/list/people.ts";
import { listSorted, type SortedQuery } from "../catalog/list/sorted.ts";
import { formatDay } from "../contract/dates.ts";
import { isKind, onlyYear, type TitleKind, type YearRange } from "../contract/filter.ts";
import { PeopleResponse, type PersonResult } from "../contract/people.ts";
import { type BrowseQuery, buildConditions } from "../filters/browse-query.ts";
import type { Condition } from "../filters/facet.ts";
import { FACETS } from "../filters/facets.ts";
import type { LoadedList } from "../source/loaded.ts";
import { foldName } from "../text/fold.ts";
import type { CatalogView } from "./catalog-reading.ts";
import { EMPTY_PAGE, personEntry, toListEntry } from "./fields.ts";

const PAGE_SIZE = 20;

interface ResultSlice {
  readonly results: readonly object[];
  /** The maximum number of results per page. */
  readonly size: number;
  /** The number of results on all pages. */
  readonly total: number;
}

const getPaging = ({ parameters: { page = "1" } }: CatalogView, limit: number) => ({
  page: Number(page),
  limit,
});

/**
 * Returns the part of a list that a page shows. Titles and people that TMDB's API cannot number are left out, and the
 * only page of a list does not count them. Of longer lists, all other pages would have to be read.
 */
function toSlice(
  reading: CatalogView,
  results: readonly object[],
  { notes, size = PAGE_SIZE }: Pick<LoadedList, "notes"> & { readonly size?: number },
): ResultSlice {
  const counted = countResults({ notes });
  const isOnlyPage = counted <= size && getPaging(reading, size).page === 1;
  return { results, size, total: isOnlyPage ? results.length : counted };
}

function buildPage(reading: CatalogView, ...lists: readonly ResultSlice[]): object {
  const { page } = getPaging(reading, PAGE_SIZE);
  return {
    page,
    results: lists.flatMap((list) => list.results),
    total_pages: Math.max(...lists.map(({ total, size }) => Math.ceil(total / size))),
    total_results: lists.reduce((sum, { total }) => sum + total, 0),
  };
}

/**
 * Returns the number of titles in a list. If there are too many to count, returns the number at which counting
 * stopped.
 */
function countResults({ notes }: Pick<LoadedList, "notes">): number {
  return notes?.list?.total ?? notes?.list?.moreThan ?? 0;
}

/** Returns a page of search results. `of` is the part of the path after `search/`. */
export async function searchResults(reading: CatalogView, of: string): Promise<object> {
  if (of === "person") return buildPage(reading, await people(reading, PAGE_SIZE));
  const kind = of === "tv" ? "series" : of;
  if (isKind(kind)) return buildPage(reading, await titles(reading, kind, PAGE_SIZE));
  if (of !== "multi") return EMPTY_PAGE;
  // The shares of titles and people are the same on every page, so that pages neither overlap nor skip a result.
  const [titleResults, { names, ...persons }] = await Promise.all([
    titles(reading, null, 15),
    people(reading, 5, true),
  ]);
  const { parameters, remarks } = reading;
  if (remarks.correctedText !== undefined && (await knowsName(reading))) {
    remarks.correctedText = undefined;
    return buildPage(reading, persons);
  }
  const isName = names.some((name) => name.toLowerCase() === parameters.query?.toLowerCase());
  return isName ? buildPage(reading, persons, titleResults) : buildPage(reading, titleResults, persons);
}

/** Returns true if the typed words begin words of a person's name. The query is then not corrected. */
async function knowsName(reading: CatalogView): Promise<boolean> {
  const { names } = await people({ ...reading, parameters: { ...reading.parameters, page: "1" } }, 5);
  const typed = foldName(reading.parameters.query ?? "");
  return names.some((name) => {
    const words = foldName(name);
    return typed.every((word) => words.some((nameWord) => nameWord.startsWith(word)));
  });
}

async function titles(reading: CatalogView, kind: TitleKind | null, size: number): Promise<ResultSlice> {
  const { lang, parameters } = reading;
  const year =
    parameters[kind === "series" ? "first_air_date_year" : "primary_release_year"] ?? parameters.year;
  const loading = CATALOG_FUNCTIONS.search(
    {
      text: parameters.query ?? "",
      filter: { kind, years: kind === null || year === undefined ? null : toYearRange(year) },
      lang,
      ...getPaging(reading, size),
      includeAdult: parameters.include_adult === "true",
      isCounted: true,
    },
    reading.reads,
  );
  return await listed(reading, await loading, { size, isMixed: kind === null });
}

async function listed(
  reading: CatalogView,
  { ids, notes }: Pick<LoadedList, "ids" | "notes">,
  { size = PAGE_SIZE, isMixed = false } = {},
) {
  reading.remarks.correctedText ??= notes?.list?.correctedText;
  const numberedTitles = await reading.titles(ids?.titles ?? []);
  return toSlice(
    reading,
    numberedTitles.map((title) => toListEntry(title, isMixed)),
    { notes, size },
  );
}

async function people(reading: CatalogView, size: number, isMixed = false) {
  const { query: text = "" } = reading.parameters;
  const loading = CATALOG_FUNCTIONS.people(
    { text, lang: reading.lang, ...getPaging(reading, size) },
    reading.reads,
  );
  const personResults = (await reading.read(PeopleResponse, loading)) ?? [];
  const results = await personEntries(reading, personResults, isMixed);
  const slice = toSlice(reading, results, { ...(await loading), size });
  return { ...slice, names: personResults.map(({ name }) => name) };
}

/** Returns people as list entries. `isMixed` must be true if the list also has other kinds of results. */
export async function personEntries(
  reading: CatalogView,
  results: readonly PersonResult[],
  isMixed: boolean,
) {
  const [people, knownForTitles] = await Promise.all([
    reading.people(results),
    reading.titles(results.flatMap(({ known_for }) => known_for.map(({ id }) => id))),
  ]);
  const entries = new Map(knownForTitles.map((title) => [title.record.id, toListEntry(title, true)]));
  return results.flatMap(({ id, known_for }) => {
    const someone = people.get(id);
    if (someone === undefined) return [];
    const titles = known_for.flatMap((title) => entries.get(title.id) ?? []);
    return { ...personEntry(someone), known_for: titles, ...(isMixed && { media_type: "person" }) };
  });
}

interface ListOptions {
  readonly conditions?: readonly Condition[];
  readonly sort?: BrowseQuery["sort"];
}

/** Returns a page of titles of one kind. Defaults to the order by popularity. */
export async function listPage(
  reading: CatalogView,
  kind: TitleKind,
  { conditions = [], sort = "popularity" }: ListOptions = {},
): Promise<object> {
  const query: BrowseQuery = {
    text: null,
    conditions: [...buildConditions({ filter: { kind, years: null } }), ...conditions],
    sort,
    after: null,
    isCounted: true,
    lang: reading.lang,
    ...getPaging(reading, PAGE_SIZE),
  };
  return buildPage(reading, await listed(reading, await CATALOG_FUNCTIONS.browse(query, reading.reads)));
}

/** Returns the most popular series with an episode that airs within `days` days, starting today. */
export async function airingPage(reading: CatalogView, days: number): Promise<object> {
  const now = Date.parse(reading.view.today);
  const dates = Array.from({ length: days }, (_, at) => formatDay(now + at * DAY_MS));
  return await listPage(reading, "series", { conditions: [FACETS.aired.buildCondition(dates)] });
}

/** Returns a page of titles that are filtered or sorted in a way the catalog's stored lists do not support. */
export async function sortedPage(
  reading: CatalogView,
  query: Omit<SortedQuery, "today" | "lang" | "page" | "limit">,
  isMixed = false,
): Promise<object> {
  const { view, lang } = reading;
  const paging = getPaging(reading, PAGE_SIZE);
  const list = await listSorted({ ...query, today: view.today, lang, ...paging }, reading.reads);
  return buildPage(reading, await listed(reading, list, { isMixed }));
}

/** Returns titles by popularity, with a preference for newer titles. */
export async function trendingPage(reading: CatalogView, kind: TitleKind | null): Promise<object> {
  const conditions = buildConditions({ filter: { kind, years: null } });
  return await sortedPage(reading, { conditions, sort: "trending" }, true);
}

/**
 * Returns the most popular films of this year that are released. With `isUpcoming`, returns films that will be
 * released by the end of next year.
 */
export async function releasesPage(reading: CatalogView, isUpcoming: boolean): Promise<object> {
  const { today } = reading.view;
  const thisYear = Number(today.slice(0, 4));
  const tomorrow = formatDay(Date.parse(today) + DAY_MS);
  const dates = isUpcoming
    ? { first: tomorrow, last: `${thisYear + 1}-12-31` }
    : { first: `${thisYear}-01-01`, last: today };
  const years = { first: thisYear, last: thisYear + 1, around: null };
  const conditions = buildConditions({ filter: { kind: "movie", years } });
  const page = await sortedPage(reading, { conditions, sort: "popularity", dates });
  return { dates: { maximum: dates.last, minimum: dates.first }, ...page };
}

const DAY_MS = 86_400_000;

/** Returns the best-known people. With `isTrending`, prefers people with newer titles. */
export async function peoplePage(reading: CatalogView, isTrending: boolean): Promise<object> {
  const thisYear = isTrending ? { thisYear: Number(reading.view.today.slice(0, 4)) } : {};
  const loaded = await listBestKnown(
    { lang: reading.lang, ...getPaging(reading, PAGE_SIZE), ...thisYear },
    reading.reads,
  );
  const personResults = (await reading.read(PeopleResponse, Promise.resolve(loaded))) ?? [];
  const results = await personEntries(reading, personResults, isTrending);
  return buildPage(reading, toSlice(reading, results, loaded));
}

const toYearRange = (year: string): YearRange => onlyYear(Number(year));
