/**
 * The stems of words in plots, by which a title can be found without its name. Their tokens are in the index of facts.
 * So one expression can combine words and facts, and a title needs no additional row. Pure functions that the loader
 * and the catalog share.
 */
import { foldName } from "../../text/fold.ts";
import { stem } from "../../text/stem.ts";
import { isUnspaced, pairs, pieces } from "../../text/words.ts";

/** Returns the token of a stem. No other token in the index starts with this letter (`filters/tokens.ts`). */
export const plotToken = (word: string) => `p${word}`;

/** The minimum length of a word, in scripts with spaces. */
const MIN_LENGTH = 3;
/**
 * The maximum length, in UTF-16 units, of the words of one text and of all texts of a title. They have to fit into a
 * statement.
 */
const MAX_WORDS = 3_000;
const MAX_ALL_WORDS = 12_000;
/** Matches apostrophes between words, as in `l'homme` and `thief's`. */
const APOSTROPHES = /['’‘]/g;
/** Matches pieces of text that are short enough to fold, because `fold` cuts longer texts. */
const STRETCH = /.{1,200}(?!\S)|.{1,200}/gsu;

/**
 * Returns the stems of the words of a text without repetitions. In scripts without spaces, these are pairs of neighbouring
 * characters.
 */
export function plotWords(text: string): Set<string> {
  const words = new Set<string>();
  let length = 0;
  for (const [stretch] of text.replace(APOSTROPHES, " ").matchAll(STRETCH)) {
    for (const word of foldName(stretch)) {
      const parts = pieces(word);
      const spaced = parts.filter(
        (part) => !isUnspaced(part) && (part.length >= MIN_LENGTH || /\d/.test(part)),
      );
      for (const part of [...spaced.map(stem), ...pairs(parts)]) {
        if (words.has(part)) continue;
        length += part.length;
        if (length > MAX_WORDS) return words;
        words.add(part);
      }
    }
  }
  return words;
}

interface DescribedTitle {
  readonly title?: string;
  readonly plot?: string;
}

/**
 * Returns the stems of plots and titles in all languages. Titles are included because people remember words from
 * both.
 */
export function wordsAbout(languages: Iterable<DescribedTitle>): Set<string> {
  const words = new Set<string>();
  let length = 0;
  for (const { title = "", plot = "" } of languages) {
    for (const word of plotWords(`${title} ${plot}`)) {
      if (words.has(word)) continue;
      length += word.length;
      if (length > MAX_ALL_WORDS) return words;
      words.add(word);
    }
  }
  return words;
}
