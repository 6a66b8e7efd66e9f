/** Searches TMDB for titles. Genres and orders apply to its best results, since its search has neither. */
import { isKind } from "../../contract/filter.ts";
import { DEFAULT_LIMIT, isNarrowedOrSorted, type Order, type SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { genreNumber } from "./codes.ts";
import { type Chosen, type Found, findIn, type SearchServices } from "./completion.ts";
import { type Candidate, searchLists } from "./lists.ts";
import type { SearchItem } from "./reading.ts";

/** The results that genres and orders apply to: at most six requests. */
export const REFINED = { page: 1, limit: 100 };

/** Throws a Failure. */
export async function search(query: SearchQuery, services: SearchServices): Promise<Found> {
  const options = { services, hasDetails: true, translatesGenres: true };
  if (!isNarrowedOrSorted(query)) return await findIn(searchLists(query), query, options);
  const choose = (candidates: readonly Candidate[]) => refined(query, candidates);
  return await findIn(searchLists({ ...query, paging: REFINED }), query, { ...options, choose });
}

/** By genre and in another order, which TMDB's search lacks. */
function refined(
  { genre = null, sort = "relevance", lang, paging }: SearchQuery,
  candidates: readonly Candidate[],
): Chosen {
  const { compare } = new Intl.Collator(lang);
  const orders: Record<Order, (one: Candidate, other: Candidate) => number> = {
    relevance: () => 0,
    popularity: (one, other) => other.item.popularity - one.item.popularity,
    year: (one, other) => Number(other.record.year) - Number(one.record.year),
    title: (one, other) => compare(one.record.title, other.record.title),
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
