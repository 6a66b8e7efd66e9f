/**
 * Finds the words of the catalog that a mistyped, joined or split word may stand for. `vocabularyLookups()` returns
 * what to read, and `interpretSpelling()` interprets the rows. Pure functions.
 */

import { maxEdits, skeleton } from "../../text/edits.ts";
import { hasDigitsInside } from "../../text/similarity.ts";
import { shorteningKeys, skeletonKeys, unpack } from "../store/near.ts";
import type { NearRow, WordRow } from "../store/rows.ts";
import { MIN_JOINED, mayBeInitials } from "./alignment.ts";
import type { Piece, SearchText } from "./search-text.ts";
import type { Tolerance } from "./weights.ts";

/** The maximum number of words to look up, and of alternatives for each word. */
const MAX_WORDS = 8;
const MAX_ALTERNATIVES = 8;
const MIN_HALF = 2;
/**
 * A word in more than this share of all titles is not corrected, because it would cost too much to read titles with
 * its alternatives.
 */
const COMMON = 0.004;
const MIN_COMMON = 100;

/** The words that a piece may stand for, apart from itself. */
export interface Alternatives {
  /** The words of the catalog that the piece may be a misspelling of. */
  readonly near: readonly string[];
  /** Pairs of words that may have been typed as one. */
  readonly splits: readonly (readonly [string, string])[];
  /**
   * Whether the piece may be the initials of some words of a title, if other words of the title were typed as well.
   */
  readonly initials: boolean;
}
export type FindAlternatives = (piece: Piece) => Alternatives;
export const NO_ALTERNATIVES: Alternatives = { near: [], splits: [], initials: false };
/** Two neighbouring pieces that together are one word of the catalog. */
export interface Join {
  readonly left: Piece;
  readonly right: Piece;
  readonly word: string;
}

interface VocabularyLookups {
  /** The words whose numbers of titles are looked up. */
  readonly words: readonly string[];
  /** The keys of shortened words. The lookup returns the words that can be shortened to them. */
  readonly shortenings: readonly number[];
}

export interface Spelling {
  readonly findAlternatives: (piece: Piece) => Alternatives;
  /** Returns the alternatives of a piece, but none if it is a word of the catalog. */
  readonly findUnknownAlternatives: (piece: Piece) => Alternatives;
  readonly joins: readonly Join[];
  /** Returns the number of titles that have a word, or 0 if the word is not in the catalog. */
  readonly titlesWith: (word: string) => number;
  /** Returns true if the piece is a word of the catalog or has alternatives. */
  readonly isKnown: (piece: Piece) => boolean;
}

export function vocabularyLookups(...readings: readonly SearchText[]): VocabularyLookups {
  const words = new Set<string>();
  const keys = new Set<number>();
  for (const searchText of readings) {
    for (const { text } of searchText.pieces) words.add(text);
    for (const { text } of mistypable(searchText)) {
      for (const shortening of lookupKeys(text)) keys.add(shortening);
      for (const half of listHalves(text).flat()) words.add(half);
    }
    for (const { word } of neighbours(searchText)) words.add(word);
  }
  return { words: [...words], shortenings: [...keys] };
}

/** The rows that were read, and the number of titles in the catalog. */
export interface VocabularyRows {
  readonly size: number;
  readonly words: readonly WordRow[];
  readonly near: readonly NearRow[];
}

export function interpretSpelling(
  searchText: SearchText,
  { size, words, near }: VocabularyRows,
  similarity: Tolerance["similarity"],
): Spelling {
  const titles = new Map(words.map((row) => [row.word, row.titles]));
  const lists = new Map(near.map((row) => [row.shortening, row.words]));
  const titlesWith = (word: string) => titles.get(word) ?? 0;
  const isCommon = (word: string) => titlesWith(word) > Math.max(MIN_COMMON, size * COMMON);
  const alternatives = new Map<string, Alternatives>();
  const { pieces } = searchText;
  for (const { text, added, optional } of pieces) {
    if (added || optional || pieces.length === 1 || isCommon(text) || !mayBeInitials(text)) continue;
    alternatives.set(text, { ...NO_ALTERNATIVES, initials: true });
  }
  for (const piece of mistypable(searchText)) {
    const { text, added } = piece;
    if (added || isCommon(text)) continue;
    const isLast = piece === pieces.at(-1);
    const like = (known: string) => similarity({ typed: text, known, isPrefix: isLast });
    const { initials } = alternatives.get(text) ?? NO_ALTERNATIVES;
    const near = nearWords(text, lists, like);
    const splits = listSplits(listHalves(text), titlesWith);
    const isUnknown = titlesWith(text) + near.length + splits.length === 0;
    alternatives.set(text, {
      near,
      splits: isUnknown ? listSplits(listHalvesAround(text), titlesWith) : splits,
      initials,
    });
  }
  const findAlternatives = (piece: Piece) => alternatives.get(piece.text) ?? NO_ALTERNATIVES;
  return {
    findAlternatives,
    findUnknownAlternatives: (piece) =>
      titlesWith(piece.text) > 0 ? NO_ALTERNATIVES : findAlternatives(piece),
    isKnown: (piece) => titlesWith(piece.text) > 0 || hasAny(findAlternatives(piece)),
    joins: neighbours(searchText).filter(({ word }) => titlesWith(word) > 0),
    titlesWith,
  };
}

