/**
 * Finds titles by their plots, as for `thief subconscious dream`. The telling words of a query are looked up in
 * plots, as typed or as similar words, and a title needs most of their weight. Takes two round trips: the number of
 * plots with each word, then the titles. The titles come in steps without overlap: first those with every word, then
 * those without the least telling word, and so on. In each step, the best known come first.
 */

import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { maxEdits } from "../../text/edits.ts";
import { similarity } from "../../text/similarity.ts";
import { numberKey, plotKeys, unpack } from "../store/near.ts";
import { plotToken, plotWords } from "../store/plot-words.ts";
import type { CatalogReads } from "../store/statements.ts";
import type { NearRow } from "./spelling.ts";

/** The most words that are looked up, the most telling words that count, and the most similar words of each. */
const MAX_READ = 16;
const MAX_WORDS = 8;
const MAX_NEAR = 4;
/** The share of the weight that a title may lack, and the most steps. */
const MAX_LACKED = 0.4;
const MAX_STEPS = 40;
/**
 * The weight below which a word tells nothing. Among ten thousand titles, that is a word of one title in six hundred.
 */
const MIN_WEIGHT = 0.3;
/** The most additional letters of another form of the typed word, as in `dreams` and `dreaming`. */
const MAX_ENDING = 3;
interface TellingWord {
  readonly expression: string;
  /** The weight, from 0 for a word of every title to 1 for a word of one title. */
  readonly weight: number;
}

/** The results of vocabulary lookups for the words of a text, and the number of titles in the catalog. */
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

/** A condition on plots, and the weight of the words that it requires. */
export interface PlotStep {
  readonly expression: string;
  readonly weight: number;
}

/**
 * Returns FTS5 expressions that share no title, the best first. Returns none if the text has fewer telling words than
 * `min`.
 */
export function buildPlotSteps(text: string, vocabulary: PlotVocabulary, min = 1): PlotStep[] {
  const words = listTellingWords(text, vocabulary);
  return words.length < min ? [] : buildSteps(words);
}

/**
 * Returns the total weight of the words of a text. A word weighs 1 if at most one plot has it, and 0 if every plot
 * has it.
 */
export function weighWords(text: string, vocabulary: PlotVocabulary): number {
  const lists = groupByKey(vocabulary);
  return splitWords(text).reduce((sum, word) => sum + weighWord(countPlots(word, lists), vocabulary), 0);
}

type WordLists = ReadonlyMap<number, readonly string[]>;

const groupByKey = ({ near }: PlotVocabulary): WordLists =>
  new Map(near.map((row) => [row.shortening, unpack(row.words)]));

/** Returns the number of plots with a word, which is stored only for words of several plots, and otherwise 0. */
const countPlots = (word: string, lists: WordLists) => Number(lists.get(numberKey(word))?.[0] ?? 0);

const weighWord = (plots: number, { titles }: PlotVocabulary) =>
  1 - Math.log(Math.max(1, plots)) / Math.log(titles + 1);

/** Returns the telling words, the most telling first. `vocabulary` may belong to a longer text. */
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

/** Returns words similar to a word. For a word that several plots have, these are only its other forms. */
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

/** Returns an expression for each choice of words that titles may lack, the lightest choice first. */
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

/** Returns the choices of words that weigh at most `maxWeight` together, the lightest first. */
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
