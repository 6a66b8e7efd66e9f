/** Searches TMDB for titles. Genres and orders apply to its best results, since its search has neither. */
import { isKind } from "../../contract/filter.ts";
import {
  DEFAULT_LIMIT,
  isNarrowedOrSorted,
  isSearchable,
  type Order,
  type SearchQuery,
} from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { type LoadedList, NO_RESULTS, titleList } from "../loaded.ts";
import type { Asking } from "./asking.ts";
import { genreNumber } from "./codes.ts";
import { type Chosen, findIn } from "./completion.ts";
import { type Candidate, searchLists } from "./lists.ts";
import type { SearchItem } from "./reading.ts";

/** The results that genres and orders apply to: at most six requests. */
const REFINED = { page: 1, limit: 100 };

/** Throws a Failure. */
export async function search(
  query: SearchQuery,
  services: Asking,
): Promise<LoadedList<readonly TitleRecord[]>> {
  if (!isSearchable(query.text)) return NO_RESULTS;
  const options = { services, hasDetails: true, translatesGenres: true };
  const choose = (candidates: readonly Candidate[]) => refined(query, candidates);
  const { records, votesOf, dropped, more, isPartial, isLimited } = isNarrowedOrSorted(query)
    ? await findIn(searchLists({ ...query, paging: REFINED }), query, { ...options, choose })
    : await findIn(searchLists(query), query, options);
  services.noteDropped("search", dropped);
  const about = isLimited ? { votesOf, limitedTo: REFINED.limit } : { votesOf };
  return titleList(records, { more, isPartial, about });
}

/** By genre and in another order, which TMDB's search lacks. */
function refined(
  { genre = null, sort = "relevance", paging }: SearchQuery,
  candidates: readonly Candidate[],
): Chosen {
  const orders: Record<Order, (one: Candidate, other: Candidate) => number> = {
    relevance: () => 0,
    popularity: (one, other) => other.item.popularity - one.item.popularity,
    year: (one, other) => Number(other.record.year) - Number(one.record.year),
  };
  const all = candidates
    .filter(({ record, item }) => genre === null || hasGenre(record, item, genre))
    .toSorted(orders[sort]);
  const { page, limit } = paging ?? { page: 1, limit: DEFAULT_LIMIT };
  const end = page * limit;
  return { page: all.slice(end - limit, end), more: all.length > end };
}

function hasGenre({ type }: TitleRecord, { genre_ids }: SearchItem, genre: string): boolean {
  const number = isKind(type) ? genreNumber(type, genre) : undefined;
  return number !== undefined && (genre_ids ?? []).includes(number);
}
