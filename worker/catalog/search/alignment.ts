/**
 * Aligns the typed pieces with the words of one form of a title. Each word is used only once. Handles a word typed as
 * two, two words typed as one, and initials of the first words.
 */
import { canonical, isArticle, isLeftOutOfInitials, isUnspaced } from "../../text/words.ts";
import type { Piece } from "./search-text.ts";

export interface Alignment {
  /** The index of the word in the form, or -1 if there is none. */
  readonly at: number;
  /** The number of words that the piece stands for. It is more than one if several words were typed as one. */
  readonly span: number;
  readonly similarity: number;
}

const NO_PLACE: Alignment = { at: -1, span: 0, similarity: 0 };
/** The similarity of words that only differ in their spaces. */
const RESPACED = 0.96;
/** The similarity of two words if a letter was typed instead of the space. */
const JOINED_BY_LETTER = 0.9;
/** The minimum length of two words that were joined by a letter. Shorter ones would have too many matches. */
export const MIN_JOINED = 3;
/** Returns true if the piece equals the words of the title except for spaces. */
export const isAsTyped = ({ similarity }: Alignment) => similarity === 1 || similarity === RESPACED;
/** The similarity of words to their initials. */
const AS_INITIALS = 0.8;
/** The bonus for a word in the expected position, and the smaller bonus for a word after that position. */
const EXPECTED = 0.02;
const LATER = 0.01;

/** Returns the similarity of a typed piece (by its index) and a word of a title, from 0 to 1. */
export type Compare = (index: number, known: string) => number;

interface AlignmentOptions {
  readonly compare: Compare;
  /** Whether a piece may consist of the initials of the first words. */
  readonly allowInitials: boolean;
}

/** Returns the alignment of each typed piece. */
export function align(
  typed: readonly Piece[],
  words: readonly string[],
  { compare, allowInitials }: AlignmentOptions,
): Alignment[] {
  const places: Alignment[] = typed.map(() => NO_PLACE);
  const taken = new Set<number>();
  let expected = 0;
  for (const [index, piece] of typed.entries()) {
    if (places[index] !== NO_PLACE) continue;
    let place = singlePlace(index, { words, taken, expected, compare });
    if (place.similarity < RESPACED) {
      place = better(place, findJoined(piece, words, taken));
      if (allowInitials) place = better(place, findInitials(piece, words, taken));
      const split = findSplit(piece, typed[index + 1], words, taken);
      if (split.similarity > place.similarity) {
        place = split;
        places[index + 1] = split;
      }
    }
    if (place.at < 0) continue;
    for (let at = place.at; at < place.at + place.span; at += 1) taken.add(at);
    places[index] = place;
    expected = place.at + place.span;
  }
  return places;
}

const better = (left: Alignment, right: Alignment) => (right.similarity > left.similarity ? right : left);

interface PlaceSearch {
  readonly words: readonly string[];
  readonly taken: ReadonlySet<number>;
  readonly expected: number;
  readonly compare: Compare;
}

function singlePlace(index: number, { words, taken, expected, compare }: PlaceSearch): Alignment {
  let best = NO_PLACE;
  let bestValue = 0;
  for (const [at, word] of words.entries()) {
    if (taken.has(at)) continue;
    const similarity = compare(index, word);
    if (similarity === 0) continue;
    const value = similarity + (at === expected ? EXPECTED : at > expected ? LATER : 0);
    if (value <= bestValue) continue;
    bestValue = value;
    best = { at, span: 1, similarity };
  }
  return best;
}

/**
 * Finds words that were typed as one piece, with or without a letter instead of the space. For example, `starwars`
 * and `starbwars` stand for `star wars`.
 */
function findJoined(piece: Piece, words: readonly string[], taken: ReadonlySet<number>): Alignment {
  for (const [at, word] of words.entries()) {
    if (taken.has(at) || !piece.text.startsWith(word)) continue;
    const next = words[at + 1] ?? "";
    if (next !== "" && !taken.has(at + 1) && isJoinedByLetter(piece.text, word, next))
      return { at, span: 2, similarity: JOINED_BY_LETTER };
    let joined = word;
    for (let span = 2; at + span <= words.length && joined.length < piece.text.length; span += 1) {
      if (taken.has(at + span - 1)) break;
      joined += words[at + span - 1] ?? "";
      if (joined === piece.text) return { at, span, similarity: RESPACED };
    }
  }
  return NO_PLACE;
}

