/** Maps the genre names of all sources to one English name per genre. */
import { toFacetSlug } from "../contract/browse.ts";

/**
 * Unusual genre names, each with the usual ones. TMDB combines two genres of series in one name, and IMDb uses
 * hyphens.
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
 * Returns the genres in a comma-separated string by their usual English names, without duplicates. "Sci-Fi & Fantasy"
 * becomes "Science Fiction" and "Fantasy".
 */
export function listGenres(joined: string): string[] {
  const names = joined.split(", ").filter((name) => name !== "");
  return [...new Set(names.flatMap((name) => GENRES_BY_NAME.get(name) ?? name))];
}

/** The genres that tell most about a title, in order. A horror comedy is a horror film, but a drama may be anything. */
const TELLING = (
  "Horror, Kids, Family, Animation, Western, Science Fiction, War, Musical, Music, Film-Noir, " +
  "Crime, Mystery, Thriller, Fantasy, Romance, Comedy, Adventure, Action, Sport, Documentary, Biography, History"
).split(", ");

/** Returns the genre that tells most about a title, or `undefined` if none does. `genres` is comma-separated. */
export function findTellingGenre(genres: string): string | undefined {
  const listed = listGenres(genres);
  return TELLING.find((genre) => listed.includes(genre));
}

const SLUGS = new Map(
  [...GENRES_BY_NAME].map(([name, [genre = name]]) => [toFacetSlug(name), toFacetSlug(genre)]),
);

/**
 * Returns the usual slug of a genre, given a slug of any of its names. For a name that combines two genres, returns
 * the slug of the first.
 */
export function genreSlug(slug: string): string {
  return SLUGS.get(slug) ?? slug;
}
