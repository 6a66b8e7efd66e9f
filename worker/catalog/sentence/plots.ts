/**
 * Finds titles by their plots, as for `thief subconscious dream`. A plot must contain distinctive words of the query,
 * or similar words. Takes two round trips: one for the number of plots with each word, and one for titles. Titles
 * with all words come first, then titles without the least distinctive word, and so on. Titles that lack the same
 * words are sorted by popularity.
 */

import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { maxEdits } from "../../text/edits.ts";
import { similarity } from "../../text/similarity.ts";
import { numberKey, plotKeys, unpack } from "../store/near.ts";
import { plotToken, plotWords } from "../store/plot-words.ts";
import type { NearRow } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";

/**
 * The maximum numbers of words to look up, of distinctive words among them, and of similar words for each distinctive
 * word.
 */
const MAX_READ = 16;
const MAX_WORDS = 8;
const MAX_NEAR = 4;
/**
 * The maximum weight of the words that a plot may lack, as a share of the query's weight, and the maximum number of
 * expressions.
 */
const MAX_LACKED = 0.4;
const MAX_STEPS = 40;
/**
 * The minimum weight of a distinctive word. In a catalog of ten thousand titles, a word has this weight if 630 plots
 * contain it.
 */
const MIN_WEIGHT = 0.3;
/** The maximum number of letters by which another form of a word may be longer, as in `dreams` and `dreaming`. */
const MAX_ENDING = 3;
interface TellingWord {
  readonly expression: string;
  /** The weight, from 0 for a word in all plots to 1 for a word in a single plot. */
  readonly weight: number;
}

/** The results of looking up words in the vocabulary of plots, and the number of titles in the catalog. */
export interface PlotVocabulary {
  readonly near: readonly NearRow[];
  readonly titles: number;
}

export async function readPlotVocabulary(
  text: string,
  { read, vocabulary }: CatalogReads,
): Promise<PlotVocabulary> {
  const shortenings = plotShortenings(text);
  if (shortenings.length === 0) return { near: [], titles: 0 };
  const { near, catalog } = await read({ near: vocabulary.near(shortenings) });
  return { near, titles: catalog.titles };
}

const splitWords = (text: string) => [...plotWords(text)].slice(0, MAX_READ);

export function plotShortenings(text: string): number[] {
  return splitWords(text).flatMap((word) => [numberKey(word), ...plotKeys(word)]);
}

/** An expression that selects plots, and the weight of the words in it. */
interface PlotStep {
  readonly expression: string;
  readonly weight: number;
}

/**
 * Returns FTS5 expressions for titles with distinctive words of a text in their plots, best first. A title matches at
 * most one of them. Empty if the text has fewer than `min` distinctive words.
 */
export function buildPlotSteps(text: string, vocabulary: PlotVocabulary, min = 1): PlotStep[] {
  const words = listTellingWords(text, vocabulary);
  return words.length < min ? [] : buildSteps(words);
}

/**
 * Returns the total weight of the words in a text. A word weighs 1 if at most one plot has it, and 0 if all plots
 * have it.
 */
export function weighWords(text: string, vocabulary: PlotVocabulary): number {
  const lists = groupByKey(vocabulary);
  return splitWords(text).reduce((sum, word) => sum + weighWord(countPlots(word, lists), vocabulary), 0);
}

type WordLists = ReadonlyMap<number, readonly string[]>;

const groupByKey = ({ near }: PlotVocabulary): WordLists =>
  new Map(near.map((row) => [row.shortening, unpack(row.words)]));

/** Returns the number of plots with a word, or 0 if there are fewer than two, because such numbers are not stored. */
const countPlots = (word: string, lists: WordLists) => Number(lists.get(numberKey(word))?.[0] ?? 0);

const weighWord = (plots: number, { titles }: PlotVocabulary) =>
  1 - Math.log(Math.max(1, plots)) / Math.log(titles + 1);

/** Returns the distinctive words, most distinctive first. `vocabulary` may belong to a longer text. */
function listTellingWords(text: string, vocabulary: PlotVocabulary): TellingWord[] {
  const lists = groupByKey(vocabulary);
  const words = splitWords(text).map((word): TellingWord => {
    const plots = countPlots(word, lists);
    const near = new Set(plotKeys(word).flatMap((key) => lists.get(key) ?? []));
    const others = listNearWords(word, plots > 0, near);
    return {
      expression: anyOf([word, ...others].map((one) => quote(plotToken(one)))),
      weight: weighWord(plots, vocabulary),
    };
  });
  return words
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS);
}

/**
 * Returns words that are similar to a word. If several plots contain the word itself, only other forms of it are
 * returned.
 */
function listNearWords(word: string, isKnown: boolean, near: ReadonlySet<string>): string[] {
  return [...near]
    .filter((known) => known !== word)
    .map((known) => ({ known, like: isKnown ? 0 : similarity({ typed: word, known, isPrefix: false }) }))
    .filter(({ known, like }) => like > 0 || isOtherForm(word, known))
    .sort((one, other) => other.like - one.like)
    .slice(0, MAX_NEAR)
    .map(({ known }) => known);
}

function isOtherForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return maxEdits(short) > 1 && long.startsWith(short) && long.length - short.length <= MAX_ENDING;
}

/** Returns an expression for each set of words that may be missing, starting with the lightest set. */
function buildSteps(words: readonly TellingWord[]): PlotStep[] {
  const total = addWeights(words);
  return listOmissions(words, MAX_LACKED * total).map((omitted) => {
    const kept = words.filter((word) => !omitted.includes(word));
    const every = allOf(kept.map(({ expression }) => expression));
    const without = omitted.map(({ expression }) => expression);
    const expression = omitted.length === 0 ? every : `(${every} NOT ${anyOf(without)})`;
    return { expression, weight: addWeights(kept) };
  });
}

const addWeights = (words: readonly TellingWord[]) => words.reduce((sum, { weight }) => sum + weight, 0);

/** Returns sets of words with a total weight of at most `maxWeight`, starting with the lightest. */
function listOmissions(words: readonly TellingWord[], maxWeight: number): (readonly TellingWord[])[] {
  let choices: { readonly words: readonly TellingWord[]; readonly weight: number }[] = [
    { words: [], weight: 0 },
  ];
  for (const word of words) {
    const longer = choices.map((choice) => ({
      words: [...choice.words, word],
      weight: choice.weight + word.weight,
    }));
    choices = [...choices, ...longer.filter(({ weight }) => weight <= maxWeight)];
  }
  return choices
    .toSorted((one, other) => one.weight - other.weight)
    .slice(0, MAX_STEPS)
    .map(({ words }) => words);
}
