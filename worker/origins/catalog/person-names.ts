/**
 * What the catalog stores of the names of a person: the forms that are compared, the tokens of the full-text index and
 * the words that can be mistyped. Written by the loader, read by the search; pure.
 */
import { foldName } from "./fold.ts";
import { bareKey, FORM_SEPARATOR } from "./names.ts";
import { isUnspaced, pairs, pieces } from "./words.ts";

/** The folded pieces of a name. Initials in a row are one word: `J. K. Rowling`, `j.k. rowling` and `jk rowling` are equal. */
export function nameWords(name: string): string[] {
  const words: string[] = [];
  let initials = 0;
  for (const folded of foldName(name)) {
    for (const word of pieces(folded)) {
      // A letter has two units at most; most words need no further look.
      const isInitial = word.length < 3 && /^\p{L}$/u.test(word) && !isUnspaced(word);
      if (isInitial && initials > 0) words.push(`${words.pop() ?? ""}${word}`);
      else words.push(word);
      initials = isInitial ? initials + 1 : 0;
    }
  }
  return words;
}

/** The folded forms of a person's names, as the ranking reads them. */
export function nameForms(names: readonly string[]): string {
  const forms = names.map((name) => nameWords(name).join(" ")).filter((form) => form !== "");
  return [...new Set(forms)].join(FORM_SEPARATOR);
}

/** Precedes the first letters of a well-known person's words: a private-use character, which no folded text contains. */
const BEGINNING_MARK = "\ue000b";
const MAX_BEGINNING = 4;

/** A token of the best-known people with a word that begins so; `null` for a text that is long enough to be looked up itself. */
export function beginningToken(text: string): string | null {
  return text.length <= MAX_BEGINNING ? BEGINNING_MARK + text : null;
}

/** People with a token for each beginning of their words. */
const WELL_KNOWN = 20_000;

interface PersonNames {
  /** The text of the full-text index: words, whole names without spaces, pairs of unspaced characters. */
  readonly tokens: string;
  /** Words that may be mistyped. */
  readonly words: ReadonlySet<string>;
}

/** Well-known people are found without the spaces of their names, too; for all people, that would take too much room. */
export function personNames(names: readonly string[], rank: number): PersonNames {
  const tokens = new Set<string>();
  const words = new Set<string>();
  const isWellKnown = rank <= WELL_KNOWN;
  for (const name of names) {
    const found = nameWords(name);
    let unspaced = 0;
    for (const word of found) {
      tokens.add(word);
      if (isUnspaced(word)) {
        unspaced += 1;
        continue;
      }
      words.add(word);
      if (isWellKnown) for (const token of beginningsOf(word)) tokens.add(token);
    }
    if (unspaced > 1) for (const pair of pairs(found)) tokens.add(pair);
    const bare = isWellKnown ? bareKey(found) : "";
    if (bare !== "") tokens.add(bare);
  }
  return { tokens: [...tokens].join(" "), words };
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: MAX_BEGINNING }, (_, at) => BEGINNING_MARK + word.slice(0, at + 1));
}
