/**
 * Freshness of seasons: as fresh as credits, but as fresh as a search from the day before an episode airs until the day after, because
 * its title, plot and rating appear in these days.
 */
import { atMost, type FreshnessPolicy } from "../cache/freshness.ts";
import type { DatedResponse } from "../cache/resource.ts";
import { dayOf } from "../contract/dates.ts";
import { readNotes } from "../source/loaded.ts";
import { likeCredits, type Policies, policyFor } from "./resource.ts";

const DAY_MS = 86_400_000;

/**
 * Returns when the first of these dates that are not over begins, a day early, in milliseconds since 1970: earlier than `now` while an
 * episode airs. `null` if there is none.
 */
export function nextAiring(dates: readonly string[] = [], now: number): number | null {
  const days = dates.filter((date) => date !== "").map((date) => Date.parse(dayOf(date)));
  const coming = days.filter((day) => now < day + 2 * DAY_MS).map((day) => day - DAY_MS);
  return coming.length === 0 ? null : Math.min(...coming);
}

/** The policy of seasons. */
export function likeEpisodes(
  policies: Policies,
  outcome: DatedResponse["outcome"],
  _query: unknown,
  { notes, storedAt }: DatedResponse,
): FreshnessPolicy {
  const own = likeCredits(policies, outcome);
  const { airsAt } = readNotes(notes);
  if (airsAt === undefined) return own;
  const untilAiring = Math.max(0, Math.floor((airsAt - storedAt) / 1_000));
  const airing = policyFor(policies.search, outcome);
  return atMost(own, {
    lifetime: Math.max(untilAiring, airing.lifetime),
    staleWhileRevalidate: Math.max(0, untilAiring - own.lifetime) + airing.staleWhileRevalidate,
    staleIfError: own.staleIfError,
  });
}
