/** Names of genres in a visitor's language. A genre that is not known by its English name stays as it is. */
import type { Language } from "./language.ts";
import { wordsOf } from "./words.ts";

export function genreName(language: Language, genre: string): string {
  const names: Readonly<Record<string, string | undefined>> = wordsOf(language).genres;
  return (Object.hasOwn(names, genre) && names[genre]) || genre;
}