const hasAny = ({ near, splits }: Alternatives) => near.length + splits.length > 0;

/** Returns the keys to look up for a word. If the word has few vowels, these include the key of its consonants. */
function lookupKeys(text: string): number[] {
  const lacksVowels = text.length < 1.5 * skeleton(text).length;
  return [...shorteningKeys(text), ...(lacksVowels ? skeletonKeys(text) : [])];
}

function mistypable(searchText: SearchText): Piece[] {
  return searchText.pieces
    .filter(
      ({ text, unspaced, optional }) =>
        !unspaced && !optional && maxEdits(text) > 0 && (!/\d/.test(text) || hasDigitsInside(text)),
    )
    .slice(0, MAX_WORDS);
}

function nearWords(
  text: string,
  lists: ReadonlyMap<number, string>,
  like: (known: string) => number,
): string[] {
  const similarities = new Map<string, number>();
  for (const shortening of lookupKeys(text)) {
    for (const word of unpack(lists.get(shortening) ?? "")) {
      if (word === text || similarities.has(word)) continue;
      similarities.set(word, like(word));
    }
  }
  return [...similarities]
    .filter(([, value]) => value > 0)
    .sort(([, left], [, right]) => right - left)
    .slice(0, MAX_ALTERNATIVES)
    .map(([word]) => word);
}

function listSplits(
  pairs: readonly [string, string][],
  titlesWith: (word: string) => number,
): [string, string][] {
  return pairs
    .map((pair) => ({ pair, titles: Math.min(titlesWith(pair[0]), titlesWith(pair[1])) }))
    .filter(({ titles }) => titles > 0)
    .sort((left, right) => right.titles - left.titles)
    .slice(0, 2)
    .map(({ pair }) => pair);
}

function listHalves(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = MIN_HALF; at <= text.length - MIN_HALF; at += 1)
    pairs.push([text.slice(0, at), text.slice(at)]);
  return pairs;
}

/**
 * Returns the two words around a letter that may have been typed instead of a space. Both have already been looked up
 * as halves of the word.
 */
function listHalvesAround(text: string): [string, string][] {
  return listHalves(text)
    .map(([left, right]): [string, string] => [left, right.slice(1)])
    .filter((pair) => pair.every(({ length }) => length >= MIN_JOINED));
}

/** The minimum length of a part of a word, and the maximum number of words and parts to look up. */
const MIN_PART = 4;
const MAX_PARTS = 4;

/**
 * Returns the rarest words of the text that are in the catalog. Of a word that is not, returns its beginnings and ends
 * that are, because the space before or after them may have been mistyped.
 */
export function listKnownParts(
  { pieces }: SearchText,
  { titlesWith }: Pick<Spelling, "titlesWith">,
): string[] {
  const parts = pieces
    .filter(({ optional, unspaced }) => !optional && !unspaced)
    .flatMap(({ text }) =>
      titlesWith(text) > 0
        ? text
        : listHalves(text)
            .flat()
            .filter(({ length }) => length >= MIN_PART),
    )
    .filter((word) => titlesWith(word) > 0);
  return [...new Set(parts)].sort((one, other) => titlesWith(one) - titlesWith(other)).slice(0, MAX_PARTS);
}

function neighbours({ pieces }: SearchText): Join[] {
  return pieces.slice(0, MAX_WORDS).flatMap((left, at) => {
    const right = pieces[at + 1];
    if (right === undefined || left.unspaced || right.unspaced) return [];
    return [{ left, right, word: left.text + right.text }];
  });
}
