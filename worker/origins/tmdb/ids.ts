/**
 * Converts TMDB's ids and image paths to the contract's and back. TMDB counts films and series from 1 each, and the
 * numbers collide. The contract has one id space, so a film has twice its number and a series one more than that:
 * reversible without a table, and far below 2^53.
 */
import type { Kind } from "../../contract/filter.ts";
import type { ImageWidth } from "../../contract/record.ts";

/** A title as TMDB identifies it. */
export interface TmdbTitle {
  readonly kind: Kind;
  /** 1 to 2^31-1. */
  readonly number: number;
}

/** TMDB's ids are 32 bits wide; larger ones get a 404 (developer.themoviedb.org/docs/errors, 6). */
export const MAX_TMDB_ID = 2 ** 31 - 1;

export function contractId({ kind, number }: TmdbTitle): number {
  return number * 2 + (kind === "series" ? 1 : 0);
}

/** `null`: no title of TMDB has this id. */
export function tmdbTitle(id: number): TmdbTitle | null {
  const number = Math.floor(id / 2);
  if (number < 1 || number > MAX_TMDB_ID) return null;
  return { kind: id % 2 === 0 ? "movie" : "series", number };
}

export const PATHS: Readonly<Record<Kind, string>> = { movie: "movie", series: "tv" };

/** The path of a title's details. */
export function pathOf({ kind, number }: TmdbTitle): string {
  return `${PATHS[kind]}/${number}`;
}

/** The default of IMAGE_BASE_URL with this dialect (developer.themoviedb.org/docs/image-basics). */
export const TMDB_IMAGES = "https://image.tmdb.org/t/p/";

/** TMDB's image paths have no folder: `/abc.jpg`. The contract's are `<year>/<month>/<file>`. */
const FILE = /^\/([\w-]+\.(?:jpe?g|png|webp))$/;

/** `date`: the release, as TMDB writes it. `null`: no image, or a path that we cannot request. */
export function contractPath(path: string | null, date = ""): string | null {
  const file = FILE.exec(path ?? "")?.[1];
  if (file === undefined) return null;
  const [, year = "0000", month = "00"] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return `${year}/${month}/${file}`;
}

/**
 * TMDB's own sizes, so that the image stays unaltered, as its terms require; none is narrower than displayed
 * (developer.themoviedb.org/docs/image-basics, reference/configuration-details).
 */
const POSTER_SIZES: Readonly<Record<ImageWidth, string>> = {
  120: "w185",
  240: "w342",
  480: "w500",
  720: "w780",
};
/** Sizes that posters and profiles have in common, for paths without a date. */
const COMMON_SIZES: typeof POSTER_SIZES = { 120: "w185", 240: "w185", 480: "original", 720: "original" };

/** The path below IMAGE_BASE_URL. */
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
