/**
 * What the typed words may have been meant to be, judged by the words the
 * catalog has: mistyped, joined, split. Pure: `ask` says what to look up in the
 * vocabulary, `spell` reads what was found there.
 */
import type { Alternatives, Join } from "./expressions.ts";
import { reach, shorteningKeys, unpack } from "./near.ts";
import type { Piece, Reading } from "./reading.ts";
import type { Tolerance } from "./tolerance.ts";

/** Only so many words are looked up, and so many alternatives kept of each. */
const MOST_WORDS = 8;
const MOST_ALTERNATIVES = 8;
const SHORTEST_HALF = 2;
/** A word in a larger share of the titles was meant as it is typed; its neighbours would cost the most of all. */
const COMMON = 0.004;
const FEW = 100;

export interface Questions {
  /** Words to count. */
  readonly words: readonly string[];
  /** Keys of the shortened strings whose words to list. */
  readonly shortenings: readonly number[];
}

/** One row of each vocabulary table. */
export interface WordRow {
  readonly word: string;
  readonly titles: number;
}
export interface NearRow {
  readonly shortening: number;
  readonly words: string;
}

export interface Spelling {
  readonly alternativesOf: (piece: Piece) => Alternatives;
  /** The same, for words only that the catalog does not have. */
  readonly alternativesOfUnknown: (piece: Piece) => Alternatives;
  readonly joins: readonly Join[];
  /** Number of titles a word stands in; 0 for a word the catalog does not have. */
  readonly titlesWith: (word: string) => number;
  /** Is the piece a word of the catalog, or may it stand for one? */
  readonly isKnown: (piece: Piece) => boolean;
}

export function ask(reading: Reading): Questions {
  const typed = mistypable(reading);
  const words = new Set(reading.pieces.map((piece) => piece.text));
  const asked = new Set<number>();
  for (const { text } of typed) {
    for (const shortening of shorteningKeys(text)) asked.add(shortening);
    for (const half of halves(text).flat()) words.add(half);
  }
  for (const { word } of neighbours(reading)) words.add(word);
  return { words: [...words], shortenings: [...asked] };
}

/** What was found, and the number of titles in the catalog. */
interface Answers {
  readonly size: number;
  readonly words: readonly WordRow[];
  readonly near: readonly NearRow[];
}

export function spell(
  reading: Reading,
  { size, words, near }: Answers,
  similarity: Tolerance["similarity"],
): Spelling {
  const titles = new Map(words.map((row) => [row.word, row.titles]));
  const lists = new Map(near.map((row) => [row.shortening, row.words]));
  const titlesWith = (word: string) => titles.get(word) ?? 0;
  const isCommon = (word: string) => titlesWith(word) > Math.max(FEW, size * COMMON);
  const found = new Map<string, Alternatives>();
  for (const piece of mistypable(reading)) {
    const { text, added } = piece;
    if (added || isCommon(text)) continue;
    const isLast = piece === reading.pieces.at(-1);
    const like = (known: string) => similarity({ typed: text, known, isPrefix: isLast });
    found.set(text, { near: nearWords(text, lists, like), splits: splitsOf(text, titlesWith) });
  }
  const alternativesOf = (piece: Piece) => found.get(piece.text) ?? NONE;
  return {
    alternativesOf,
    alternativesOfUnknown: (piece) => (titlesWith(piece.text) > 0 ? NONE : alternativesOf(piece)),
    isKnown: (piece) => titlesWith(piece.text) > 0 || hasAny(alternativesOf(piece)),
    joins: neighbours(reading).filter(({ word }) => titlesWith(word) > 0),
    titlesWith,
  };
}

const NONE: Alternatives = { near: [], splits: [] };
const hasAny = ({ near, splits }: Alternatives) => near.length + splits.length > 0;

function mistypable(reading: Reading): Piece[] {
  return reading.pieces
    .filter((piece) => !piece.unspaced && !/\d/.test(piece.text) && reach(piece.text) > 0 && !piece.optional)
    .slice(0, MOST_WORDS);
}

function nearWords(
  text: string,
  lists: ReadonlyMap<number, string>,
  like: (known: string) => number,
): string[] {
  const found = new Map<string, number>();
  for (const shortening of shorteningKeys(text)) {
    for (const { word } of unpack(lists.get(shortening) ?? "")) {
      if (word === text || found.has(word)) continue;
      found.set(word, like(word));
    }
  }
  return [...found]
    .filter(([, value]) => value > 0)
    .sort(([, left], [, right]) => right - left)
    .slice(0, MOST_ALTERNATIVES)
    .map(([word]) => word);
}

function splitsOf(text: string, titlesWith: (word: string) => number): [string, string][] {
  return halves(text)
    .map((pair) => ({ pair, titles: Math.min(titlesWith(pair[0]), titlesWith(pair[1])) }))
    .filter(({ titles }) => titles > 0)
    .sort((left, right) => right.titles - left.titles)
    .slice(0, 2)
    .map(({ pair }) => pair);
}

function halves(text: string): [string, string][] {
  const found: [string, string][] = [];
  for (let at = SHORTEST_HALF; at <= text.length - SHORTEST_HALF; at += 1)
    found.push([text.slice(0, at), text.slice(at)]);
  return found;
}

function neighbours({ pieces }: Reading): Join[] {
  return pieces.slice(0, MOST_WORDS).flatMap((left, at) => {
    const right = pieces[at + 1];
    if (right === undefined || left.unspaced || right.unspaced) return [];
    return [{ left, right, word: left.text + right.text }];
  });
}
