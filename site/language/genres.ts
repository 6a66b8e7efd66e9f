/** Names of genres in a visitor's language. Genres that are not known by an English name stay as they are. */
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { wordsOf } from "./words.ts";

/** Other names that sources use for the same genre. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "Sci-Fi": "Science Fiction",
  "Reality-TV": "Reality",
  Talk: "Talk Show",
  "Talk-Show": "Talk Show",
  "Game-Show": "Game Show",
};

/** Two genres in one name, such as "Action & Adventure", are translated one by one. */
export function genreName(language: Language, genre: string): string {
  const names = genre.split(" & ").map((part) => knownName(language, part));
  if (names.includes(null)) return genre;
  const [first = genre, ...others] = names.filter((name) => name !== null);
  // Short, since English has an ampersand there. Nouns begin with a capital letter in German only.
  return new Intl.ListFormat(language, { style: "short" }).format([
    first,
    ...others.map((name) => (language === "de" ? name : name.toLocaleLowerCase(language))),
  ]);
}

/** Whether this is the English name of a known genre. */
export function isEnglishGenre(genre: string): boolean {
  return genre.split(" & ").every((part) => knownName(DEFAULT_LANGUAGE, part) !== null);
}

function knownName(language: Language, genre: string): string | null {
  const names: Readonly<Record<string, string>> = wordsOf(language).genres;
  const name = Object.hasOwn(OTHER_NAMES, genre) ? (OTHER_NAMES[genre] ?? genre) : genre;
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}
