/**
 * Ranks titles by the words of a query in their plots, as for `man relives the same day over and over`. Only the
 * rarest words are looked up, so that the number of rows is limited in a catalog of any size. A plot does not need to
 * contain all of them. Takes three round trips: one for the number of plots with each word, one for titles, and one
 * for their facts.
 */

import type { Part } from "../../contract/understood.ts";
import { createFacetReader } from "../../filters/facet.ts";
import { parsePart, toExpression } from "../../filters/facets.ts";
import { allOf } from "../../filters/fts5.ts";
import { plotWords } from "../store/plot-words.ts";
import type { FactsRow } from "../store/rows.ts";
import { addWeights, buildPlotExpressions, listRareWords, type RareWord } from "./rare-words.ts";
import { buildAllConditions, narrowTitles, type TextContext, type TextResult } from "./text-context.ts";

/** The minimum weight of a title, as a share of the greatest weight. */
const MIN_SHARE_OF_BEST = 0.5;
/** The maximum number of titles of which the facts are read. */
const MAX_TITLES = 100;
/** The points for ten times as many votes. A word that a tenth of all plots contain has 2.3 points. */
const VOTES = 1.5;
/** The points for meeting a filter that the query names, in addition to the weight of its words. */
const MEETS_FILTER = 1;

interface DescribedPlot {
  readonly text: string;
  readonly parts: readonly Part[];
  /** The filters that a title must meet. */
  readonly required: readonly Part[];
  /** The filters that a title should meet. */
  readonly optional: readonly Part[];
}

/** Lists titles by their plots, or returns `null` if none contains enough of the words. */
export async function listByPlot(
  { text, parts, required, optional }: DescribedPlot,
  { textQuery, reads, vocabularyOfPlots }: TextContext,
): Promise<TextResult | null> {
  const vocabulary = await vocabularyOfPlots();
  const words = listRareWords(text, vocabulary);
  const filters = optional.flatMap((part) => parsePart(part)?.expression ?? []);
  const expressions = buildPlotExpressions(words, vocabulary, { filters, hasFilter: required.length > 0 });
  if (expressions.length === 0) return null;
  const conditions = toExpression(buildAllConditions(textQuery, required));
  const { matching } = await reads.read({
    matching: expressions.map((expression) => reads.browsed(allOf([`(${conditions})`, expression]))),
  });
  const weights = new Map<number, number>();
  for (const [at, titles] of matching.entries())
    for (const { rank } of titles) weights.set(rank, (weights.get(rank) ?? 0) + (words[at]?.weight ?? 0));
  const best = [...weights].sort(
    ([rank, weight], [other, otherWeight]) => otherWeight - weight || rank - other,
  );
  const likely = best.slice(0, MAX_TITLES).map(([rank]) => rank);
  if (likely.length === 0) return null;
  const { titles } = await reads.read({ titles: reads.facts(likely) });
  const score = scoreWith(weights, { words, optional });
  const scored = titles.map((title) => ({ title, ...score(title) }));
  const least = MIN_SHARE_OF_BEST * Math.max(...scored.map(({ weight }) => weight));
  const kept = scored.filter(({ weight }) => weight >= least).sort((one, other) => other.score - one.score);
  return {
    parts,
    people: [],
    titles: narrowTitles(
      kept.map(({ title }) => title),
      textQuery,
      required,
    ),
    plotWords: new Set(words.map(({ word }) => word)),
  };
}

/** Returns a function that scores a title by its words, by the filters that it meets, and by its votes. */
function scoreWith(
  weights: ReadonlyMap<number, number>,
  { words, optional }: { readonly words: readonly RareWord[]; readonly optional: readonly Part[] },
) {
  const read = createFacetReader();
  const filters = optional.flatMap((part) => {
    const condition = parsePart(part);
    const typed = plotWords(part.typed);
    const ofWords = addWeights(words.filter(({ word }) => typed.has(word)));
    return condition === null ? [] : [{ condition, points: ofWords + MEETS_FILTER }];
  });
  return ({ rank, facts }: FactsRow) => {
    const title = read(JSON.parse(facts));
    const met = filters.filter(({ condition }) => condition.matches(title));
    const weight = (weights.get(rank) ?? 0) + met.reduce((sum, { points }) => sum + points, 0);
    return { weight, score: weight + VOTES * Math.log10(1 + (title.votes ?? 0)) };
  };
}
