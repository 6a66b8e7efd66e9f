/**
 * Chooses the TMDB lists and pages for a query, and converts the results to records. Fields that the lists lack stay
 * unknown. When browsing, and in a search that only names a year, results alternate between a list of films and a
 * list of series. A search without kind and year uses a single list of titles and people, from which people are left
 * out.
 *
 * Pages are cut from TMDB's lists before anything is left out. They therefore neither overlap nor skip a result, but
 * may have fewer records than `limit`.
 */
import { applyFilter, contractYear, type TitleKind } from "../contract/filter.ts";
import type { Paging, SearchQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { Failure } from "../source/failure.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import type { Transport } from "../source/transport/transport.ts";
import { ENGLISH_GENRES } from "../text/codes.ts";
import { titleKind, toRecord } from "./record.ts";
import { type ResultPage, readResults, type SearchItem } from "./responses.ts";

/**
 * The number of results on a TMDB page, and the last page that TMDB returns (developer.themoviedb.org/docs/errors,
 * 22).
 */
export const PAGE_SIZE = 20;
const MAX_PAGE = 500;

export interface ListPages {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The kind of all results in the list, or `null` if the list mixes kinds. */
  readonly kind: TitleKind | null;
  /** The zero-based positions of the requested results in the list. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The numbers of the TMDB pages that contain these results. TMDB's first page is 1. */
  readonly pages: readonly number[];
}

export function searchLists({ text: query, filter, page, limit }: SearchQuery): ListPages[] {
  const year = contractYear(filter);
  const { kind } = filter;
  if (kind === null && year === null) {
    return takingTurns([{ path: "search/multi", parameters: { query }, kind: null }], { page, limit });
  }
  const film = {
    path: "search/movie",
    parameters: omitNulls({ query, primary_release_year: year }),
    kind: "movie",
  } as const;
  const series = {
    path: "search/tv",
    parameters: omitNulls({ query, first_air_date_year: year }),
    kind: "series",
  } as const;
  return takingTurns(
    [film, series].filter((list) => kind === null || list.kind === kind),
    { page, limit },
  );
}

/** Returns the TMDB pages to request when searching for people. */
export function peoplePages(paging: Paging): ListPages {
  return selectPages({ path: "search/person", parameters: {}, kind: null }, paging, 0, 1);
}

export type List = Pick<ListPages, "path" | "parameters" | "kind">;

/** Removes parameters that are `null`. */
export function omitNulls(parameters: Readonly<Record<string, string | null>>): Record<string, string> {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(entries);
}

/**
 * Returns the TMDB pages to request from lists whose results alternate. `paging` refers to the combined list. Without
 * paging, the first page of each list is requested.
 */
export function takingTurns(lists: readonly List[], paging: Paging): ListPages[] {
  return lists.map((list, turn) => selectPages(list, paging, turn, lists.length));
}

/**
 * Returns the TMDB pages to request from one list. The list supplies every `turns`th result of the combined list,
 * starting at position `turn`.
 */
function selectPages(list: List, { page, limit }: Paging, turn: number, turns: number): ListPages {
  const from = ((page ?? 1) - 1) * (limit ?? 0);
  const to = from + (limit ?? PAGE_SIZE * turns);
  const start = Math.ceil((from - turn) / turns);
  const end = Math.ceil((to - turn) / turns);
  const first = Math.floor(start / PAGE_SIZE) + 1;
  const last = Math.min(Math.ceil(end / PAGE_SIZE), MAX_PAGE);
  const count = end > start ? Math.max(last - first + 1, 0) : 0;
  return { ...list, start, end, pages: Array.from({ length: count }, (_, index) => first + index) };
}

/** A title in a list, with a record of the fields that the list contains. Genre names are in English. */
export interface ListCandidate {
  readonly record: TitleRecord;
  readonly item: SearchItem;
  readonly kind: TitleKind;
  /** The list that contains the title, so that the same page can be requested in another language. */
  readonly list: ListPages;
  readonly page: number;
}

/** Requests the pages of a list. Returns them in order. */
export async function askForList(ask: Transport, query: ListQuery, list: ListPages): Promise<ResultPage[]> {
  return await existingPages(list, (page) => askForPage(ask, query, list, page));
}

/** Requests the first page, which reports how many pages exist, and then the other pages that exist. */
export async function existingPages<Item>(
  { pages: [first, ...others] }: ListPages,
  askFor: (page: number) => Promise<ResultPage<Item>>,
): Promise<ResultPage<Item>[]> {
  if (first === undefined) return [];
  const firstPage = await askFor(first);
  const further = others.filter((page) => page <= firstPage.totalPages);
  return [firstPage, ...(await Promise.all(further.map(askFor)))];
}

/** The query fields that all lists use. */
export type ListQuery = Pick<SearchQuery, "lang" | "filter" | "includeAdult">;

export async function askForPage(
  ask: Transport,
  { lang, includeAdult }: Pick<ListQuery, "lang" | "includeAdult">,
  list: ListPages,
  page: number,
): Promise<ResultPage> {
  const response = await ask(list.path, {
    ...list.parameters,
    include_adult: String(includeAdult),
    language: lang,
    page: String(page),
  });
  if (response === ABSENT) throw new Failure("status", { status: 404 });
  return readResults(response);
}

/**
 * Returns the titles within the requested positions, alternating between the lists. Leaves out people and duplicates.
 */
export function listCandidates(
  { lang, includeAdult }: ListQuery,
  lists: readonly ListPages[],
  results: readonly (readonly ResultPage[])[],
): ListCandidate[] {
  const windows = lists.map((list, index) => inWindow(list, results[index] ?? []));
  const longest = Math.max(0, ...windows.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, position) => windows.map((list) => list[position]));
  const ids = new Set<number>();
  return turns.flat().flatMap((place) => {
    if (place?.item == null) return [];
    const { item, list, page } = place;
    const kind = list.kind ?? titleKind(item);
    if (kind === null || (item.adult && !includeAdult)) return [];
    const record = toRecord(kind, item, lang, ENGLISH_GENRES[kind]);
    if (ids.has(record.id)) return [];
    ids.add(record.id);
    return [{ record, item, kind, list, page }];
  });
}

/** Returns the results at the requested positions of a list, each with the number of its TMDB page. */
export function inWindow<Item>(list: ListPages, results: readonly ResultPage<Item>[]) {
  const [first = 1] = list.pages;
  const offset = (first - 1) * PAGE_SIZE;
  const places = results.flatMap(({ items }, index) =>
    items.slice(0, PAGE_SIZE).map((item) => ({ item, list, page: first + index })),
  );
  return places.slice(list.start - offset, list.end - offset);
}

/** Returns the candidates that match the filter, because TMDB's filter by year also returns titles from other years. */
export function admitted({ filter }: ListQuery, candidates: readonly ListCandidate[]): ListCandidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.record.id, candidate]));
  const records = applyFilter(
    filter,
    candidates.map(({ record }) => record),
  );
  return records.map(({ id }) => byId.get(id)).filter((candidate) => candidate !== undefined);
}

export function hasMore(list: ListPages, results: readonly ResultPage<unknown>[]): boolean {
  const [last, page = 0] = [results.at(-1), list.pages[results.length - 1]];
  if (last === undefined) return false;
  const isWithinPage = list.end < (page - 1) * PAGE_SIZE + last.items.length;
  return isWithinPage || page < Math.min(last.totalPages, MAX_PAGE);
}
