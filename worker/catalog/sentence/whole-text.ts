/** Lists the titles that a search for the whole query finds. */

import { RELEVANCE } from "../../contract/browse.ts";
import { findOtherNames } from "../search/other-names.ts";
import { listRanks, MAX_DEPTH, search, WHOLE_SEARCH } from "../search/search.ts";
import { buildSoundExpressions } from "../search/sounding-names.ts";
import { FOR_SUGGESTIONS } from "../search/weights.ts";
import { removePoorMatches } from "./order.ts";
import { readFactsOfSearch } from "./part-list.ts";
import {
  isAppliedBySearch,
  isPlain,
  isRefined,
  narrowTitles,
  type TextContext,
  type TextResult,
} from "./text-context.ts";
import { listMissingPieces } from "./without-a-word.ts";

/**
 * The minimum `whole` of a title that matches the whole query. Spaces, articles, order, year and added words may
 * differ.
 */
export const WHOLE = 0.9;

export async function findWholeTitle(context: TextContext): Promise<TextResult | null> {
  const [best] = context.outcome.ranked;
  return best !== undefined && best.match.whole >= WHOLE ? await listMatches(context) : null;
}

/** Lists titles that have each word of the query, as typed or corrected. A single corrected word may be a role. */
export async function findByEveryWord(context: TextContext): Promise<TextResult | null> {
  const { outcome } = context;
  const [best] = outcome.ranked;
  if (outcome.corrected !== null && outcome.comparison.context.searchText.pieces.length === 1) return null;
  const isComplete = best !== undefined && listMissingPieces(best, context.outcome.comparison).length === 0;
  return isComplete ? await listMatches(context) : null;
}

export async function findAnyTitle(context: TextContext): Promise<TextResult | null> {
  return context.outcome.ranked.length > 0 ? await listMatches(context) : null;
}

/** Lists titles that sound like the query. Only for queries in Latin letters. */
export async function findBySound(context: TextContext): Promise<TextResult | null> {
  const { textQuery, query, readings, reads, span } = context;
  if (!isPlain(readings) || buildSoundExpressions(textQuery.text).length > 0) return null;
  const outcome = await search(query, isRefined(textQuery) ? WHOLE_SEARCH : span, {
    reads,
    tolerance: FOR_SUGGESTIONS,
    isCounted: true,
  });
  return outcome === null ? null : await findAnyTitle({ ...context, outcome, names: [] });
}

/**
 * Returns the results of the search with the filters and the order of the URL, and the people whose name is the
 * query. The total includes titles that were not ranked but have every word as typed.
 */
async function listMatches({ textQuery, outcome, names, reads, span }: TextContext): Promise<TextResult> {
  const { ranked, further, asTyped, records, corrected } = outcome;
  const { pieces } = outcome.comparison.context.searchText;
  const wholeName = names.find(({ words, as }) => as === "typed" && words.length === pieces.length);
  const parts = [
    { part: "words", typed: textQuery.text, values: [], name: textQuery.text, without: "" } as const,
  ];
  const result = { parts, people: wholeName?.isTelling ? wholeName.people : [], corrected };
  if (isRefined(textQuery)) {
    const goodMatches = textQuery.sort === RELEVANCE ? ranked : removePoorMatches(ranked, asTyped);
    const { rows, limitedTo } = await readFactsOfSearch({ ranked: goodMatches, further }, reads);
    const conditions = textQuery.conditions.filter((condition) => !isAppliedBySearch(condition));
    return { ...result, limitedTo, titles: narrowTitles(rows, { ...textQuery, conditions }, []) };
  }
  const ranks = listRanks(outcome);
  const end = Math.min(span.end, MAX_DEPTH);
  const hits = ranked.slice(span.start, end);
  const foundBy = await findOtherNames(hits, records, reads);
  const pageRecords = ranks.slice(span.start, end).flatMap((rank) => records.get(rank) ?? []);
  const more = end < MAX_DEPTH && ranks.length > end;
  return { ...result, foundBy, titles: { records: pageRecords, more, total: ranks.length } };
}
