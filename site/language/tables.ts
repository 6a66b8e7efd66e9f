/**
 * Tables of names: a line for each thing, with the words that sources name it by, separated by a comma and a space, and its
 * name in each language.
 */
import { LANGUAGES, type Language } from "./language.ts";

/** `undefined`: the table does not have the word, or the language. */
type NameOf = (language: Language, word: string) => string | undefined;

/** `languages`: of the columns. Throws at the start if a name is missing. */
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

/** The same, of names by their keys. */
export function namesByKey(names: Readonly<Record<string, string>>): NameOf {
  const rows = Object.entries(names).map(([key, inLanguages]) => `${key}|${inLanguages}`);
  return namesIn(rows.join("\n"));
}
