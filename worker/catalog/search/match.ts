/**
 * Compares a title with a search text. A *piece* is a word of the text, or a character in a script without spaces. A
 * *form* is one folded name of a title. A match has three shares from 0 to 1. `covered` (recall) is how much of the
 * text the form contains, where rare words count more. `filled` (precision) is how much of the form was typed.
 * `whole` is how similar the whole text is to the whole form, regardless of spaces and the spelling of numerals.
 */

import { edits, hasDigitsInside, MAX_EDITS } from "../../text/similarity.ts";
import { buildKeys, toBareKey } from "../../text/title-keys.ts";
import { canonical, isArticle } from "../../text/words.ts";
import { initialTokens, PART_SEPARATOR } from "../store/names.ts";
import type { TitleCandidate } from "../store/rows.ts";
import {
  type Alignment,
  align,
  type Compare,
  measureBeginning,
  measureBestShare,
  measureOrder,
} from "./alignment.ts";
import type { Piece, SearchText } from "./search-text.ts";
import { RANK_OFFSET, type Tolerance, type Weights } from "./weights.ts";

/** The parts of a score. All numbers are from 0 to 1, except `whole`. */
export interface FormScore {
  /** The form that matches best. */
  readonly form: string;
  readonly covered: number;
  readonly filled: number;
  /** The share of neighbouring pieces that are also neighbours in the form. */
  readonly inOrder: number;
  /** 1 if the form begins with the typed text, or 0.5 if one of its parts does. */
  readonly begins: number;
  /** The similarity of the whole text and the whole form, or 2 if the text is the display title. */
  readonly whole: number;
}

/** The number of best-known titles that can be found by initials alone. */
const MAX_RANK_OF_INITIALS = 1_000;
const MAX_RANK_OF_INITIALS_BESIDE = 5_000;
/**
 * The minimum number of words that a title must have if the text contains an extra word. With a title of one word,
 * the extra word may be the one that matters.
 */
const MIN_WHOLE_WORDS = 2;
/** The minimum `whole` that is also used as `covered` and `filled`. */
export const NEARLY_WHOLE = 0.8;

interface NameForm {
  readonly form: string;
  readonly isDisplayTitle: boolean;
  readonly candidate: TitleCandidate;
}

export function matchForm({ form, isDisplayTitle, candidate }: NameForm, comparison: Comparison): FormScore {
  const { year } = candidate;
  const { context, weights } = comparison;
  const { searchText } = context;
  const parts = form.split(` ${PART_SEPARATOR} `).map((part) => part.split(" "));
  const words = parts.flat();
  const places = findPlaces(words, candidate, comparison);
  const coveredByWords = measureCovered(places, year, comparison);
  const isInitials = coveredByWords < weights.initials && areInitials(context, words, candidate);
  const covered = isInitials ? weights.initials : coveredByWords;
  const whole = measureWholeness(words, year, comparison);
  const isNearlyWhole = whole >= NEARLY_WHOLE;
  const hasExtraWord = hasOneExtraWord(searchText, words, places);
  return {
    form,
    covered: Math.max(covered, isNearlyWhole ? whole : hasExtraWord ? weights.oneExtraWord : 0),
    filled: isNearlyWhole ? whole : isInitials ? 1 : measureBestShare(parts, places, weights.part),
    inOrder: measureOrder(places),
    begins: measureBeginning(places, parts),
    whole: whole === 1 && isDisplayTitle ? 2 : whole,
  };
}

/** Returns the alignment of the text's pieces with the words of a form. */
export function findPlaces(
  words: readonly string[],
  candidate: TitleCandidate,
  comparison: Comparison,
): Alignment[] {
  const { context, compare } = comparison;
  const { pieces } = context.searchText;
  const allowInitials =
    pieces.length > 1 && findPopularityPlace(context, candidate) <= MAX_RANK_OF_INITIALS_BESIDE;
  return align(pieces, words, { compare, allowInitials });
}

/**
 * Returns true if the text consists of all words of the form and one other word. The form must have several words,
 * and articles do not count.
 */
function hasOneExtraWord(
  { pieces }: SearchText,
  words: readonly string[],
  places: readonly Alignment[],
): boolean {
  const typed = pieces.flatMap(({ text }, at) => (isArticle(text) ? [] : (places[at]?.similarity ?? 0)));
  const exact = typed.filter((similarity) => similarity === 1).length;
  const wordCount = words.filter((word) => !isArticle(word)).length;
  return exact >= MIN_WHOLE_WORDS && exact === wordCount && exact === typed.length - 1;
}

