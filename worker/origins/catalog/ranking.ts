/**
 * Ranking: orders candidates. Pure; no SQL, no D1. Each form of a title is compared with
 * the search text: the share of the text it covers, the share of it that was typed, the order
 * of the words, whether it begins with the text, whether the text is all of it. Popularity
 * is one small term among these.
 */
import type { Compare } from "./alignment.ts";
import { type Candidate, type Match, matchForm } from "./match.ts";
import { FORM_SEPARATOR, WORKING_TITLE_MARK } from "./names.ts";
import type { Piece, SearchText } from "./search-text.ts";
import { hasDigitsInside, isPrefixOf } from "./similarity.ts";
import { RANK_OFFSET, type Tolerance, type Weights } from "./weights.ts";
import { canonical, isArticle } from "./words.ts";

export interface Ranked<C extends Candidate = Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly match: Match;
}

/**
 * Best first; titles with too little of the text are left out. Of equal scores the newer title comes first. A text that can be
 * read in more than one way is compared in each, and the best counts.
 */
export function rank<C extends Candidate>(
  candidates: Iterable<C>,
  ...comparisons: readonly Comparison[]
): Ranked<C>[] {
  const all = [...candidates];
  return mergeRanked(...comparisons.map((comparison) => rankReading(all, comparison)));
}

/** One list of several; a title that is in more than one of them has its best score. */
export function mergeRanked<C extends Candidate>(...lists: readonly (readonly Ranked<C>[])[]): Ranked<C>[] {
  const seen = new Set<number>();
  return lists
    .flat()
    .sort(byScore)
    .filter(({ candidate }) => !seen.has(candidate.rank) && seen.add(candidate.rank));
}

function rankReading<C extends Candidate>(candidates: readonly C[], comparison: Comparison): Ranked<C>[] {
  const { context, weights } = comparison;
  const ranked: Ranked<C>[] = [];
  for (const candidate of candidates) {
    const popularity = 1 - Math.log(candidate.rank + RANK_OFFSET) / Math.log(context.size + RANK_OFFSET + 1);
    const best = bestForm(candidate, popularity, comparison);
    if (best.match.covered >= minCoveredOf(best.match, popularity, weights)) ranked.push(best);
  }
  return ranked;
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.candidate.year - a.candidate.year || a.candidate.rank - b.candidate.rank;
}

/** The least share of the text that must be covered: less for a popular title, more where little of the form was typed. */
function minCoveredOf({ filled }: Match, popularity: number, weights: Weights): number {
  const min = weights.minCovered + (weights.minCoveredPopular - weights.minCovered) * popularity;
  return min + weights.minCoveredUnfilled * (1 - filled);
}

function bestForm<C extends Candidate>(candidate: C, popularity: number, comparison: Comparison): Ranked<C> {
  const { context, weights, specificity } = comparison;
  let best: Ranked<C> | null = null;
  for (const [at, stored] of candidate.forms.split(FORM_SEPARATOR).entries()) {
    const isWorking = stored.startsWith(WORKING_TITLE_MARK);
    const form = isWorking ? stored.slice(WORKING_TITLE_MARK.length) : stored;
    const match = matchForm({ form, isDisplayTitle: at === 0, candidate }, comparison);
    const score =
      weights.covered * match.covered +
      weights.filled * specificity * match.filled +
      weights.inOrder * match.inOrder +
      weights.begins * match.begins +
      weights.whole * (isWorking ? 0 : match.whole) +
      weights.popularity * popularity +
      (candidate.year === context.around ? weights.around : 0) -
      (at === 0 ? 0 : isWorking ? weights.workingTitle : weights.otherForm);
    if (best === null || score > best.score) best = { candidate, score, match };
  }
  return (
    best ?? {
      candidate,
      score: 0,
      match: { form: "", covered: 0, filled: 0, inOrder: 0, begins: 0, whole: 0 },
    }
  );
}

/** With fewer letters typed, the share of the form that was typed counts for less, and popularity for more. */
const SPECIFIC_LETTERS = 6;

