/** Finds the season of an episode that is numbered through all seasons. */
import type { KnownSeason } from "../contract/matching.ts";

interface Placed {
  readonly season: number;
  readonly episode: number;
  /** Whether the number was counted through several seasons, each of which starts again at 1. */
  readonly isCounted: boolean;
}

/** Returns the place of an episode by its absolute number, or `null` if the series does not have that many. */
export function findAbsolute(number: number, seasons: readonly KnownSeason[]): Placed | null {
  const regular = seasons.filter(([season]) => season > 0).toSorted(([one], [other]) => one - other);
  const isNumberedThrough = regular.length < 2 || regular.slice(1).some(([, first]) => first > 1);
  if (isNumberedThrough) {
    const found = regular.find(([, first, last]) => number >= first && number <= last);
    return found === undefined ? null : { season: found[0], episode: number, isCounted: false };
  }
  let rest = number;
  for (const [at, [season, , last]] of regular.entries()) {
    // A missing season makes it impossible to count.
    if (season !== at + 1 || rest < 1) return null;
    if (rest <= last) return { season, episode: rest, isCounted: true };
    rest -= last;
  }
  return null;
}
