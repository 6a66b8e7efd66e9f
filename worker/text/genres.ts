/** The usual English names of genres, for the various names that sources use. */
import { toFacetSlug } from "../contract/browse.ts";

/**
 * The usual genres for other names. TMDB combines two genres of series in one name, and IMDb writes some names with a
 * hyphen.
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
 * Returns the genres in a comma-separated string by their usual English names, without repetitions. For example,
 * "Sci-Fi & Fantasy" becomes "Science Fiction" and "Fantasy".
 */
export function listGenres(joined: string): string[] {
  const names = joined.split(", ").filter((name) => name !== "");
  return [...new Set(names.flatMap((name) => GENRES_BY_NAME.get(name) ?? name))];
}

const SLUGS = new Map(
  [...GENRES_BY_NAME].map(([name, [genre = name]]) => [toFacetSlug(name), toFacetSlug(genre)]),
);

/**
 * Returns the canonical slug for a slug of any genre name. A name that combines two genres becomes the first of them.
 */
export function genreSlug(slug: string): string {
  return SLUGS.get(slug) ?? slug;
}
