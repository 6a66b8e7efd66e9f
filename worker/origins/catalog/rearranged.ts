/**
 * A search for pages: its titles of one genre, or in another order than by relevance. Both are made of the whole order of
 * the search, at most 500 titles, so that every page of them is a part of one list.
 */

import type { Order, RefinedQuery } from "../../contract/refined.ts";
import type { LoadedList } from "../origin.ts";
import { NO_RESULTS } from "../origin.ts";
import { genreExpression, sortKey } from "./browse-tokens.ts";
import { completeLoad } from "./load-state.ts";
import type { Candidate } from "./match.ts";
import { FORM_SEPARATOR } from "./names.ts";
import type { Ranked } from "./ranking.ts";
import type { SearchOutcome, Span } from "./search.ts";
import type { Session } from "./session.ts";
import { prepareStatements, type RecordRow, rowsOf } from "./statements.ts";

interface RearrangedServices {
  readonly session: Session;
  readonly find: (span: Span) => Promise<SearchOutcome | null>;
  /** How many titles a search has at most. */
  readonly depth: number;
}

/** `span`: the titles of the page. */
export async function rearranged(
  query: RefinedQuery,
  span: Span,
  services: RearrangedServices,
): Promise<LoadedList> {
  const { session, find, depth } = services;
  const found = await find({ start: depth, end: depth });
  if (found === null) return NO_RESULTS;
  const { loadState, records, recordsMatching } = prepareStatements(session);
  const ranks = arrange(found.ranked.slice(0, depth), query.sort);
  const { start, end } = span;
  const [states, results] = await session.batch([
    loadState(),
    query.genre === null
      ? records(query.lang, ranks.slice(start, end + 1))
      : recordsMatching(query.lang, genreExpression(query.genre), ranks, { limit: end + 1 - start, start }),
  ]);
  const { version } = completeLoad(states);
  // A load that ended in between gave the ranks to other titles.
  if (version !== found.state.version) return rearranged(query, span, services);
  const all = rowsOf<RecordRow>(results).map(({ record }) => record);
  const shown = all.slice(0, end - start);
  return {
    json: `[${shown.join(",")}]`,
    isEmpty: shown.length === 0,
    more: all.length > shown.length && end < depth,
    remark: found.corrected,
    version,
  };
}

/** Titles that cover less of the text than this share of what the best one covers come first in no other order. */
const MIN_SHARE = 0.85;

/** Ranks in the order asked for. By relevance all of them; in another order those that match about as well as the best. */
export function arrange(ranked: readonly Ranked[], sort: Order): number[] {
  const ranksOf = (candidates: readonly Candidate[]) => candidates.map(({ rank }) => rank);
  if (sort === "relevance") return ranksOf(ranked.map(({ candidate }) => candidate));
  const best = Math.max(...ranked.map(({ match }) => match.covered));
  const kept = ranked
    .filter(({ match }) => match.covered >= MIN_SHARE * best)
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
