/**
 * The rare words of a query, which are looked up in plots. Only the rarest ones are, so that the number of rows is
 * limited in a catalog of any size.
 */

import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { isAdded } from "../../text/words.ts";
import { numberKey } from "../store/near.ts";
import { plotToken, plotWords } from "../store/plot-words.ts";
import type { CatalogReads } from "../store/statements.ts";

/** The maximum number of words in a query whose number of plots is read, and of words among them to look up. */
const MAX_READ = 24;
const MAX_WORDS = 6;
/** The maximum number of plots with a word that is looked up. In small catalogs, it is a power of their size. */
const MAX_PLOTS = 4_000;
const MAX_PLOTS_POWER = 0.85;
/** The power of the catalog's size up to which a word is so rare that a plot with no other word counts. */
const VERY_RARE_POWER = 0.3;
/** The minimum share of the words' weight that a plot with a single word has to have. */
const MIN_SHARE_ALONE = 0.6;

/** English words that describe no plot. Most others are in so many plots that they are not looked up anyway. */
const FUNCTION_WORDS = new Set(
  `about all also always and another any are because been before being both but can cannot cant could did does doesnt
  doing dont each ever every everyone everything films for from get gets getting goes going good had has have having her here him his how
  into its just like made make makes making many more most movies much must never not nothing off only other others out own
  really she should some someone something than that the their them then there they thing things this those through tonight
  too until very want wants was way ways were what when where which while who whom whose why will with without would you your`.split(
    /\s+/,
  ),
);

/** The number of plots with each word of a query, and the number of titles in the catalog. */
export interface PlotVocabulary {
  readonly plots: ReadonlyMap<string, number>;
  readonly titles: number;
}

/** Returns the stems of the words in a query that may describe a plot. */
export function splitPlot(text: string): string[] {
  const words = foldName(text).filter((word) => !FUNCTION_WORDS.has(word) && !isAdded(word));
  return [...plotWords(words.join(" "))].slice(0, MAX_READ);
}

export async function readPlotVocabulary(
  text: string,
  { read, vocabulary }: CatalogReads,
): Promise<PlotVocabulary> {
  const words = splitPlot(text);
  if (words.length === 0) return { plots: new Map(), titles: 0 };
  const { near, catalog } = await read({ near: vocabulary.near(words.map(numberKey)) });
  const numbers = new Map(near.map((row) => [row.shortening, Number(row.words)]));
  const plots = new Map(words.map((word) => [word, numbers.get(numberKey(word)) ?? 0]));
  return { plots, titles: near.length === 0 ? 0 : catalog.titles };
}

export interface RareWord {
  readonly word: string;
  readonly plots: number;
  readonly weight: number;
}

/** Returns the words of a text to look up, rarest first. A word that is in no plot is left out. */
export function listRareWords(text: string, { plots, titles }: PlotVocabulary): RareWord[] {
  const most = Math.min(MAX_PLOTS, titles ** MAX_PLOTS_POWER);
  return splitPlot(text)
    .map((word) => ({ word, plots: plots.get(word) ?? 0 }))
    .filter(({ plots }) => plots > 0 && plots <= most)
    .sort((one, other) => one.plots - other.plots)
    .slice(0, MAX_WORDS)
    .map((rare) => ({ ...rare, weight: weigh(rare.plots, titles) }));
}

const weigh = (plots: number, titles: number) => Math.log(1 + titles / Math.max(1, plots));

/**
 * Returns an FTS5 expression for each word. A plot with one of them needs another one, unless the word is most of the
 * text and very rare. `filters` are expressions that count like words. The only word of a text may be less rare if a filter says that titles are meant, as in `sad
 * movies`.
 */
export function buildPlotExpressions(
  words: readonly RareWord[],
  { plots: all, titles }: PlotVocabulary,
  { filters, hasFilter }: { readonly filters: readonly string[]; readonly hasFilter: boolean },
): string[] {
  const unknown = [...all.values()].filter((plots) => plots === 0);
  const total = addWeights(words) + unknown.length * weigh(0, titles);
  return words.flatMap(({ word, plots, weight }) => {
    const otherWords = words.filter((other) => other.word !== word);
    const others = [...otherWords.map((other) => quote(plotToken(other.word))), ...filters];
    const isRare = plots <= Math.max(1, titles ** VERY_RARE_POWER) || (others.length === 0 && hasFilter);
    const isEnough = isRare && weight >= MIN_SHARE_ALONE * total;
    if (isEnough) return quote(plotToken(word));
    return others.length === 0 ? [] : allOf([quote(plotToken(word)), anyOf(others)]);
  });
}

export const addWeights = (words: readonly RareWord[]) => words.reduce((sum, { weight }) => sum + weight, 0);
