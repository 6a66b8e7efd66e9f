/** Names of genres in a visitor's language. Genres that are not known by an English name stay as they are. */
import { toFacetSlug } from "../../worker/contract/browse.ts";
import { GENRE_NAMES } from "../../worker/understanding/genre-names.ts";
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { namesIn } from "./tables.ts";

/** Genres come from the origin, mostly in English. */
const knownName = namesIn(GENRE_NAMES);

export function genreName(language: Language, genre: string): string {
  return translated(language, genre, ([name = ""]) => name);
}

/** What titles of the genre are called, such as "Comedies"; of others the name of the genre. */
export function genreTitles(language: Language, genre: string): string {
  return translated(language, genre, (forms) => forms.at(-1) ?? "");
}

/** English genres that are another word before a noun, such as "romantic comedies". */
const ENGLISH_ATTRIBUTES: Readonly<Record<string, string>> = {
  Animation: "Animated",
  Biography: "Biographical",
  History: "Historical",
  Romance: "Romantic",
  Sport: "Sports",
};

/** What the genre is called beside what titles of another kind are called. */
export function genreAttribute(language: Language, genre: string): string {
  const name = genreName(language, genre);
  return (language === DEFAULT_LANGUAGE ? ENGLISH_ATTRIBUTES[name] : undefined) ?? name;
}

/** Two genres in one name, such as "Action & Adventure", are translated one by one. */
function translated(language: Language, genre: string, formOf: (forms: readonly string[]) => string): string {
  const known = genre.split(" & ").map((part) => knownName(language, part));
  if (known.includes(undefined)) return genre;
  const names = known.map((forms) => forms && formOf(forms.split("/")));
  const [first = genre, ...others] = names.filter((name) => name !== undefined);
  // Short, since English has an ampersand there. Nouns begin with a capital letter in German only.
  return new Intl.ListFormat(language, { style: "short" }).format([
    first,
    ...others.map((name) => (language === "de" ? name : name.toLocaleLowerCase(language))),
  ]);
}

const ENGLISH_NAMES = GENRE_NAMES.trim()
  .split("\n")
  .flatMap((line) => (line.split("|")[0] ?? "").split(", "));

/** Returns the English name for a slug, or `null` if it is none of a known genre. */
export function findGenre(slug: string): string | null {
  return ENGLISH_NAMES.find((name) => toFacetSlug(name) === slug) ?? null;
}

/** Whether this is the English name of a known genre. */
export function isEnglishGenre(genre: string): boolean {
  return genre.split(" & ").every((part) => knownName(DEFAULT_LANGUAGE, part) !== undefined);
}
