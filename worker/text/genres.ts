/** The usual English name of each genre, among the names that sources use for it. */
import { toFacetSlug } from "../contract/browse.ts";

/**
 * Genres by the names that sources use instead of the usual one. TMDB joins two genres of series in one name,
 * and IMDb hyphenates.
 */
const GENRES_BY_NAME: ReadonlyMap<string, readonly string[]> = new Map([
  ["Action & Adventure", ["Action", "Adventure"]],
  ["Sci-Fi & Fantasy", ["Science Fiction", "Fantasy"]],
  ["War & Politics", ["War", "Politics"]],
  ["Game-Show", ["Game Show"]],
  ["Reality-TV", ["Reality"]],
  ["Sci-Fi", ["Science Fiction"]],
  ["Talk", ["Talk Show"]],
  ["Talk-Show", ["Talk Show"]],
]);

/**
 * Returns the genres of a comma-separated string, each once and by its usual English name: "Sci-Fi & Fantasy"
 * becomes "Science Fiction" and "Fantasy".
 */
export function listGenres(joined: string): string[] {
  const names = joined.split(", ").filter((name) => name !== "");
  return [...new Set(names.flatMap((name) => GENRES_BY_NAME.get(name) ?? name))];
}

const SLUGS = new Map(
  [...GENRES_BY_NAME].map(([name, [genre = name]]) => [toFacetSlug(name), toFacetSlug(genre)]),
);

/** Returns the slug of a genre for the slug of any of its names. A name of two genres stands for the first one. */
export function genreSlug(slug: string): string {
  return SLUGS.get(slug) ?? slug;
}
