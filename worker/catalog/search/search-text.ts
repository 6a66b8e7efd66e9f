/**
 * Parses a search text into pieces, and marks those that may be a year, an article, or a word that people add to
 * titles.
 */

import { fold } from "../../text/fold.ts";
import { buildKeys } from "../../text/title-keys.ts";
import { canonical, inDigits, isAdded, isArticle, isUnspaced, pieces } from "../../text/words.ts";

/**
 * The maximum number of pieces to compare with titles. Each is compared with every word of hundreds of titles, and
 * eight pieces already match few titles. Further pieces are only used in keys.
 */
const MAX_PIECES = 16;
const MAX_PIECES_OF_KEYS = 40;
/**
 * The maximum number of times that a piece may repeat, as in `Tora! Tora! Tora!`. Each repetition is compared with
 * all titles that contain the piece.
 */
const MAX_REPEATS = 3;
/** The maximum number of pieces in both readings together. A longer text has only one reading. */
const MAX_PIECES_OF_READINGS = 20;

/** Matches a word of the text as typed. */
export const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

export interface Piece {
  readonly text: string;
  /** The canonical spelling of the word, such as `2` for `ii`. */
  readonly canonical: string;
  /** Whether the piece is a character of a script without spaces. */
  readonly unspaced: boolean;
  /** Whether a title can match without this piece. */
  readonly optional: boolean;
  /** Whether the piece is a word that people add to titles, such as `movie`. */
  readonly added: boolean;
  /** The piece as a year, or `null` if it cannot be one. */
  readonly year: number | null;
}

export interface SearchText {
  readonly pieces: readonly Piece[];
  /** The folded words. Scripts without spaces are not divided. */
  readonly words: readonly string[];
  /** The keys of the text as typed. */
  readonly ownKeys: readonly string[];
  /** The keys of titles that the text may stand for: `ownKeys`, and keys without the year or without added words. */
  readonly keys: readonly string[];
  /** Whether the text is the name of a person instead of a title. */
  readonly isName: boolean;
}

/** Parses a text. Returns `null` if there is nothing to search for. */
export function parseSearchText(text: string): SearchText | null {
  return buildSearchText(fold(text));
}

/**
 * Returns the text as typed. If it contains a number that takes several words, such as `nineteen eighty four`, also
 * returns the text with digits.
 */
export function listReadings(searchText: SearchText): readonly SearchText[] {
  const words = inDigits(searchText.words);
  const other = words === null ? null : buildSearchText(words);
  const pieces = searchText.pieces.length + (other?.pieces.length ?? 0);
  return other === null || pieces > MAX_PIECES_OF_READINGS ? [searchText] : [searchText, other];
}

/** Builds a search text from folded words. Returns `null` if there are none. */
export function buildSearchText(words: readonly string[]): SearchText | null {
  const all = words.flatMap(pieces);
  if (all.length === 0) return null;
  const read = all.map((piece, at) => readPiece(piece, at, all));
  const compared = limitRepeats(read).slice(0, MAX_PIECES);
  const onlyOptional = compared.every((piece) => piece.optional);
  const required = onlyOptional ? compared.map((piece) => ({ ...piece, optional: false })) : compared;
  return {
    pieces: required,
    words,
    ownKeys: buildKeys(all.slice(0, MAX_PIECES_OF_KEYS)),
    keys: buildWholeKeys(read.slice(0, MAX_PIECES_OF_KEYS)),
    isName: false,
  };
}

function limitRepeats(read: readonly Piece[]): Piece[] {
  const counts = new Map<string, number>();
  return read.filter(({ text }) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count <= MAX_REPEATS;
  });
}

function readPiece(text: string, at: number, all: readonly string[]): Piece {
  const year = /^(?:18[89]|19\d|20[0-4])\d$/.test(text) && all.length > 1 ? Number(text) : null;
  return {
    text,
    canonical: canonical(text),
    unspaced: isUnspaced(text),
    optional: isArticle(text),
    added: at > 0 && all.slice(at).every(isAdded),
    year,
  };
}

/**
 * Returns the keys of titles that the text may stand for. A title may be the whole text, or all of it except the year
 * or the words that people add at the end.
 */
function buildWholeKeys(read: readonly Piece[]): string[] {
  const keys = new Set<string>();
  for (let end = read.length; end > 0; end -= 1) {
    const kept = read.slice(0, end);
    for (const some of [kept, kept.filter((piece) => piece.year === null)]) {
      for (const key of buildKeys(some.map((piece) => piece.text))) keys.add(key);
    }
    if (read[end - 1]?.added !== true) break;
  }
  const last = read.at(-1);
  if (last !== undefined && read.length > 1 && isArticle(last.text)) {
    for (const key of buildKeys([last, ...read.slice(0, -1)].map((piece) => piece.text))) keys.add(key);
  }
  return [...keys];
}
