/** Which freshness an answer gets: two are settings, two follow from what was found. */
import type { Query } from "../contract/query.ts";
import { atMost, type FreshnessPolicy } from "./freshness.ts";

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/** Nothing found today may be found tomorrow: kept shorter, and never longer than results are. */
const EMPTY_SEARCH: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };

const UNKNOWN_TITLE: FreshnessPolicy = { lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 };

/** What an origin said: something, an empty list, or that there is no such title. */
export type Finding = "found" | "empty" | "unknown";

export function policyFor(
  policies: Policies,
  category: Query["category"],
  finding: Finding,
): FreshnessPolicy {
  if (finding === "unknown") return UNKNOWN_TITLE;
  const policy = policies[category];
  return finding === "empty" ? atMost(EMPTY_SEARCH, policy) : policy;
}
