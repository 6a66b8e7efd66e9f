/** Finds out what two titles have in common, for "More like this". */

import type { SharedTraits } from "../contract/browse.ts";
import { listGenres } from "../text/genres.ts";

export interface Comparable {
  readonly year: string;
  /** The English names of genres. */
  readonly genres: string;
}

/** The maximum number of shared genres to mention. */
export const MAX_SHARED_GENRES = 2;

/** Returns the decade that two years have in common, as in `1990`. */
export function sharedDecade(year: string, other: string): Pick<SharedTraits, "decade"> {
  const decade = year.slice(0, 3);
  return decade !== "" && decade === other.slice(0, 3) ? { decade: `${decade}0` } : {};
}

/** Returns the common traits to mention if nothing is known about how rare they are. */
export function describeShared(own: Comparable, other: Comparable): SharedTraits {
  const others = listGenres(other.genres);
  const shared = listGenres(own.genres).filter((genre) => others.includes(genre));
  return { genres: shared.slice(0, MAX_SHARED_GENRES), ...sharedDecade(own.year, other.year) };
}