function areInitials(context: RankingContext, words: readonly string[], candidate: TitleCandidate): boolean {
  const [piece, ...more] = context.searchText.pieces;
  if (piece === undefined || more.length > 0 || piece.text.length < 2) return false;
  if (findPopularityPlace(context, candidate) > MAX_RANK_OF_INITIALS) return false;
  return initialTokens(words).some((initials) => initials.startsWith(piece.text));
}

/**
 * The weight of a year at the beginning. People type the year after the title, so a number before other words is more
 * likely a word of the title.
 */
const YEAR_FIRST = 0.7;

/**
 * Returns the share of the text that the form covers. A year in the text also counts if it is the year of the title,
 * and counts half if it differs by one.
 */
function measureCovered(
  places: readonly Alignment[],
  year: number,
  { context, pieceWeights, totalWeight }: Comparison,
): number {
  let covered = 0;
  for (const [at, piece] of context.searchText.pieces.entries()) {
    const similarity = places[at]?.similarity ?? 0;
    const apart = piece.year === null ? 2 : Math.abs(piece.year - year);
    const asYear = (apart === 0 ? 1 : apart === 1 ? 0.5 : 0) * (at === 0 ? YEAR_FIRST : 1);
    covered += (pieceWeights[at] ?? 0) * Math.max(similarity, asYear);
  }
  return covered / totalWeight;
}

/**
 * The value of `whole` for a text that differs only in its spaces. It is below 1, so that `dogman` finds `Dogman`
 * before `Dog Man`.
 */
const EXCEPT_SPACES = 0.99;
const EXCEPT_ARTICLES = 0.97;
export const WITH_ITS_YEAR = 0.98;
const EXCEPT_ADDED_WORDS = 0.95;
const EXCEPT_ORDER = 0.9;
const NEARLY = 0.9;
const PER_EDIT = 0.5;
/** The minimum length of a text that may contain mistakes. A shorter text is similar to too many titles. */
const MIN_LENGTH_NEARLY = 6;

/**
 * Returns 1 if the text equals the form. The result is lower if spaces, articles, the year, added words or the order
 * differ, and even lower with one or two typing mistakes. Any other difference results in 0.
 */
export function measureWholeness(
  words: readonly string[],
  year: number,
  { context: { searchText }, trust, bareText, sortedText }: Comparison,
): number {
  const keys = buildKeys(words);
  if (keys[0] === searchText.ownKeys[0]) return isSpacedAlike(searchText, words) ? 1 : EXCEPT_SPACES;
  if (keys.some((key) => searchText.ownKeys.includes(key))) return EXCEPT_ARTICLES;
  if (keys.some((key) => searchText.keys.includes(key))) {
    const years = searchText.pieces.flatMap((piece) => piece.year ?? []);
    if (years.includes(year)) return WITH_ITS_YEAR;
    return years.length === 0 ? EXCEPT_ADDED_WORDS : 0;
  }
  if (sortedText === inAlphabeticalOrder(words.map(canonical))) return EXCEPT_ORDER;
  return nearly(bareText, toBareKey(words)) * trust;
}

function isSpacedAlike({ pieces }: SearchText, words: readonly string[]): boolean {
  const spaced = (all: readonly string[]) => all.filter((word) => word !== "and").join(" ");
  return spaced(words.map(canonical)) === spaced(pieces.map((piece) => piece.canonical));
}

function inAlphabeticalOrder(words: readonly string[]): string {
  const withoutArticles = words.filter((word) => !isArticle(word));
  return withoutArticles.toSorted().join(" ");
}

function nearly(typed: string, known: string): number {
  if (typed.length < MIN_LENGTH_NEARLY || /\d/.test(typed + known)) return 0;
  const count = edits(typed, known);
  return count > MAX_EDITS ? 0 : NEARLY - (count * PER_EDIT) / typed.length;
}

/** The number of letters below which `filled` counts for less and popularity for more. */
const SPECIFIC_LETTERS = 6;

