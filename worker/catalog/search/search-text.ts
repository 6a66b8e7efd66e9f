/**
 * Parses a search text into pieces, and marks the pieces that may be a year, an article, or a word that people add to
 * titles.
 */

import { fold } from "../../text/fold.ts";
import { canonical, inDigits, isAdded, isArticle, isUnspaced, pieces } from "../../text/words.ts";
import { buildKeys } from "../store/names.ts";

/**
 * The most pieces that are compared with titles, because each is compared with every word of hundreds of titles, and
 * eight pieces already select few titles. Further pieces count only in keys.
 */
const MAX_PIECES = 16;
const MAX_PIECES_OF_KEYS = 40;
/**
 * The most repeats of a piece, as in `Tora! Tora! Tora!`, because each repeat is compared with every title that has
 * it.
 */
const MAX_REPEATS = 3;
/** The most pieces of both readings together. A longer text has only one reading. */
const MAX_PIECES_OF_READINGS = 20;

/** A word of the text as typed. */
export const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

export interface Piece {
  readonly text: string;
  /** The canonical spelling, such as `2` for `ii`. */
  readonly canonical: string;
  /** Whether it is a character of a script without spaces. */
  readonly unspaced: boolean;
  /** Whether a title may lack it. */
  readonly optional: boolean;
  /** Whether it is a word that people add to a title, such as `movie`. */
  readonly added: boolean;
  /** The year that the piece may be, or `null`. */
  readonly year: number | null;
}

export interface SearchText {
  readonly pieces: readonly Piece[];
  /** The folded words before scripts without spaces are divided. */
  readonly words: readonly string[];
  /** The keys of the text as typed. */
  readonly ownKeys: readonly string[];
  /** The keys of the whole title that this may be: `ownKeys`, and the keys without the year and the added words. */
  readonly keys: readonly string[];
  /** Whether it is the name of a person rather than a title. */
  readonly isName: boolean;
}

/** Parses a text, or returns `null` if it has nothing to search for. */
export function parseSearchText(text: string): SearchText | null {
  return buildSearchText(fold(text));
}

/** Returns the text as typed, and with numbers of several words in digits. */
export function listReadings(searchText: SearchText): readonly SearchText[] {
  const words = inDigits(searchText.words);
  const other = words === null ? null : buildSearchText(words);
  const pieces = searchText.pieces.length + (other?.pieces.length ?? 0);
  return other === null || pieces > MAX_PIECES_OF_READINGS ? [searchText] : [searchText, other];
}

/** `words`: folded. */
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
 * Returns the keys of whole titles. A title may be all of the text, all but the year, or all but the words that
 * people add at the end.
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
