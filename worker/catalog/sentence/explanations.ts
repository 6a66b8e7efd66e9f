/**
 * Finds a list for a query that nothing explains completely. Some words of the query may come from a title or a plot,
 * and others may be people or filters. A word weighs more if fewer plots contain it, and the explanation with the
 * greatest weight determines the list.
 */

import type { Part } from "../../contract/understood.ts";
import {
  findByNameAlone,
  findPlots,
  listPlots,
  listReading,
  listReadingsWithoutWords,
  readAsPlots,
} from "./part-list.ts";
import { weighWords } from "./plots.ts";
import { isAddedFilter, type Reading, type TextContext, type TextResult } from "./text-context.ts";
import { findBySound } from "./whole-text.ts";
import { findTitlesWithFewerWords, type TitlesWithFewerWords } from "./without-a-word.ts";

interface Explanation {
  /** The weight of the words that are explained, or an upper bound for it. */
  readonly weight: number;
  /** The number of statements that the list usually takes. */
  readonly statements: number;
  readonly find: (context: TextContext) => Promise<TextResult | null>;
}

/** The factors for words that are explained by something other than a title or a correctly typed name. */
const AS_SOUND = 0.7;
const AS_FILTER = 0.7;
const IN_PLOT = 0.5;
const AS_MISTYPED_NAME = 0.4;

/** Returns the list for the explanation with the greatest weight. Skips explanations without titles. */
export async function explainMost(context: TextContext): Promise<TextResult | null> {
  const explanations = (await explain(context)).toSorted((one, other) => other.weight - one.weight);
  for (const { find, statements } of explanations) {
    if (!context.hasRoomFor(statements)) continue;
    const result = await find(context);
    if (result !== null) return result;
  }
  return null;
}

async function explain(context: TextContext): Promise<Explanation[]> {
  const [vocabulary, title, plots] = await Promise.all([
    context.vocabularyOfPlots(),
    findTitlesWithFewerWords(context),
    findPlots(readAsPlots(context), context),
  ]);
  const weigh = (typed: string) => weighWords(typed, vocabulary);
  // The vocabulary of plots has no words of two letters, but titles do. So a title is also weighed by its share of
  // the whole text.
  const weighTitle = ({ typed, text, covered, likelihood }: TitlesWithFewerWords) =>
    likelihood * Math.max(weigh(typed), covered * weigh(text));
  const weighFilters = (parts: readonly Part[]) =>
    parts.reduce((sum, part) => sum + (isAddedFilter(part) ? 0 : AS_FILTER * weigh(part.typed)), 0);
  const weighNames = ({ names }: Reading) =>
    names.reduce(
      (sum, { words, as }) => sum + weigh(words.join(" ")) * (as === "corrected" ? AS_MISTYPED_NAME : 1),
      0,
    );
  const named = context.readings.find(({ parts, names }) => parts.length === 1 && names.length === 1);
  return [
    { weight: AS_SOUND * weigh(context.textQuery.text), statements: 10, find: findBySound },
    ...(title === null ? [] : [{ weight: weighTitle(title), statements: 4, find: title.find }]),
    ...plots.map((plotTitles) => ({
      weight: IN_PLOT * plotTitles.weight + weighFilters(plotTitles.reading.facets),
      statements: 4,
      find: () => listPlots(plotTitles, context),
    })),
    ...listReadingsWithoutWords(context).flatMap((reading) =>
      listFacetSets(reading).map((facets) => ({
        weight: weighNames(reading) + weighFilters(facets),
        statements: 4,
        find: () => listReading(reading, facets, context),
      })),
    ),
    ...(named === undefined ? [] : [{ weight: weighNames(named), statements: 4, find: findByNameAlone }]),
  ];
}

/**
 * Returns the sets of filters to try: all filters of a reading, and all filters except those of one kind. If the
 * reading has people, the empty set is tried as well.
 */
function listFacetSets({ facets, names }: Reading): (readonly Part[])[] {
  const fewer = [...new Set(facets.map(({ part }) => part))].map((name) =>
    facets.filter(({ part }) => part !== name),
  );
  const sets = facets.length === 0 ? [[]] : [facets, ...fewer, []];
  return sets.filter((kept) => kept.length + names.length > 0);
}
