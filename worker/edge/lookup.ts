/**
 * The lookup that the API and the pages share: a stored answer where one serves, the origin
 * where none does, and a stale answer rather than a problem when the origin fails
 * (RFC 5861). Problems are part of its answer; it never rejects because an origin did.
 */
import { asProblem, type Problem } from "../contract/problem.ts";
import type { Query } from "../contract/query.ts";
import type { Log } from "../log.ts";
import type { Origin } from "../origins/origin.ts";
import type { Answer, Answered } from "./answer.ts";
import { cacheKey } from "./cache-key.ts";
import type { CacheStatus } from "./cache-status.ts";
import { entityTag } from "./entity-tag.ts";
import { freshness, retention } from "./freshness.ts";
import { type Finding, type Policies, policyFor } from "./policies.ts";
import type { Store, StoredAnswer } from "./store.ts";

export interface LookupServices {
  readonly origin: Origin;
  /** Asked when the origin has failed and nothing stale is left; what it says is not stored. */
  readonly lastResort: Origin | null;
  readonly store: Store;
  readonly policies: Policies;
  readonly allowance: Allowance;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/** Asked before a caller's request goes to the origin; the problem it gives is answered instead. */
export type Allowance = () => Promise<Problem | null>;

export type Lookup = (query: Query) => Promise<Answer>;

export function createLookup(services: LookupServices): Lookup {
  const { origin, lastResort, store, policies, allowance, now, waitUntil, log } = services;

  return async function lookup(query) {
    const key = cacheKey(query, origin.name);
    const stored = await store.get(key);
    if (stored === null) return await forward(query, key);
    const age = ageOf(stored);
    const policy = policyFor(policies, query.category, stored.finding);
    switch (freshness(age, policy)) {
      case "fresh":
        return answered(query, stored, { hit: true });
      case "revalidate":
        waitUntil(revalidate(query, key));
        return answered(query, stored, { hit: true, ttl: policy.lifetime - age });
      case "last-resort":
        return await forward(query, key, stored);
      case "expired":
        return await forward(query, key);
    }
  };

  /** Asks the origin and waits; a stale answer, where there is one, serves when the origin fails. */
  async function forward(query: Query, key: string, stale?: StoredAnswer): Promise<Answer> {
    const fwd = stale === undefined ? "uri-miss" : "stale";
    const refusal = await allowance();
    if (refusal !== null) return refused(query, refusal, stale);
    try {
      const fetched = await fetchAnswer(origin, query);
      keep(query, key, fetched);
      return answered(query, fetched, { fwd, stored: true });
    } catch (thrown) {
      const problem = asProblem(thrown);
      report(query, problem);
      const cacheStatus: CacheStatus = { fwd, fwdStatus: problem.status };
      if (stale !== undefined) return answered(query, stale, cacheStatus);
      return await askLastResort(query, problem, cacheStatus);
    }
  }

  /** A stale answer costs nothing either. */
  function refused(query: Query, problem: Problem, stale: StoredAnswer | undefined): Answer {
    const cacheStatus: CacheStatus = { hit: stale !== undefined, detail: problem.type };
    return stale === undefined
      ? { kind: "failed", problem, cacheStatus }
      : answered(query, stale, cacheStatus);
  }

  async function revalidate(query: Query, key: string): Promise<void> {
    try {
      keep(query, key, await fetchAnswer(origin, query));
    } catch (thrown) {
      report(query, asProblem(thrown));
    }
  }

  async function askLastResort(query: Query, problem: Problem, cacheStatus: CacheStatus): Promise<Answer> {
    if (lastResort === null) return { kind: "failed", problem, cacheStatus };
    try {
      const fetched = await fetchAnswer(lastResort, query);
      return answered(query, fetched, { ...cacheStatus, detail: lastResort.name });
    } catch (thrown) {
      report(query, asProblem(thrown));
      return { kind: "failed", problem, cacheStatus };
    }
  }

  async function fetchAnswer(from: Origin, query: Query): Promise<StoredAnswer> {
    const { json, finding, more } = await find(from, query);
    const body = new TextEncoder().encode(json);
    return {
      finding,
      body,
      length: body.byteLength,
      entityTag: await entityTag(body),
      more,
      storedAt: now(),
    };
  }

  function keep(query: Query, key: string, answer: StoredAnswer): void {
    waitUntil(store.put(key, answer, retention(policyFor(policies, query.category, answer.finding))));
  }

  function answered(query: Query, stored: StoredAnswer, cacheStatus: CacheStatus): Answered {
    const policy = policyFor(policies, query.category, stored.finding);
    return { kind: "answered", ...stored, age: ageOf(stored), policy, cacheStatus };
  }

  function ageOf(stored: StoredAnswer): number {
    return Math.max(0, Math.floor((now() - stored.storedAt) / 1000));
  }

  function report(query: Query, problem: Problem): void {
    log({
      event: "origin-failed",
      category: query.category,
      problem: problem.type,
      reason: problem.cause === undefined ? undefined : String(problem.cause),
    });
  }
}

async function find(
  origin: Origin,
  query: Query,
): Promise<{ json: string; finding: Finding; more: boolean }> {
  if (query.category === "search") {
    const { json, count, more } = await origin.search(query);
    return { json, finding: count === 0 ? "empty" : "found", more };
  }
  const json = await origin.credits(query);
  return { json: json ?? "", finding: json === null ? "unknown" : "found", more: false };
}
