/**
 * Whether the search text is a whole form, whatever its numerals and punctuation: 1 when it
 * is, a little less when only spaces, articles, the year, added words or the order differ, less
 * when it is one or two edits away, else 0.
 */
import { edits, MAX_EDITS } from "./edits.ts";
import { bareKey, keysOf } from "./names.ts";
import type { SearchText } from "./search-text.ts";
import { canonical, isArticle } from "./words.ts";

/** Less than 1, so that `dogman` finds `Dogman` before `Dog Man`. */
const EXCEPT_SPACES = 0.99;
const EXCEPT_ARTICLES = 0.97;
const WITH_ITS_YEAR = 0.98;
const EXCEPT_ADDED_WORDS = 0.95;
const EXCEPT_ORDER = 0.9;
const NEARLY = 0.9;
const PER_EDIT = 0.5;
/** Shorter texts are a few edits away from too many titles. */
const MIN_LENGTH_NEARLY = 6;

export interface Whole {
  readonly searchText: SearchText;
  readonly words: readonly string[];
  readonly year: number;
  /** What a mistyped form is worth, 0 to 1. */
  readonly trust: number;
}

export function wholeness({ searchText, words, year, trust }: Whole): number {
  const keys = keysOf(words);
  if (keys[0] === searchText.ownKeys[0]) return isSpacedAlike(searchText, words) ? 1 : EXCEPT_SPACES;
  if (keys.some((key) => searchText.ownKeys.includes(key))) return EXCEPT_ARTICLES;
  if (keys.some((key) => searchText.keys.includes(key))) {
    const years = searchText.pieces.flatMap((piece) => piece.year ?? []);
    if (years.includes(year)) return WITH_ITS_YEAR;
    return years.length === 0 ? EXCEPT_ADDED_WORDS : 0;
  }
  if (isReordered(searchText, words)) return EXCEPT_ORDER;
  return nearly(bareKey(searchText.pieces.map((piece) => piece.text)), bareKey(words)) * trust;
}

function isSpacedAlike({ pieces }: SearchText, words: readonly string[]): boolean {
  const spaced = (all: readonly string[]) => all.filter((word) => word !== "and").join(" ");
  return spaced(words.map(canonical)) === spaced(pieces.map((piece) => piece.canonical));
}

/** The same words in another order. */
function isReordered({ pieces }: SearchText, words: readonly string[]): boolean {
  const sorted = (all: readonly string[]) =>
    all
      .filter((word) => !isArticle(word))
      .toSorted()
      .join(" ");
  return sorted(pieces.map((piece) => piece.canonical)) === sorted(words.map(canonical));
}

function nearly(typed: string, known: string): number {
  if (typed.length < MIN_LENGTH_NEARLY || /\d/.test(typed + known)) return 0;
  const count = edits(typed, known);
  return count > MAX_EDITS ? 0 : NEARLY - (count * PER_EDIT) / typed.length;
}
