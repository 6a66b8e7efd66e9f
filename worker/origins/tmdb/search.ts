/** Searches TMDB for titles. Facts and orders apply to its best results, since its search has neither. */
import type { BrowseQuery, Order } from "../../contract/browse.ts";
import { isKind } from "../../contract/filter.ts";
import { isSearchable, type SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { type LoadedList, NO_RESULTS, titleList, totalOf } from "../loaded.ts";
import type { Asking } from "./asking.ts";
import { genreNumber, originalLanguage } from "./codes.ts";
import { type Chosen, findIn } from "./completion.ts";
import { type ListCandidate, searchLists } from "./lists.ts";
import type { SearchItem } from "./reading.ts";

/** The results that facts and orders apply to: at most six requests. */
const REFINED = { page: 1, limit: 100 };

interface SearchOptions {
  /** Facts and the order: country and runtime are not in TMDB's results. */
  readonly refinement?: BrowseQuery | null;
  /** Requests to TMDB for other parts of the same response. */
  readonly others?: number;
}

/** Throws a Failure. */
export async function search(
  query: SearchQuery,
  services: Asking,
  { refinement = null, others = 0 }: SearchOptions = {},
): Promise<LoadedList<readonly TitleRecord[]>> {
  if (!isSearchable(query.text)) return NO_RESULTS;
  const options = { services, hasDetails: true, translatesGenres: true, others };
  const { records, votesOf, dropped, more, total, isPartial, isLimited } =
    refinement === null
      ? await findIn(searchLists(query), query, options)
      : await findIn(searchLists({ ...query, paging: REFINED }), query, {
          ...options,
          choose: (candidates) => refined(refinement, candidates),
        });
  services.noteDropped("search", dropped);
  // The filter leaves out some titles that TMDB counts for a year.
  const count = refinement === null && query.filter.years !== null ? null : total;
  const about = { votesOf, ...totalOf(count), ...(isLimited && { limitedTo: REFINED.limit }) };
  return titleList(records, { more, isPartial, about });
}

function refined(
  { genre, language, minRating, sort, paging }: BrowseQuery,
  candidates: readonly ListCandidate[],
): Chosen {
  const orders: Record<Order, (one: ListCandidate, other: ListCandidate) => number> = {
    relevance: () => 0,
    popularity: (one, other) => other.item.popularity - one.item.popularity,
    year: (one, other) => Number(other.record.year) - Number(one.record.year),
    rating: (one, other) => other.item.vote_average - one.item.vote_average,
  };
  const all = candidates
    .filter(({ record, item }) => genre === null || hasGenre(record, item, genre))
    .filter(({ item }) => language === null || item.original_language === originalLanguage(language))
    .filter(({ item }) => minRating === null || item.vote_average >= minRating)
    .toSorted(orders[sort]);
  const { page, limit } = paging;
  const end = page * limit;
  return { page: all.slice(end - limit, end), more: all.length > end, total: all.length };
}

function hasGenre({ type }: TitleRecord, { genre_ids }: SearchItem, genre: string): boolean {
  const number = isKind(type) ? genreNumber(type, genre) : undefined;
  return number !== undefined && (genre_ids ?? []).includes(number);
}
