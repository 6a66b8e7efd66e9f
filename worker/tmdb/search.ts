/**
 * Searches TMDB for titles. TMDB's search cannot sort and supports few filters, so the best results are filtered and
 * sorted here.
 */

import { MIN_RATING_VOTES, type Order, RELEVANCE } from "../contract/browse.ts";
import { contractYear } from "../contract/filter.ts";
import { isSearchable, type Paging, type SearchQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import { createFacetReader, type TitleFacts } from "../filters/facet.ts";
import { toFilter } from "../filters/facets.ts";
import { type LoadedList, NO_RESULTS, titleList, toSizeNotes } from "../source/loaded.ts";
import { countryNames, toLanguageSubtag } from "../text/codes.ts";
import { completedPage, type Listed, listedIn } from "./completion.ts";
import { type ListCandidate, searchLists } from "./lists.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** The paging of results that are filtered and sorted here. They take at most six requests. */
const REFINED = { page: 1, limit: 100 };

/** The titles that TMDB found, after applying the filters. */
export interface Results {
  readonly listed: Listed;
  /** All matches in order if the results are refined, otherwise the matches on the requested page. */
  readonly matches: readonly ListCandidate[];
  readonly isRefined: boolean;
}

interface TitleOptions {
  readonly services: TmdbContext;
  readonly paging: Paging;
  /** The deadline of the response, in epoch milliseconds. */
  readonly endsAt: number;
  /** The number of TMDB requests that the rest of the response needs. Defaults to 0. */
  readonly others?: number;
}

/** Searches for titles. Throws a Failure. */
export async function search(
  query: SearchQuery,
  services: TmdbContext,
): Promise<LoadedList<readonly TitleRecord[]>> {
  if (!isSearchable(query.text)) return NO_RESULTS;
  const endsAt = services.now() + services.timeoutMs;
  const results = await findResults(query, services);
  return await completeTitles(results, { services, paging: query, endsAt });
}

/**
 * Searches for titles without completing their records. `narrowing` contains conditions and an order that TMDB's
 * search does not support. `listsFor` returns the lists to request instead of a search. Throws a Failure.
 */
export async function findResults(
  query: SearchQuery,
  services: TmdbContext,
  narrowing: BrowseQuery | null = null,
  listsFor = searchLists,
): Promise<Results> {
  const refinement = narrowing !== null && isRefined(narrowing) ? narrowing : null;
  const lists = listsFor(refinement === null ? query : { ...query, ...REFINED });
  const listed = await listedIn(lists, query, services);
  const matches = refinement === null ? listed.found : refined(refinement, listed.found);
  return { listed, matches, isRefined: refinement !== null };
}

/** Returns the completed records of a page of results. Does not reject if TMDB fails. */
export async function completeTitles(
  { listed, matches, isRefined }: Results,
  { paging: { page, limit }, ...options }: TitleOptions,
): Promise<LoadedList<readonly TitleRecord[]>> {
  const size = limit ?? REFINED.limit;
  const end = (page ?? 1) * size;
  // TMDB's total includes titles from other years, which the filter leaves out.
  const hasYears = listed.query.filter.years !== null;
  const chosen = isRefined
    ? { page: matches.slice(end - size, end), more: matches.length > end, total: matches.length }
    : { page: matches, more: listed.hasOthers, total: hasYears ? null : listed.total };
  const { records, factsById, dropped, more, total, isPartial } = await completedPage(listed, chosen, {
    ...options,
    hasDetails: true,
    translatesGenres: true,
  });
  options.services.noteDropped("search", dropped);
  const isLimited = isRefined && listed.hasOthers;
  const list = { ...toSizeNotes(total), ...(isLimited && { limitedTo: REFINED.limit }) };
  return titleList(records, { more, isPartial, notes: { factsById, list } });
}

/**
 * Returns true if the results have to be filtered or sorted here, because TMDB's search only supports kind and year.
 */
function isRefined({ conditions, sort }: BrowseQuery): boolean {
  const filter = toFilter(conditions);
  return (
    sort !== RELEVANCE ||
    (filter.years !== null && contractYear(filter) === null) ||
    conditions.some(({ facet, isExcluded }) => isExcluded || (facet !== "kind" && facet !== "years"))
  );
}

function refined(query: BrowseQuery, candidates: readonly ListCandidate[]): readonly ListCandidate[] {
  const { conditions, sort } = query;
  const read = createFacetReader();
  const orders: Record<Order, (one: ListCandidate, other: ListCandidate) => number> = {
    relevance: () => 0,
    popularity: (one, other) => other.item.popularity - one.item.popularity,
    year: (one, other) => Number(other.record.year) - Number(one.record.year),
    rating: (one, other) => getRating(other) - getRating(one),
  };
  return candidates
    .filter((candidate) => {
      const title = read(toFacts(candidate));
      return conditions.every(({ matches }) => matches(title));
    })
    .toSorted(orders[sort]);
}

/** Returns the rating, or 0 if too few people have voted. */
function getRating({ item }: ListCandidate): number {
  return item.vote_count < MIN_RATING_VOTES ? 0 : item.vote_average;
}

function toFacts(candidate: ListCandidate): TitleFacts {
  const { record, item } = candidate;
  return {
    ...record,
    countries: countryNames(item.origin_country ?? [], "en"),
    language: toLanguageSubtag(item.original_language),
    rating: getRating(candidate),
    votes: item.vote_count,
  };
}
