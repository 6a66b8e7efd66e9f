/**
 * A search for pages: its titles of one genre, or in another order than by relevance. Both are made of the whole order of
 * the search, at most 500 titles, so that every page of them is a part of one list.
 */
import type { Order, RefinedQuery } from "../../../contract/query.ts";
import { type LoadedList, NO_RESULTS } from "../../loaded.ts";
import { recordList } from "../records.ts";
import type { Session } from "../session.ts";
import { filledState, prepareStatements, type RankedRecordRow, rowsOf, stateOf } from "../statements.ts";
import { genreExpression, sortKey } from "../stored/browse-tokens.ts";
import { FORM_SEPARATOR } from "../stored/names.ts";
import type { Candidate } from "./match.ts";
import type { Ranked } from "./ranking.ts";
import type { SearchOutcome, Span } from "./search.ts";

interface SortedSearchServices {
  readonly session: Session;
  readonly find: (span: Span) => Promise<SearchOutcome | null>;
  /** How many titles a search has at most. */
  readonly depth: number;
}

/** `span`: the titles of the page. */
export async function sortedSearch(
  query: RefinedQuery,
  { start, end }: Span,
  services: SortedSearchServices,
): Promise<LoadedList> {
  const { session, find, depth } = services;
  const { batch } = session;
  const again = () => sortedSearch(query, { start, end }, services);
  const found = await find({ start: depth, end: depth });
  if (found === null) return NO_RESULTS;
  const { version } = found.state;
  const statements = prepareStatements(session);
  const whole = found.ranked.slice(0, depth);

  /** `null`: a load that ended in between gave the ranks to other titles. */
  async function ofGenre(genre: string): Promise<readonly Ranked[] | null> {
    const ranks = whole.map(({ candidate }) => candidate.rank);
    const [states, results] = await batch([
      statements.state(),
      statements.withFacts(genreExpression(genre), ranks),
    ]);
    const kept = new Set(rowsOf<{ rank: number }>(results).map(({ rank }) => rank));
    return filledState(states).version === version
      ? whole.filter(({ candidate }) => kept.has(candidate.rank))
      : null;
  }

  const narrowed = query.genre === null ? whole : await ofGenre(query.genre);
  if (narrowed === null) return again();
  const ranks = arrange(narrowed, query.sort, found.asTyped);
  const [states, results] = await batch([
    statements.state(),
    statements.records(query.lang, ranks.slice(start, end)),
  ]);
  if (stateOf(states).version !== version) return again();
  const records = rowsOf<RankedRecordRow>(results).map(({ record }) => record);
  return {
    ...recordList(records, found.corrected),
    more: ranks.length > end,
    version,
  };
}

/** The share of what the best title covers that one covers at least that lacks a word as typed. */
const MIN_SHARE = 0.85;

/**
 * Ranks in the order asked for. By relevance all of them; in another order without those that match badly, which might come
 * first. `asTyped`: the ranks of those that have every word.
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
  if (sort === "year") return ranksOf(kept.sort((one, other) => other.year - one.year || byRank(one, other)));
  const keyed = kept.map((candidate) => ({ candidate, key: sortKey(titleOf(candidate)) }));
  keyed.sort((one, other) => compare(one.key, other.key) || byRank(one.candidate, other.candidate));
  return ranksOf(keyed.map(({ candidate }) => candidate));
}

/** The display title, folded. */
function titleOf({ forms }: Candidate): string {
  return forms.split(FORM_SEPARATOR, 1)[0] ?? "";
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
