/**
 * A search narrowed to one genre, or in an order other than relevance. Both start from the whole result of the search, at
 * most 500 titles, so that all pages are parts of one list.
 */
import type { Order, RefinedQuery } from "../../../contract/query.ts";
import { type LoadedList, NO_RESULTS } from "../../loaded.ts";
import { recordList } from "../records.ts";
import type { CatalogReads } from "../statements.ts";
import { genreToken } from "../stored/browse-tokens.ts";
import { quoted } from "./expressions.ts";
import type { Candidate } from "./match.ts";
import type { Ranked } from "./ranking.ts";
import type { SearchOutcome, Span } from "./search.ts";

interface SortedSearchServices {
  readonly reads: CatalogReads;
  readonly find: (span: Span) => Promise<SearchOutcome | null>;
  /** The maximum number of titles of a search. */
  readonly depth: number;
}

export async function sortedSearch(
  query: RefinedQuery,
  span: Span,
  { reads, find, depth }: SortedSearchServices,
): Promise<LoadedList<never[]>> {
  const found = await find({ start: depth, end: depth });
  if (found === null) return NO_RESULTS;
  const whole = found.ranked.slice(0, depth);
  const ranks = whole.map(({ candidate }) => candidate.rank);
  const { genre, lang, sort } = query;
  const filtered =
    genre === null ? null : await reads.read(reads.withFacts(quoted(genreToken(genre)), ranks));
  const kept = filtered && new Set(filtered.rows[0].map(({ rank }) => rank));
  const narrowed = kept === null ? whole : whole.filter(({ candidate }) => kept.has(candidate.rank));
  const arranged = arrange(narrowed, sort, found.asTyped);
  const { rows } = await reads.read(reads.records(lang, arranged.slice(span.start, span.end)));
  const records = rows[0].map(({ record }) => record);
  return { ...recordList(records, found.corrected), more: arranged.length > span.end };
}

/** A title without every word as typed must cover at least this share of what the best title covers. */
const MIN_SHARE = 0.85;

/**
 * Ranks in the requested order. Orders other than relevance leave out poor matches, which might otherwise come first.
 * `asTyped`: the ranks of the titles with every word as typed.
 */
export function arrange(ranked: readonly Ranked[], sort: Order, asTyped: ReadonlySet<number>): number[] {
  const ranksOf = (candidates: readonly Candidate[]) => candidates.map(({ rank }) => rank);
  if (sort === "relevance") return ranksOf(ranked.map(({ candidate }) => candidate));
  const min = MIN_SHARE * Math.max(...ranked.map(({ match }) => match.covered));
  const kept = ranked
    .filter(({ candidate, match }) => asTyped.has(candidate.rank) || match.covered >= min)
    .map(({ candidate }) => candidate);
  const byRank = (one: Candidate, other: Candidate) => one.rank - other.rank;
  if (sort === "popularity") return ranksOf(kept.sort(byRank));
  return ranksOf(kept.sort((one, other) => other.year - one.year || byRank(one, other)));
}
