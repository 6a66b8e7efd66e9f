/**
 * Parses tables of names. A line has the words that sources use for something, separated by ", ", and its name in
 * each language.
 */
import { LANGUAGES, type Language } from "./language.ts";

/** Returns a name, or `undefined` if the table does not have the word or the language. */
type NameOf = (language: Language, word: string) => string | undefined;

/** Parses a table. Throws if a language lacks a name, so that a mistake shows at startup. */
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

/** Parses names that have keys instead of source words. */
export function namesByKey(names: Readonly<Record<string, string>>): NameOf {
  const rows = Object.entries(names).map(([key, inLanguages]) => `${key}|${inLanguages}`);
  return namesIn(rows.join("\n"));
}
