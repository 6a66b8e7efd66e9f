/**
 * Titles by what happens in them: `thief subconscious dream`. The telling words of a text are looked for in plots, as typed or
 * as words near them; a title needs most of their weight. Two round trips: how many plots have each word, then the titles.
 *
 * The titles come in steps: first those with every word, then those without the least telling one, and so on; in a step, the
 * best known first. No title is in two steps.
 */

import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { maxEdits } from "../../text/edits.ts";
import { similarity } from "../../text/similarity.ts";
import { numberKey, plotKeys, unpack } from "../store/near.ts";
import { plotToken, plotWords } from "../store/plot-words.ts";
import type { CatalogReads } from "../store/statements.ts";
import type { NearRow } from "./spelling.ts";

/** Limits for the words that are looked up, for the most telling of them that count, and for words near each. */
const MAX_READ = 16;
const MAX_WORDS = 8;
const MAX_NEAR = 4;
/** The share of the weight that a title may lack, and the number of its steps. */
const MAX_LACKED = 0.4;
const MAX_STEPS = 40;
/** A word of less weight tells nothing: at ten thousand titles, one in six hundred of them. */
const MIN_WEIGHT = 0.3;
/** A word of this many more letters is another form of the typed one: `dreams`, `dreaming`. */
const MAX_ENDING = 3;
interface TellingWord {
  readonly expression: string;
  /** 0 for a word of every title, 1 for a word of one. */
  readonly weight: number;
}

/** What was found in the vocabulary of plots for the words of a text, in a catalog of so many titles. */
export interface PlotVocabulary {
  readonly near: readonly NearRow[];
  readonly titles: number;
}

export async function plotVocabulary(
  text: string,
  { read, vocabulary }: CatalogReads,
): Promise<PlotVocabulary> {
  const shortenings = plotShortenings(text);
  if (shortenings.length === 0) return { near: [], titles: 0 };
  const { near, catalog } = await read({ near: vocabulary.near(shortenings) });
  return { near, titles: catalog.titles };
}

const wordsOf = (text: string) => [...plotWords(text)].slice(0, MAX_READ);

export function plotShortenings(text: string): number[] {
  return wordsOf(text).flatMap((word) => [numberKey(word), ...plotKeys(word)]);
}

/** A condition on plots, and the weight of the words that it requires. */
export interface PlotStep {
  readonly expression: string;
  readonly weight: number;
}

/** FTS5 expressions that share no title, the best first; none: the text has fewer telling words than `min`. */
export function aboutSteps(text: string, vocabulary: PlotVocabulary, min = 1): PlotStep[] {
  const words = tellingWords(text, vocabulary);
  return words.length < min ? [] : buildSteps(words);
}

/** Returns the weight of all words of a text, each 1 if no more than one plot has it, and 0 if every plot has it. */
export function weighWords(text: string, vocabulary: PlotVocabulary): number {
  const lists = listsByKey(vocabulary);
  return wordsOf(text).reduce((sum, word) => sum + weightOf(countPlots(word, lists), vocabulary), 0);
}

type WordLists = ReadonlyMap<number, readonly string[]>;

const listsByKey = ({ near }: PlotVocabulary): WordLists =>
  new Map(near.map((row) => [row.shortening, unpack(row.words)]));

/** Returns 0 for a word of no plot, and of one: numbers are stored for words of several plots. */
const countPlots = (word: string, lists: WordLists) => Number(lists.get(numberKey(word))?.[0] ?? 0);

const weightOf = (plots: number, { titles }: PlotVocabulary) =>
  1 - Math.log(Math.max(1, plots)) / Math.log(titles + 1);

/** The most telling first. `vocabulary`: of this text, or of a longer one. */
function tellingWords(text: string, vocabulary: PlotVocabulary): TellingWord[] {
  const lists = listsByKey(vocabulary);
  const words = wordsOf(text).map((word): TellingWord => {
    const plots = countPlots(word, lists);
    const near = new Set(plotKeys(word).flatMap((key) => lists.get(key) ?? []));
    const others = nearWords(word, plots > 0, near);
    return {
      expression: anyOf([word, ...others].map((one) => quote(plotToken(one)))),
      weight: weightOf(plots, vocabulary),
    };
  });
  return words
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS);
}

/** For a word that several plots have, only its other forms. */
function nearWords(word: string, isKnown: boolean, near: ReadonlySet<string>): string[] {
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
