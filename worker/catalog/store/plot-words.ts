/**
 * Words of plots, which find a title without its name. Their tokens are in the index of facts, so that one expression asks
 * for words and facts, and no title takes a further row. The loader writes them, the catalog reads them; pure.
 */
import { foldName } from "../../text/fold.ts";
import { isUnspaced, pairs, pieces } from "../../text/words.ts";

/** No token of a fact begins with this letter (`filters/tokens.ts`). */
export const plotToken = (word: string) => `p${word}`;

/** Shorter words of scripts with spaces tell nothing. */
const MIN_LENGTH = 3;
/** UTF-16 units of the words of one text, and of all texts of a title: an index row has to fit into a statement. */
const MAX_WORDS = 3_000;
const MAX_ALL_WORDS = 12_000;
/** An apostrophe separates words: `l'homme`, `thief's`. */
const APOSTROPHES = /['’‘]/g;
/** Folding cuts longer texts. */
const STRETCH = /.{1,200}(?!\S)|.{1,200}/gsu;

/** The words of one text, each once; pairs of neighbouring characters in scripts without spaces. */
export function plotWords(text: string): Set<string> {
  const found = new Set<string>();
  let length = 0;
  for (const [stretch] of text.replace(APOSTROPHES, " ").matchAll(STRETCH)) {
    for (const word of foldName(stretch)) {
      const parts = pieces(word);
      const spaced = parts.filter(
        (part) => !isUnspaced(part) && (part.length >= MIN_LENGTH || /\d/.test(part)),
      );
      for (const part of [...spaced, ...pairs(parts)]) {
        if (found.has(part)) continue;
        length += part.length;
        if (length > MAX_WORDS) return found;
        found.add(part);
      }
    }
  }
  return found;
}

interface DescribedTitle {
  readonly title?: string;
  readonly plot?: string;
}

/** The words of plots in all languages, and of titles: people name what they remember of both. */
export function wordsAbout(languages: Iterable<DescribedTitle>): Set<string> {
  const found = new Set<string>();
  let length = 0;
  for (const { title = "", plot = "" } of languages) {
    for (const word of plotWords(`${title} ${plot}`)) {
      if (found.has(word)) continue;
      length += word.length;
      if (length > MAX_ALL_WORDS) return found;
      found.add(word);
    }
  }
  return found;
}
