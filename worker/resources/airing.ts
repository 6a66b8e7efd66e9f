/**
 * The freshness of seasons. The title, plot and rating of an episode often change around its air date. From the day
 * before until the day after, seasons therefore have the short lifetime of search results. At other times, they have
 * the lifetime of credits.
 */
import { atMost, type FreshnessPolicy } from "../cache/freshness.ts";
import type { DatedResponse } from "../cache/resource.ts";
import { toDay } from "../contract/dates.ts";
import { readNotes } from "../source/loaded.ts";
import { creditsPolicy, type Policies, policyFor } from "./resource.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the day before the next episode airs, in epoch milliseconds, or `null` if no episode is coming. An episode
 * counts as the next one until the day after it has aired, so the result may be in the past.
 */
export function nextAiring(dates: readonly string[] = [], now: number): number | null {
  const days = dates.filter((date) => date !== "").map((date) => Date.parse(toDay(date)));
  const coming = days.filter((day) => now < day + 2 * DAY_MS).map((day) => day - DAY_MS);
  return coming.length === 0 ? null : Math.min(...coming);
}

export function episodesPolicy(
  policies: Policies,
  outcome: DatedResponse["outcome"],
  _query: unknown,
  { notes, storedAt }: DatedResponse,
): FreshnessPolicy {
  const defaultPolicy = creditsPolicy(policies, outcome);
  const { airsAt } = readNotes(notes);
  if (airsAt === undefined) return defaultPolicy;
  const untilAiring = Math.max(0, Math.floor((airsAt - storedAt) / 1_000));
  const airing = policyFor(policies.search, outcome);
  return atMost(defaultPolicy, {
    lifetime: Math.max(untilAiring, airing.lifetime),
    staleWhileRevalidate: Math.max(0, untilAiring - defaultPolicy.lifetime) + airing.staleWhileRevalidate,
    staleIfError: defaultPolicy.staleIfError,
  });
}
