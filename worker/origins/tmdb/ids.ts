/**
 * TMDB counts films and series from 1 each, and the numbers collide. The contract has one id space, so a
 * film has twice its number and a series one more than that: reversible without a table, and far below 2^53.
 */
import type { Kind } from "../../contract/filter.ts";

/** A title as TMDB names it. */
export interface TmdbTitle {
  readonly kind: Kind;
  /** 1 to 2^31-1. */
  readonly number: number;
}

/** TMDB's ids are 32 bits wide, and it answers larger ones with 404 (developer.themoviedb.org/docs/errors, 6). */
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

/** Of its details. */
export function pathOf({ kind, number }: TmdbTitle): string {
  return `${PATHS[kind]}/${number}`;
}
