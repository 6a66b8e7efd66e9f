/**
 * Converts ids and image paths between TMDB and the contract, and catalog ids to TMDB's. TMDB numbers films and
 * series separately, so the numbers collide. The contract has one id space: a film gets twice its number and a series
 * one more than that, which is reversible and far below 2^53.
 */

import type { ExternalSource } from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { ImageWidth } from "../contract/record.ts";
import { OWN_NUMBERS } from "../text/own-numbers.ts";

/** A title in TMDB's terms. */
export interface TmdbTitle {
  readonly kind: TitleKind;
  /** TMDB's number, from 1 to 2^31-1. */
  readonly number: number;
}

/** TMDB's ids have 32 bits and larger ones return 404 (developer.themoviedb.org/docs/errors, 6). */
export const MAX_TMDB_ID = 2 ** 31 - 1;

export function contractId({ kind, number }: TmdbTitle): number {
  return number * 2 + (kind === "series" ? 1 : 0);
}

/** Returns TMDB's kind and number for an id, or `null` if no title can have it. */
export function tmdbTitle(id: number): TmdbTitle | null {
  const number = Math.floor(id / 2);
  if (number < 1 || number > MAX_TMDB_ID) return null;
  return { kind: id % 2 === 0 ? "movie" : "series", number };
}

export const PATHS: Readonly<Record<TitleKind, string>> = { movie: "movie", series: "tv" };

/** Returns the path of a title's details. */
export function tmdbPath({ kind, number }: TmdbTitle): string {
  return `${PATHS[kind]}/${number}`;
}

/** The default of IMAGE_BASE_URL with this dialect (developer.themoviedb.org/docs/image-basics). */
export const TMDB_IMAGES = "https://image.tmdb.org/t/p/";

/** TMDB's image paths have no folder (`/abc.jpg`), whereas the contract's are `<year>/<month>/<file>`. */
const FILE = /^\/([\w-]+\.(?:jpe?g|png|webp))$/;

/**
 * Converts an image path. `date` is TMDB's release date. Returns `null` without an image, or for paths that cannot be
 * requested.
 */
export function contractPath(path: string | null, date = ""): string | null {
  const file = FILE.exec(path ?? "")?.[1];
  if (file === undefined) return null;
  const [, year = "0000", month = "00"] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return `${year}/${month}/${file}`;
}

/**
 * The size for each width. TMDB's own sizes keep the image unaltered, as its terms require, and none is narrower than
 * displayed (developer.themoviedb.org/docs/image-basics, reference/configuration-details).
 */
const POSTER_SIZES: Readonly<Record<ImageWidth, string>> = {
  120: "w185",
  240: "w342",
  480: "w500",
  720: "w780",
};
/** Sizes that both posters and profiles have, for paths without a date. */
const COMMON_SIZES: typeof POSTER_SIZES = { 120: "w185", 240: "w185", 480: "original", 720: "original" };

/** Returns the path below IMAGE_BASE_URL. */
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

export type NumberedKind = TitleKind | "person";

const SOURCES: Readonly<Record<NumberedKind, ExternalSource>> = {
  movie: "tmdb-movie",
  series: "tmdb-tv",
  person: "tmdb-person",
};

/**
 * Returns TMDB's number for a title or person of the catalog. One that was loaded with an id of TMDB has that number, and any other
 * `OWN_NUMBERS` plus its own id. Returns `null` if the id is `OWN_NUMBERS` or more. An id of TMDB in that range is ignored, so numbers
 * never collide.
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

/** Returns how to find the owner of a number: by its TMDB id or its catalog id. */
export function ownerOf(
  kind: NumberedKind,
  number: number,
): { readonly id: number } | { readonly source: ExternalSource; readonly external: string } {
  if (number < OWN_NUMBERS) return { source: SOURCES[kind], external: String(number) };
  return { id: number - OWN_NUMBERS };
}
