/**
 * Converts ids and image paths between TMDB and the contract, and catalog ids to TMDB numbers. TMDB numbers films and
 * series separately, so a film and a series may share a number, whereas contract ids are unique. A film's
 * contract id is therefore twice its TMDB number, and a series' id is twice its number plus one.
 */

import type { ExternalSource } from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { ImageWidth } from "../contract/record.ts";
import { OWN_NUMBERS } from "../text/own-numbers.ts";

/** The kind and number that identify a title at TMDB. */
export interface TmdbTitle {
  readonly kind: TitleKind;
  /** The TMDB number, from 1 to 2^31-1. */
  readonly number: number;
}

/**
 * The highest TMDB id. Ids have 32 bits, and TMDB responds to larger ones with 404
 * (developer.themoviedb.org/docs/errors, 6).
 */
export const MAX_TMDB_ID = 2 ** 31 - 1;

export function contractId({ kind, number }: TmdbTitle): number {
  return number * 2 + (kind === "series" ? 1 : 0);
}

/** Returns the kind and TMDB number of a contract id, or `null` if no title can have this id. */
export function tmdbTitle(id: number): TmdbTitle | null {
  const number = Math.floor(id / 2);
  if (number < 1 || number > MAX_TMDB_ID) return null;
  return { kind: id % 2 === 0 ? "movie" : "series", number };
}

export const PATHS: Readonly<Record<TitleKind, string>> = { movie: "movie", series: "tv" };

/** Returns the path of the details of a title. */
export function tmdbPath({ kind, number }: TmdbTitle): string {
  return `${PATHS[kind]}/${number}`;
}

/** The default of IMAGE_BASE_URL if the source is TMDB (developer.themoviedb.org/docs/image-basics). */
export const TMDB_IMAGES = "https://image.tmdb.org/t/p/";

/**
 * Matches TMDB's image paths. They have no folder (`/abc.jpg`), whereas the contract's paths are
 * `<year>/<month>/<file>`.
 */
const FILE = /^\/([\w-]+\.(?:jpe?g|png|webp))$/;

/**
 * Converts a TMDB image path to the contract's form. `date` is TMDB's release date. Returns `null` if there is no
 * image, or if the file name is not one that can be requested.
 */
export function contractPath(path: string | null, date = ""): string | null {
  const file = FILE.exec(path ?? "")?.[1];
  if (file === undefined) return null;
  const [, year = "0000", month = "00"] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return `${year}/${month}/${file}`;
}

/**
 * The TMDB size for each width. Only TMDB's own sizes are used, because its terms do not allow altering images. Each
 * size is at least as wide as the image is displayed (developer.themoviedb.org/docs/image-basics,
 * reference/configuration-details).
 */
const POSTER_SIZES: Readonly<Record<ImageWidth, string>> = {
  120: "w185",
  240: "w342",
  480: "w500",
  720: "w780",
};
/**
 * The sizes for paths without a date, which may be posters or portraits. TMDB offers each of these sizes for both.
 */
const COMMON_SIZES: typeof POSTER_SIZES = { 120: "w185", 240: "w185", 480: "original", 720: "original" };

/** Returns the path of an image, relative to IMAGE_BASE_URL. */
export function tmdbImagePath({
  width,
  path,
}: {
  readonly width: ImageWidth;
  readonly path: string;
}): string {
  const sizes = path.startsWith("0000/") ? COMMON_SIZES : POSTER_SIZES;
  return `${sizes[width]}/${path.split("/").at(-1)}`;
}

/** Returns the width in pixels of the image that `tmdbImagePath` names, or `null` if it is the original. */
export function tmdbImageWidth(wanted: Parameters<typeof tmdbImagePath>[0]): number | null {
  const [, width] = /^w(\d+)\//.exec(tmdbImagePath(wanted)) ?? [];
  return width === undefined ? null : Number(width);
}

export type NumberedKind = TitleKind | "person";

const SOURCES: Readonly<Record<NumberedKind, ExternalSource>> = {
  movie: "tmdb-movie",
  series: "tmdb-tv",
  person: "tmdb-person",
};

/**
 * Returns the TMDB number of a title or person in the catalog: its TMDB id or, if it has none, its catalog id plus
 * `OWN_NUMBERS`. Returns `null` if the catalog id is `OWN_NUMBERS` or higher. TMDB ids that are `OWN_NUMBERS` or
 * higher are ignored, so that two titles never share a number.
 *
 * @param external the ids in other sources
 */
export function tmdbNumber(
  kind: NumberedKind,
  id: number,
  external: Partial<Record<ExternalSource, string>> = {},
): number | null {
  const loaded = Number(external[SOURCES[kind]] ?? OWN_NUMBERS);
  if (loaded < OWN_NUMBERS) return loaded;
  return id < OWN_NUMBERS ? OWN_NUMBERS + id : null;
}

/** Returns the catalog id that a TMDB number stands for, or the TMDB id to find it by. */
export function toOwnerQuery(
  kind: NumberedKind,
  number: number,
): { readonly id: number } | { readonly source: ExternalSource; readonly external: string } {
  if (number < OWN_NUMBERS) return { source: SOURCES[kind], external: String(number) };
  return { id: number - OWN_NUMBERS };
}
