/**
 * TMDB's numbers for the catalog's titles and people. One that was loaded with an id of TMDB has that number. Others have
 * 2^30 + their own id: above all numbers of TMDB's, and below 2^31, since programs read 32 bits with a sign. A title or
 * person whose id is 2^30 or more has no number, and an id of TMDB in that range is ignored, so numbers never collide.
 */

import type { Kind } from "../../contract/filter.ts";
import type { ExternalSource } from "../../contract/people.ts";

export type NumberedKind = Kind | "person";

const OWN_NUMBERS = 2 ** 30;

const SOURCES: Readonly<Record<NumberedKind, ExternalSource>> = {
  movie: "tmdb-movie",
  series: "tmdb-tv",
  person: "tmdb-person",
};

/** `null`: it has none. `external`: its ids in other sources. */
export function tmdbNumber(
  kind: NumberedKind,
  id: number,
  external: Partial<Record<ExternalSource, string>> = {},
): number | null {
  const loaded = Number(external[SOURCES[kind]] ?? OWN_NUMBERS);
  if (loaded < OWN_NUMBERS) return loaded;
  return id < OWN_NUMBERS ? OWN_NUMBERS + id : null;
}

/** How to find what has this number: by an id of TMDB, or by its id in the catalog. */
export function ownerOf(
  kind: NumberedKind,
  number: number,
): { readonly id: number } | { readonly source: ExternalSource; readonly external: string } {
  if (number < OWN_NUMBERS) return { source: SOURCES[kind], external: String(number) };
  return { id: number - OWN_NUMBERS };
}