function isJoinedByLetter(text: string, left: string, right: string): boolean {
  return (
    text.length === left.length + 1 + right.length &&
    text.endsWith(right) &&
    left.length >= MIN_JOINED &&
    right.length >= MIN_JOINED
  );
}

/**
 * Finds words whose initials were typed, such as `potc` for `pirates of the caribbean`. An article at the start is
 * optional, so `t3` finds `the terminator 3`.
 */
function findInitials({ text }: Piece, words: readonly string[], taken: ReadonlySet<number>): Alignment {
  if (!mayBeInitials(text)) return NO_PLACE;
  const starts = isArticle(words[0] ?? "") ? [0, 1] : [0];
  for (const at of starts) {
    const span = countInitials(text, words, at);
    if (span > 0 && !taken.has(at)) return { at, span, similarity: AS_INITIALS };
  }
  return NO_PLACE;
}

/** Returns true for a letter that is followed by one to seven letters or digits. */
export function mayBeInitials(text: string): boolean {
  return /^\p{L}[\p{L}\p{N}]{1,7}$/u.test(text) && !isUnspaced(text);
}

/** Returns the number of words from `start` on that these initials stand for, or 0 if the initials do not match. */
function countInitials(text: string, words: readonly string[], start: number): number {
  let at = start;
  for (const letter of text) {
    while (!hasInitial(words[at], letter) && isLeftOutOfInitials(words[at] ?? "")) at += 1;
    if (!hasInitial(words[at], letter)) return 0;
    at += 1;
  }
  return at - start;
}

function hasInitial(word: string | undefined, letter: string): boolean {
  return word !== undefined && (word.startsWith(letter) || canonical(word).startsWith(letter));
}

/** Finds a word that was typed as two pieces, such as `spider man` for `spiderman`. */
function findSplit(
  piece: Piece,
  next: Piece | undefined,
  words: readonly string[],
  taken: ReadonlySet<number>,
): Alignment {
  if (next === undefined) return NO_PLACE;
  const at = words.indexOf(piece.text + next.text);
  return at < 0 || taken.has(at) ? NO_PLACE : { at, span: 1, similarity: RESPACED };
}

/**
 * Returns the typed share of a form or of its best part, whichever is larger. The share of a part is multiplied by
 * `ofPart`.
 */
export function measureBestShare(
  parts: readonly string[][],
  places: readonly Alignment[],
  ofPart: number,
): number {
  const words = parts.flat();
  let best = measureFilled(places, words, 0, words.length);
  if (parts.length === 1) return best;
  let from = 0;
  for (const part of parts) {
    best = Math.max(best, ofPart * measureFilled(places, words, from, from + part.length));
    from += part.length;
  }
  return best;
}

/**
 * Returns 1 if the form begins with the first piece, 0.5 if one of its parts does, and otherwise 0. Ignores articles
 * at the start.
 */
export function measureBeginning(places: readonly Alignment[], parts: readonly string[][]): number {
  const first = places.find((place) => place.at >= 0);
  if (first === undefined) return 0;
  let from = 0;
  for (const part of parts) {
    const isFirst = first.at === from || (first.at === from + 1 && isArticle(part[0] ?? ""));
    if (isFirst) return from === 0 ? 1 : 0.5;
    from += part.length;
  }
  return 0;
}

/** Returns the typed share of the words between two indexes. Short words count for less. */
function measureFilled(
  places: readonly Alignment[],
  words: readonly string[],
  from: number,
  to: number,
): number {
  const typed = new Map<number, number>();
  for (const { at, span, similarity } of places) {
    for (let word = at; word < at + span; word += 1) typed.set(word, similarity);
  }
  let total = 0;
  let filled = 0;
  for (let at = from; at < to; at += 1) {
    const weight = formWeight(words[at] ?? "");
    total += weight;
    filled += weight * (typed.get(at) ?? 0);
  }
  return total === 0 ? 0 : filled / total;
}

function formWeight(word: string): number {
  if (isArticle(word)) return 0.15;
  return word.length < 3 && !/\d/.test(word) ? 0.5 : 1;
}

/**
 * Returns the share of neighbouring pieces that are also neighbours in the form. Pieces that are only in the right
 * order count for less.
 */
export function measureOrder(places: readonly Alignment[]): number {
  let kept = 0;
  let neighbours = 0;
  let before: Alignment | null = null;
  for (const place of places) {
    if (place.at < 0 || place === before) continue;
    if (before !== null) {
      neighbours += 1;
      kept += place.at === before.at + before.span ? 1 : place.at > before.at ? 0.6 : 0;
    }
    before = place;
  }
  return neighbours === 0 ? 1 : kept / neighbours;
}
