/**
 * Parses tables of names. A line contains the words that sources use for a thing, separated by ", ", and its name in
 * each language.
 */
import { LANGUAGES, type Language } from "./language.ts";

/** Returns a name, or `undefined` if the table does not have the word or the language. */
type NameOf = (language: Language, word: string) => string | undefined;

/** Parses a table. Throws if a name is missing in one of the languages, so that a mistake is noticed at startup. */
export function namesIn(table: string, languages: readonly Language[] = LANGUAGES): NameOf {
  const rows = new Map<string, readonly string[]>();
  for (const line of table.trim().split("\n")) {
    const [words = "", ...names] = line.split("|");
    if (names.length !== languages.length || names.includes(""))
      throw new Error(`A name is missing: ${words}`);
    for (const word of words.split(", ")) rows.set(word, names);
  }
  return (language, word) => rows.get(word)?.[languages.indexOf(language)];
}

/** Parses names that are keyed by something else than source words. */
export function namesByKey(names: Readonly<Record<string, string>>): NameOf {
  const rows = Object.entries(names).map(([key, inLanguages]) => `${key}|${inLanguages}`);
  return namesIn(rows.join("\n"));
}
