/**
 * Finds a list for a query that is neither a title nor made of people and filters alone. Some of its words may come from
 * a title or a plot. A list of titles that lack the rarest word of the query is rejected.
 */

import type { Part } from "../../contract/understood.ts";
import { nameWords } from "../store/names.ts";
import {
  findByNameAlone,
  findByPlot,
  listReading,
  listReadingsWithoutWords,
  suggestNames,
} from "./part-list.ts";
import { type PlotVocabulary, splitPlot } from "./rare-words.ts";
import type { Reading, TextContext, TextResult } from "./text-context.ts";
import { findBySound } from "./whole-text.ts";
import { findTitlesWithFewerWords } from "./without-a-word.ts";

/** Returns true if one of the ignored words is rarer than all others of the query. */
type IgnoresRarest = (ignored: string, mayBeUnknown: boolean) => boolean;

/** `mayBeUnknown` is whether words that are in no plot and no title may be ignored. */
function ignoresRarest(text: string, { plots }: PlotVocabulary): IgnoresRarest {
  return (ignored, mayBeUnknown) => {
    const isCounted = (word: string) => !mayBeUnknown || (plots.get(word) ?? 0) > 0;
    const ignoredWords = new Set(splitPlot(ignored));
    const countRarest = (words: readonly string[]) =>
      Math.min(...words.filter(isCounted).map((word) => plots.get(word) ?? 0));
    const kept = splitPlot(text).filter((word) => !ignoredWords.has(word));
    // A surname that is in no plot is rarer than anything, as in `jason statham jason flemyng`.
    const isRareName = kept.length > 0 && !kept.some(isCounted);
    return !isRareName && countRarest([...ignoredWords]) < countRarest(kept);
  };
}

async function findWithFewerWords(
  context: TextContext,
  ignores: IgnoresRarest,
  bySound: () => Promise<TextResult | null>,
): Promise<TextResult | null> {
  const titles = await findTitlesWithFewerWords(context);
  if (titles === null) return null;
  if (titles.isWhole) return await titles.find();
  // A word that is not in the catalog may sound like a word of a title.
  return ignores(titles.omitted, false) ? await bySound() : await titles.find();
}

/** Returns true for several words of a name. In `can't lie`, two words together resemble a single surname. */
const isWholeName = ({ as, words, people: [person] }: Reading["names"][number]) =>
  words.length > 1 && (as === "heard" || words.some((word) => nameWords(person?.name ?? "").includes(word)));

async function findByWholeNames(context: TextContext, ignores: IgnoresRarest): Promise<TextResult | null> {
  const readings = listReadingsWithoutWords(context).filter(({ names }) => names.some(isWholeName));
  return await findReading(readings, context, (omitted) => !ignores(omitted, true));
}

async function findByNamesAndFilters(
  context: TextContext,
  ignores: IgnoresRarest,
): Promise<TextResult | null> {
  // A corrected name that explains the whole query is more likely than a surname beside filters.
  if (suggestNames(context) !== null) return null;
  const readings = listReadingsWithoutWords(context).filter(
    ({ names, words }) => !names.some(isWholeName) && (names.length === 0 || words === null),
  );
  return await findReading(readings, context, (omitted) => !ignores(omitted, false));
}

async function findReading(
  readings: readonly Reading[],
  context: TextContext,
  mayIgnore: (omitted: string) => boolean,
): Promise<TextResult | null> {
  for (const reading of readings) {
    for (const facets of listFacetSets(reading)) {
      const result = await listReading(reading, facets, context);
      const omitted = (result?.parts ?? []).filter(({ part }) => part === "omitted");
      if (result !== null && mayIgnore(omitted.map(({ typed }) => typed).join(" "))) return result;
    }
  }
  return null;
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

type Way = (
  context: TextContext,
  ignores: IgnoresRarest,
  bySound: () => Promise<TextResult | null>,
) => Promise<TextResult | null>;

/** The ways to explain a query, in order. The search by sound runs once, although two ways use it. */
const WAYS: readonly Way[] = [
  findWithFewerWords,
  findByWholeNames,
  findByPlot,
  findByNamesAndFilters,
  findByNameAlone,
  (_context, _ignores, bySound) => bySound(),
];

/** The number of statements that a way usually takes. */
const STATEMENTS = 8;

export async function explainMost(context: TextContext): Promise<TextResult | null> {
  const ignores = ignoresRarest(context.textQuery.text, await context.vocabularyOfPlots());
  let heard: Promise<TextResult | null> | undefined;
  const bySound = () => {
    heard ??= findBySound(context);
    return heard;
  };
  for (const find of WAYS) {
    if (!context.hasRoomFor(STATEMENTS)) continue;
    const result = await find(context, ignores, bySound);
    if (result !== null) return result;
  }
  return null;
}
