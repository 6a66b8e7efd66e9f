/**
 * Which of TMDB's lists answer a search, and which pages of them. With a year alone films and series are two lists,
 * taken in turns; with neither kind nor year one list has both, and people, who are left out.
 *
 * A page of ours is a window of positions in these lists before anything is left out, so that pages never overlap
 * and none is skipped; it may hold fewer records than `limit`.
 */
import { contractYear, type Kind } from "../../contract/filter.ts";
import type { Paging, SearchQuery } from "../../contract/query.ts";

/** Results on a page of TMDB's, and the last page it gives (developer.themoviedb.org/docs/errors, 22). */
export const PAGE_SIZE = 20;
export const MAX_PAGE = 500;

export interface ListPages {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Of all its results; `null`: each says it itself. */
  readonly kind: Kind | null;
  /** Positions that are wanted, from 0, the last one excluded. */
  readonly start: number;
  readonly end: number;
  /** Pages of TMDB's that hold them, from 1. */
  readonly pages: readonly number[];
}

export function listsFor(query: SearchQuery): ListPages[] {
  const year = contractYear(query.filter);
  const { kind } = query.filter;
  if (kind === null && year === null) {
    return [pagesOf({ path: "search/multi", parameters: {}, kind: null }, query.paging, 0, 1)];
  }
  const lists = kind === null ? [film(year), series(year)] : [kind === "movie" ? film(year) : series(year)];
  return lists.map((list, turn) => pagesOf(list, query.paging, turn, lists.length));
}

/** People by name. */
export function peopleList(paging: Paging): ListPages {
  return pagesOf({ path: "search/person", parameters: {}, kind: null }, paging, 0, 1);
}

type List = Pick<ListPages, "path" | "parameters" | "kind">;

function film(year: string | null): List {
  return { path: "search/movie", parameters: given("primary_release_year", year), kind: "movie" };
}

function series(year: string | null): List {
  return { path: "search/tv", parameters: given("first_air_date_year", year), kind: "series" };
}

function given(name: string, value: string | null): Record<string, string> {
  return value === null ? {} : { [name]: value };
}

/** The pages of one of so many lists that are taken in turns. */
function pagesOf(list: List, paging: Paging | null, turn: number, turns: number): ListPages {
  const from = paging === null ? 0 : (paging.page - 1) * paging.limit;
  const to = paging === null ? PAGE_SIZE * turns : from + paging.limit;
  const start = Math.ceil((from - turn) / turns);
  const end = Math.ceil((to - turn) / turns);
  const first = Math.floor(start / PAGE_SIZE) + 1;
  const last = Math.min(Math.ceil(end / PAGE_SIZE), MAX_PAGE);
  const count = end > start ? Math.max(last - first + 1, 0) : 0;
  return { ...list, start, end, pages: Array.from({ length: count }, (_, index) => first + index) };
}
