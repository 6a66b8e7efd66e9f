/**
 * Whether what was typed is the whole of a form, whatever its numerals and
 * punctuation: 1 when it is, a little less when only spaces, articles, the
 * year, added words or their order differ, less again when it is one or two edits away, else 0.
 */
import { edits, MOST_EDITS } from "./edits.ts";
import { bareKey, keysOf } from "./names.ts";
import { canonical, isArticle } from "./numerals.ts";
import type { Reading } from "./reading.ts";

/** `dogman` is not `Dog Man` where there is a title of each. */
const BUT_FOR_SPACES = 0.99;
const BUT_FOR_ARTICLES = 0.97;
const WITH_ITS_YEAR = 0.98;
const BUT_FOR_ADDED_WORDS = 0.95;
const BUT_FOR_ORDER = 0.9;
const NEARLY = 0.9;
const PER_EDIT = 0.5;
/** Shorter texts are near too much. */
const SHORTEST_NEARLY = 6;

export interface Whole {
  readonly reading: Reading;
  readonly words: readonly string[];
  readonly year: number;
  /** What a mistyped form is worth here, 0 to 1. */
  readonly trust: number;
}

export function wholeness({ reading, words, year, trust }: Whole): number {
  const keys = keysOf(words);
  if (keys[0] === reading.ownKeys[0]) return isSpacedAlike(reading, words) ? 1 : BUT_FOR_SPACES;
  if (keys.some((key) => reading.ownKeys.includes(key))) return BUT_FOR_ARTICLES;
  if (keys.some((key) => reading.keys.includes(key))) {
    const years = reading.pieces.flatMap((piece) => piece.year ?? []);
    if (years.includes(year)) return WITH_ITS_YEAR;
    return years.length === 0 ? BUT_FOR_ADDED_WORDS : 0;
  }
  if (isReordered(reading, words)) return BUT_FOR_ORDER;
  return nearly(bareKey(reading.pieces.map((piece) => piece.text)), bareKey(words)) * trust;
}

function isSpacedAlike({ pieces }: Reading, words: readonly string[]): boolean {
  const spaced = (all: readonly string[]) => all.filter((word) => word !== "and").join(" ");
  return spaced(words.map(canonical)) === spaced(pieces.map((piece) => piece.canonical));
}

/** The same words in another order. */
function isReordered({ pieces }: Reading, words: readonly string[]): boolean {
  const sorted = (all: readonly string[]) =>
    all
      .filter((word) => !isArticle(word))
      .toSorted()
      .join(" ");
  return sorted(pieces.map((piece) => piece.canonical)) === sorted(words.map(canonical));
}

function nearly(typed: string, known: string): number {
  if (typed.length < SHORTEST_NEARLY || /\d/.test(typed + known)) return 0;
  const count = edits(typed, known);
  return count > MOST_EDITS ? 0 : NEARLY - (count * PER_EDIT) / typed.length;
}
