/** Lists of the titles that a search for the whole query finds. */

import { RELEVANCE } from "../../contract/browse.ts";
import { goodMatches } from "./order.ts";
import { otherNames } from "./other-names.ts";
import { factsOfSearch } from "./part-list.ts";
import { MAX_DEPTH, ranksIn, search, WHOLE_SEARCH } from "./search.ts";
import { soundExpressions } from "./sounding-names.ts";
import {
  type Found,
  isOfSearch,
  isPlain,
  isRefined,
  narrowedTitles,
  type TextContext,
} from "./text-context.ts";
import { FOR_SUGGESTIONS } from "./weights.ts";
import { lackedBy } from "./without-a-word.ts";

/** The value of `whole` at which spaces, articles, order, the year and added words may differ. */
export const WHOLE = 0.9;

export async function wholeTitle(context: TextContext): Promise<Found | null> {
  const [best] = context.found.ranked;
  return best !== undefined && best.match.whole >= WHOLE ? await titlesFound(context) : null;
}

/** Lists titles with each word of the query, as typed or corrected. */
export async function everyWord(context: TextContext): Promise<Found | null> {
  const [best] = context.found.ranked;
  const isComplete = best !== undefined && lackedBy(best, context.found.comparison).length === 0;
  return isComplete ? await titlesFound(context) : null;
}

export async function anyTitle(context: TextContext): Promise<Found | null> {
  return context.found.ranked.length > 0 ? await titlesFound(context) : null;
}

/** Lists titles with words that sound like those of a query in Latin letters. */
export async function soundsAlike(context: TextContext): Promise<Found | null> {
  const { asked, query, readings, reads, span } = context;
  if (!isPlain(readings) || soundExpressions(asked.text).length > 0) return null;
  const found = await search(query, isRefined(asked) ? WHOLE_SEARCH : span, {
    reads,
    tolerance: FOR_SUGGESTIONS,
    isCounted: true,
  });
  return found === null ? null : await anyTitle({ ...context, found, names: [] });
}

/**
 * Returns the result of the search, narrowed and in the order of the URL, with people of that name. The total counts
 * the titles that the search ranks, and all others with every word as typed.
 */
async function titlesFound({ asked, found, names, reads, span }: TextContext): Promise<Found> {
  const { ranked, further, asTyped, records, corrected } = found;
  const { pieces } = found.comparison.context.searchText;
  const whole = names.find(({ words, as }) => as === "typed" && words.length === pieces.length);
  const parts = [{ part: "words", typed: asked.text, values: [], name: asked.text, without: "" } as const];
  const result = { parts, people: whole?.isTelling ? whole.people : [], corrected };
  if (isRefined(asked)) {
    const kept = asked.sort === RELEVANCE ? ranked : goodMatches(ranked, asTyped);
    const { rows, limitedTo } = await factsOfSearch({ ranked: kept, further }, reads);
    const conditions = asked.conditions.filter((condition) => !isOfSearch(condition));
    return { ...result, limitedTo, titles: narrowedTitles(rows, { ...asked, conditions }, []) };
  }
  const ranks = ranksIn(found);
  const end = Math.min(span.end, MAX_DEPTH);
  const hits = ranked.slice(span.start, end);
  const foundBy = await otherNames(hits, records, reads);
  const shown = ranks.slice(span.start, end).flatMap((rank) => records.get(rank) ?? []);
  const more = end < MAX_DEPTH && ranks.length > end;
  return { ...result, foundBy, titles: { records: shown, more, total: ranks.length } };
}
