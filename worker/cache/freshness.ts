/**
 * Calculates the freshness of a stored response in whole seconds: its lifetime (RFC 9111 section 4.2), then the two
 * windows of RFC 5861. Callers pass in the time.
 *
 *     0 ───── fresh ───── lifetime ── revalidate ── (stale-while-revalidate)
 *                                  └─ last-resort ───────────── (stale-if-error) ── expired
 */
import { parseCacheControl, seconds } from "./cache-control.ts";

/** A freshness policy, in seconds. Both windows start when the lifetime ends. */
export interface FreshnessPolicy {
  readonly lifetime: number;
  readonly staleWhileRevalidate: number;
  readonly staleIfError: number;
}

export function neverStale(lifetime: number): FreshnessPolicy {
  return { lifetime, staleWhileRevalidate: 0, staleIfError: 0 };
}

export type Freshness = "fresh" | "revalidate" | "last-resort" | "expired";

export function freshness(age: number, policy: FreshnessPolicy): Freshness {
  const staleness = age - policy.lifetime;
  if (staleness < 0) return "fresh";
  if (staleness < policy.staleWhileRevalidate) return "revalidate";
  if (staleness < policy.staleIfError) return "last-resort";
  return "expired";
}

/**
 * Returns the whole seconds since `storedAt`, or 0 if the clock went backwards. Both times are epoch milliseconds.
 */
export function calculateAge(storedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - storedAt) / 1_000));
}

/** Returns the remaining seconds of freshness. The result is negative once the response is stale. */
export function timeToLive(age: number, { lifetime }: FreshnessPolicy): number {
  return age < lifetime ? lifetime - age : Math.min(-1, lifetime - age);
}

/**
 * Returns what is left of a policy at this age. First the lifetime is used up, then both windows at the same time.
 */
export function remaining(age: number, policy: FreshnessPolicy): FreshnessPolicy {
  const staleness = Math.max(0, age - policy.lifetime);
  return {
    lifetime: Math.max(0, policy.lifetime - age),
    staleWhileRevalidate: Math.max(0, policy.staleWhileRevalidate - staleness),
    staleIfError: Math.max(0, policy.staleIfError - staleness),
  };
}

/** Returns the number of seconds after which a stored response can no longer be used. */
export function retention(policy: FreshnessPolicy): number {
  return policy.lifetime + Math.max(policy.staleWhileRevalidate, policy.staleIfError);
}

/** Returns the minimum of two policies, field by field. */
export function atMost(one: FreshnessPolicy, other: FreshnessPolicy): FreshnessPolicy {
  return {
    lifetime: Math.min(one.lifetime, other.lifetime),
    staleWhileRevalidate: Math.min(one.staleWhileRevalidate, other.staleWhileRevalidate),
    staleIfError: Math.min(one.staleIfError, other.staleIfError),
  };
}

/**
 * Parses `max-age=…, stale-while-revalidate=…, stale-if-error=…`. The two windows default to 0. Returns `null` if the
 * text is malformed.
 */
export function parseFreshness(text: string): FreshnessPolicy | null {
  const directives = parseCacheControl(text);
  if (directives === null) return null;
  const directiveNames = ["max-age", "stale-while-revalidate", "stale-if-error"];
  for (const name of directives.keys()) {
    if (!directiveNames.includes(name) || seconds(directives, name) === null) return null;
  }
  const lifetime = seconds(directives, "max-age");
  if (lifetime === null) return null;
  return {
    lifetime,
    staleWhileRevalidate: seconds(directives, "stale-while-revalidate") ?? 0,
    staleIfError: seconds(directives, "stale-if-error") ?? 0,
  };
}

/**
 * Formats a policy for `CDN-Cache-Control`. Uses `max-age` instead of `s-maxage`, which would forbid serving stale
 * responses.
 */
export function formatFreshness(policy: FreshnessPolicy): string {
  return [
    `max-age=${policy.lifetime}`,
    `stale-while-revalidate=${policy.staleWhileRevalidate}`,
    `stale-if-error=${policy.staleIfError}`,
  ].join(", ");
}
