/**
 * Composes a response from several responses that are cached separately. Used for API responses and rendered pages.
 * The result is fresh while all its parts are fresh, may be served stale while all of them may, and a purge of any
 * part removes it.
 */
import type { CacheStatus } from "./cache-status.ts";
import { atMost, type FreshnessPolicy, remaining } from "./freshness.ts";
import type { CacheResult, FetchSnapshot, Representation, Served } from "./resource.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

const FOREVER: FreshnessPolicy = {
  lifetime: Number.POSITIVE_INFINITY,
  staleWhileRevalidate: Number.POSITIVE_INFINITY,
  staleIfError: Number.POSITIVE_INFINITY,
};

export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  return {
    kind: "served",
    ...(await storedResponse(body, combineParts(parts))),
    // The policy is what remains of the policies of the parts, so the response starts at age 0.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: combineStatuses(parts.map((part) => part.cacheStatus)),
    isUncacheable: parts.some((part) => part.isUncacheable),
    isMixed: !haveOneVersion(parts),
  };
}

/**
 * Returns the fields that a page takes from the results it was rendered from. Its policy is the shortest of theirs,
 * or `constant` if there are none.
 */
export function combineResults(
  results: readonly CacheResult[],
  { storedAt: renderedAt }: FetchSnapshot,
  constant: FreshnessPolicy,
): Pick<Representation, "tags" | "sourceVersion" | "parts" | "policy"> {
  const parts = results.filter(isServed);
  if (parts.length === 0) return { tags: [], policy: constant };
  const { storedAt, tags, sourceVersion } = combineParts(parts);
  const from = Math.min(storedAt, renderedAt);
  return { tags, sourceVersion, parts, policy: parts.map((part) => policyFrom(from, part)).reduce(atMost) };
}

/** Returns the policy of a part as if its lifetime had begun at `from`, in epoch milliseconds. */
function policyFrom(from: number, { storedAt, policy }: Served): FreshnessPolicy {
  return { ...policy, lifetime: Math.floor((storedAt - from) / 1_000) + policy.lifetime };
}

/** The fields that a composed response takes from its parts. */
type PagePart = Pick<StoredResponse, "storedAt" | "logPosition" | "tags" | "sourceVersion">;

/** Combines several parts. The result has the earliest time and log position, and the tags of all parts. */
function combineParts(parts: readonly PagePart[]): PagePart {
  const [sourceVersion = null] = parts.flatMap((part) => part.sourceVersion ?? []);
  return {
    storedAt: Math.min(...parts.map((part) => part.storedAt)),
    logPosition: Math.min(...parts.map((part) => part.logPosition)),
    tags: [...new Set(parts.flatMap((part) => part.tags))],
    sourceVersion,
  };
}

/** Returns false if the source's data was replaced while the parts were loaded. */
function haveOneVersion(parts: readonly Pick<PagePart, "sourceVersion">[]): boolean {
  return new Set(parts.flatMap((part) => part.sourceVersion ?? [])).size <= 1;
}

/**
 * Combines the cache statuses of several parts. The result is a hit only if all parts are hits. A hit has the lowest
 * `ttl` of the parts.
 */
function combineStatuses(statuses: readonly CacheStatus[]): CacheStatus {
  const forwarded = statuses.filter(({ hit = false }) => !hit);
  const [first] = forwarded;
  if (first !== undefined) {
    // The response only counts as stored if all its parts are new, because an older part may have been purged in the
    // meantime.
    return { ...first, stored: statuses.every(({ stored = false }) => stored) };
  }
  const ttls = statuses.flatMap(({ ttl }) => ttl ?? []);
  return ttls.length === 0 ? { hit: true } : { hit: true, ttl: Math.min(...ttls) };
}

/**
 * Returns true if the page must not be stored, because one of its results is a problem or uncacheable, or because the
 * results come from different versions of the data.
 */
export function areUncacheable(results: readonly CacheResult[]): boolean {
  return results.some(isUncacheable) || areMixed(results);
}

/** Returns true if the source's data was replaced while the results were loaded. */
export function areMixed(results: readonly CacheResult[]): boolean {
  return !haveOneVersion(results.filter(isServed));
}

function isUncacheable(result: CacheResult): boolean {
  const { hit = false, stored = false, fwd } = result.cacheStatus;
  return result.kind === "failed" || (!hit && !stored && fwd !== "bypass");
}

function isServed(result: CacheResult): result is Served {
  return result.kind === "served";
}
