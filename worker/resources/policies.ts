/** How long responses serve: two policies are settings, the others follow from the outcome. */
import { atMost, type FreshnessPolicy } from "../cache/freshness.ts";
import type { Outcome } from "../cache/stored-response.ts";

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/** What is not found today may be found tomorrow. */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING: FreshnessPolicy = { lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 };

/** `found`: the policy of what was found. No other outcome is kept longer. */
export function policyFor(found: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  return outcome === "found" ? found : atMost(EMPTY, found);
}