interface RankingContext {
  readonly searchText: SearchText;
  /** The number of titles in the catalog. */
  readonly size: number;
  /** The distance between neighbouring ranks. */
  readonly gap: number;
  /** Returns the number of titles that have a word, or 0 if the word is not in the catalog. */
  readonly titlesWith: (word: string) => number;
  /** The year whose titles the search prefers, or `null`. */
  readonly around: number | null;
}

/** Returns the position of a title by popularity. 1 is the best known. */
export function findPopularityPlace(
  { gap }: Pick<RankingContext, "gap">,
  { rank }: Pick<TitleCandidate, "rank">,
): number {
  return rank / gap;
}

export interface Comparison {
  readonly context: RankingContext;
  readonly weights: Weights;
  readonly compare: Compare;
  /** The weights of the typed pieces, and their sum. */
  readonly pieceWeights: readonly number[];
  readonly totalWeight: number;
  /**
   * The factor for a text that matches a whole title except for typing mistakes. It is lower if all typed words are
   * in the catalog, and 0 for a single mistyped word.
   */
  readonly trust: number;
  /** A factor from 0 to 1 for `filled`. It is lower for a short text, and for a single word that is in no title. */
  readonly specificity: number;
  /** The text without articles and spaces, and its words in alphabetical order. */
  readonly bareText: string;
  readonly sortedText: string;
}

/** Prepares comparisons of titles with a text. The result remembers the similarity of words. */
export function compareWith(context: RankingContext, tolerance: Tolerance): Comparison {
  const { weights } = tolerance;
  const { pieces } = context.searchText;
  const pieceWeights = pieces.map((piece) => weighPiece(piece, context));
  // A character counts as two letters in a script without spaces.
  const letters = pieces.reduce((sum, { text, unspaced }) => sum + text.length * (unspaced ? 2 : 1), 0);
  const areWords = pieces.every((piece) => piece.optional || context.titlesWith(piece.text) > 0);
  const isMistypedWord = pieces.length === 1 && !areWords;
  return {
    context,
    weights,
    compare: memoizeSimilarity(context, tolerance),
    pieceWeights,
    totalWeight: pieceWeights.reduce((sum, weight) => sum + weight, 0),
    trust: isMistypedWord ? 0 : weights.mistypedWhole * (areWords ? weights.known : 1),
    specificity: Math.min(1, letters / SPECIFIC_LETTERS) * (isMistypedWord ? weights.mistypedWord : 1),
    bareText: toBareKey(pieces.map((piece) => piece.text)),
    sortedText: inAlphabeticalOrder(pieces.map((piece) => piece.canonical)),
  };
}

/** Returns the weight of a piece. Rare words weigh more than common ones. Articles weigh almost nothing. */
function weighPiece(piece: Piece, { titlesWith, size }: RankingContext): number {
  if (isArticle(piece.text)) return 0.12;
  if (piece.added) return 0.15;
  if (piece.unspaced) return 0.5;
  const titles = titlesWith(piece.text);
  return titles === 0
    ? 1
    : Math.max(0.35, Math.min(1, 1.1 - Math.log(titles) / Math.log(size + RANK_OFFSET)));
}

/** Returns a function that compares words and remembers the results, so that each pair is only compared once. */
function memoizeSimilarity(
  { searchText, titlesWith }: RankingContext,
  { weights, similarity }: Tolerance,
): Compare {
  const { pieces } = searchText;
  const last = pieces.length - 1;
  const byText = new Map(pieces.map(({ text }) => [text, new Map<string, number>()]));
  // The last piece has its own results, because it may be the beginning of a word.
  const memories = pieces.map(({ text }, at) => (at === last ? new Map<string, number>() : byText.get(text)));
  const trust = pieces.map((piece) => (titlesWith(piece.text) > 0 ? weights.known : 1));
  return (index, known) => {
    const [piece, memory] = [pieces[index], memories[index]];
    if (piece === undefined || memory === undefined) return 0;
    const before = memory.get(known);
    if (before !== undefined) return before;
    const isLast = index === last;
    const score = compareWords({ piece, known, isLast, trust: trust[index] ?? 1 }, similarity);
    memory.set(known, score);
    return score;
  };
}

/** The similarity of two spellings of the same numeral. */
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
  const score = similarity({ typed: piece.text, known, isPrefix: isLast });
  const isAsMeant = (isLast && known.startsWith(piece.text)) || hasDigitsInside(known);
  return isAsMeant ? score : score * trust;
}
