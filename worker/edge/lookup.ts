/**
 * The lookup that the API and the pages share: a stored answer where one serves, the origin
 * where none does, and a stale answer rather than a problem when the origin fails
 * (RFC 5861). Problems are part of its answer; it never rejects because an origin did.
 */
import { asProblem, type Problem } from "../contract/problem.ts";
import type { Query } from "../contract/query.ts";
import { withDeadline } from "../origins/deadline.ts";
import { originProblem } from "../origins/failure.ts";
import type { Origin } from "../origins/origin.ts";
import type { Answer, Answered } from "./answer.ts";
import { askOrigin } from "./asking.ts";
import type { CacheKeys } from "./cache-key.ts";
import { type CacheStatus, statusOfFailure } from "./cache-status.ts";
import { isDoubtedLately } from "./disappearance.ts";
import type { StoredAnswer } from "./entry.ts";
import { createFetching, type FetchServices } from "./fetching.ts";
import { ageOf, freshness, timeToLive } from "./freshness.ts";
import { isValid } from "./invalidation.ts";
import type { Invalidations } from "./invalidations.ts";
import { policyFor } from "./policies.ts";
import { reportFailure } from "./report.ts";

export interface LookupServices extends FetchServices {
  readonly keys: CacheKeys;
  readonly invalidations: Pick<Invalidations, "current">;
  /** Asked when the origin has failed and nothing stale is left; what it says is not stored. */
  readonly lastResort: Origin | null;
  readonly allowance: Allowance;
}

/** Asked before a caller's request goes to the origin; the problem it gives is answered instead. */
export type Allowance = () => Promise<Problem | null>;

/** Of an answer whose entity-tag is not `wanted`, because the caller has it, the body may be left out. */
export type Lookup = (query: Query, wanted?: (entityTag: string) => boolean) => Promise<Answer>;

export function createLookup(services: LookupServices): Lookup {
  const { lastResort, keys, store, flights, failedKeys, policies, allowance, timeoutMs, now, log } = services;
  const { current } = services.invalidations;
  const fetchAndKeep = createFetching(services);

  return async function lookup(query, wanted) {
    const key = keys.answer(query);
    const stored = await look(key, wanted);
    if (stored === null) return await forward(query, key, null);
    const policy = policyFor(policies, query.category, stored.finding);
    const age = ageOf(stored.storedAt, now());
    const ttl = timeToLive(age, policy);
    const detail = reasonToWait(key, stored);
    switch (freshness(age, policy)) {
      case "fresh":
        return answered(query, stored, { hit: true });
      case "revalidate":
        if (detail === undefined) revalidate(query, key, stored);
        return answered(query, stored, { hit: true, ttl, detail });
      case "last-resort":
        if (detail === undefined) return await forward(query, key, stored);
        return answered(query, stored, { hit: true, ttl, detail });
      case "expired":
        return await forward(query, key, null);
    }
  };

  async function look(key: string, wanted?: (entityTag: string) => boolean): Promise<StoredAnswer | null> {
    const moment = flights.moment();
    const stored = await store.get(key, wanted);
    return flights.landedSince(key, moment) ? await store.get(key, wanted) : stored;
  }

  /** Why the origin is not asked, although the answer is stale; none: it is. */
  function reasonToWait(key: string, stored: StoredAnswer): string | undefined {
    if (isDoubtedLately(stored, now())) return "not-found-once";
    return failedKeys.has(key) ? "failed-recently" : undefined;
  }

  /** Asks the origin and waits; a stale answer, where there is one, serves when the origin fails. */
  async function forward(query: Query, key: string, stale: StoredAnswer | null): Promise<Answer> {
    const moment = flights.moment();
    // Who joins another's fetch costs the origin nothing.
    const refusal = flights.joinable(key) === null ? await allowance() : null;
    if (refusal !== null) return refused(query, refusal, stale);
    const landed = flights.landedSince(key, moment) ? await store.get(key) : null;
    if (landed !== null) return answered(query, landed, { hit: true });
    const fwd = stale === null ? "uri-miss" : "stale";
    try {
      const { fetched, collapsed } = await withDeadline(timeoutMs, () => fetchOrJoin(query, key, stale));
      if (fetched.doubtedAt > 0) return answered(query, fetched, { fwd, fwdStatus: 404 });
      return answered(query, fetched, { fwd, stored: true, collapsed });
    } catch (thrown) {
      const problem = asProblem(originProblem(thrown));
      const cacheStatus = statusOfFailure(fwd, problem);
      if (stale === null) return await askLastResort(query, problem, cacheStatus);
      if (cacheStatus.fwd !== undefined) return answered(query, stale, cacheStatus);
      return answered(query, stale, { hit: true, ttl: ttlOf(query, stale), ...cacheStatus });
    }
  }

  async function fetchOrJoin(
    query: Query,
    key: string,
    stale: StoredAnswer | null,
  ): Promise<{ fetched: StoredAnswer; collapsed: boolean }> {
    const joined = flights.joinable(key);
    const fetched = await (joined ?? fetchAndKeep(query, key, stale)).result;
    if (joined === null || isValid(fetched, await current())) return { fetched, collapsed: joined !== null };
    // What was asked for before a purge is no answer to a request after it.
    const other = flights.joinable(key);
    const flight = other === null || other === joined ? fetchAndKeep(query, key, null) : other;
    return { fetched: await flight.result, collapsed: flight === other };
  }

  /** A stale answer costs nothing either. */
  function refused(query: Query, problem: Problem, stale: StoredAnswer | null): Answer {
    const detail = problem.type;
    if (stale === null) return { kind: "failed", problem, cacheStatus: { detail } };
    return answered(query, stale, { hit: true, ttl: ttlOf(query, stale), detail });
  }

  function revalidate(query: Query, key: string, stale: StoredAnswer): void {
    if (flights.joinable(key) === null) fetchAndKeep(query, key, stale);
  }

  async function askLastResort(query: Query, problem: Problem, cacheStatus: CacheStatus): Promise<Answer> {
    const failed: Answer = { kind: "failed", problem, cacheStatus };
    if (lastResort === null) return failed;
    try {
      const fetched = await askOrigin(lastResort, query, now);
      // It knows less than the origin: what it does not have is no reason to say that there is none.
      if (fetched.finding !== "found") return failed;
      const standIn = answered(query, fetched, { ...cacheStatus, detail: lastResort.name });
      return { ...standIn, standsIn: true };
    } catch (thrown) {
      reportFailure(log, query, asProblem(thrown));
      return failed;
    }
  }

  /** Seconds of freshness left, negative when it is stale. */
  function ttlOf(query: Query, { finding, storedAt }: StoredAnswer): number {
    return timeToLive(ageOf(storedAt, now()), policyFor(policies, query.category, finding));
  }

  function answered(query: Query, stored: StoredAnswer, cacheStatus: CacheStatus): Answered {
    const policy = policyFor(policies, query.category, stored.finding);
    return { kind: "answered", ...stored, age: ageOf(stored.storedAt, now()), policy, cacheStatus };
  }
}