export interface RankingContext {
  readonly searchText: SearchText;
  /** Number of titles in the catalog. */
  readonly size: number;
  /** Number of titles that have a word; 0 for a word the catalog does not have. */
  readonly titlesWith: (word: string) => number;
  /** The year of the soft filter. */
  readonly around: number | null;
}

export interface Comparison {
  readonly context: RankingContext;
  readonly weights: Weights;
  readonly compare: Compare;
  /** The weight of each typed piece, and their sum. */
  readonly pieceWeights: readonly number[];
  readonly totalWeight: number;
  /** What a mistyped whole form is worth: less where each typed word is itself a word of the catalog. */
  readonly trust: number;
  /** What the share of a form that was typed is worth, 0 to 1: less for a short text. */
  readonly specificity: number;
}

/** To be made once for a text, since it remembers how similar words are. */
export function compareWith(context: RankingContext, tolerance: Tolerance): Comparison {
  const { weights } = tolerance;
  const { pieces } = context.searchText;
  const pieceWeights = pieces.map((piece) => weightOf(piece, context));
  // A character of an unspaced script counts as two letters.
  const letters = pieces.reduce((sum, { text, unspaced }) => sum + text.length * (unspaced ? 2 : 1), 0);
  const known = pieces.every((piece) => piece.optional || context.titlesWith(piece.text) > 0);
  return {
    context,
    weights,
    compare: memoized(context, tolerance),
    pieceWeights,
    totalWeight: pieceWeights.reduce((sum, weight) => sum + weight, 0),
    trust: weights.mistypedWhole * (known ? weights.known : 1),
    specificity: Math.min(1, letters / SPECIFIC_LETTERS),
  };
}

/** Rare words weigh more than common ones; articles weigh almost nothing. */
function weightOf(piece: Piece, { titlesWith, size }: RankingContext): number {
  if (isArticle(piece.text)) return 0.12;
  if (piece.added) return 0.15;
  if (piece.unspaced) return 0.5;
  const titles = titlesWith(piece.text);
  return titles === 0
    ? 1
    : Math.max(0.35, Math.min(1, 1.1 - Math.log(titles) / Math.log(size + RANK_OFFSET)));
}

/** Compares each distinct word of the candidates once with each distinct piece. */
function memoized({ searchText, titlesWith }: RankingContext, { weights, similarity }: Tolerance): Compare {
  const { pieces } = searchText;
  const last = pieces.length - 1;
  const byText = new Map(pieces.map(({ text }) => [text, new Map<string, number>()]));
  // The last piece may be the beginning of a word.
  const seen = pieces.map(({ text }, at) => (at === last ? new Map<string, number>() : byText.get(text)));
  const trust = pieces.map((piece) => (titlesWith(piece.text) > 0 ? weights.known : 1));
  return (index, known) => {
    const [piece, memory] = [pieces[index], seen[index]];
    if (piece === undefined || memory === undefined) return 0;
    const before = memory.get(known);
    if (before !== undefined) return before;
    const isLast = index === last;
    const found = compareWords({ piece, known, isLast, trust: trust[index] ?? 1 }, similarity);
    memory.set(known, found);
    return found;
  };
}

/** Another spelling of the same numeral is almost the same word. */
const SAME_NUMERAL = 0.99;

interface WordPair {
  readonly piece: Piece;
  readonly known: string;
  readonly isLast: boolean;
  readonly trust: number;
}

function compareWords(
  { piece, known, isLast, trust }: WordPair,
  similarity: Tolerance["similarity"],
): number {
  if (piece.text === known) return 1;
  if (piece.canonical === canonical(known)) return SAME_NUMERAL;
  if (piece.unspaced) return 0;
  const found = similarity({ typed: piece.text, known, isPrefix: isLast });
  const isAsMeant = (isLast && isPrefixOf(piece.text, known)) || hasDigitsInside(known);
  return isAsMeant ? found : found * trust;
}
