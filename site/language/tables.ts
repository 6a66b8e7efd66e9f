/**
 * Parses tables of names. Each line has the words that sources use for a thing, separated by ", ", followed by its
 * name in each language.
 */
import { LANGUAGES, type Language } from "./language.ts";

/** Returns a name, or `undefined` if the table has no such word or language. */
type NameOf = (language: Language, word: string) => string | undefined;

/** Parses a table of names. Throws if a name is missing, so that a mistake is noticed at startup. */
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

/** Parses names that are looked up by a key. */
export function namesByKey(names: Readonly<Record<string, string>>): NameOf {
  const rows = Object.entries(names).map(([key, inLanguages]) => `${key}|${inLanguages}`);
  return namesIn(rows.join("\n"));
}
