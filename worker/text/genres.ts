/** The usual English name for each of the names that sources give to a genre. */
import { toFacetSlug } from "../contract/browse.ts";

/** The usual genres for other names. TMDB combines two genres of series in one name, and IMDb uses hyphens. */
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
 * Returns the genres in a comma-separated string, without repetitions and by their usual English names. "Sci-Fi &
 * Fantasy" becomes "Science Fiction" and "Fantasy".
 */
export function listGenres(joined: string): string[] {
  const names = joined.split(", ").filter((name) => name !== "");
  return [...new Set(names.flatMap((name) => GENRES_BY_NAME.get(name) ?? name))];
}

const SLUGS = new Map(
  [...GENRES_BY_NAME].map(([name, [genre = name]]) => [toFacetSlug(name), toFacetSlug(genre)]),
);

/**
 * Returns the usual slug of a genre for a slug of any of its names. If a name combines two genres, returns the first.
 */
export function genreSlug(slug: string): string {
  return SLUGS.get(slug) ?? slug;
}
