/**
 * Serves a stored response if it can be used, and otherwise asks the origin. If the origin fails, serves a stale
 * response (RFC 5861). If there is none, the result contains the problem, so an origin failure never rejects.
 */
import { asProblem, type Problem } from "../contract/problem.ts";
import { withDeadline } from "../source/deadline.ts";
import { isSubrequestLimit, originProblem } from "../source/failure.ts";
import { type CacheStatus, statusOfFailure } from "./cache-status.ts";
import { calculateAge, type FreshnessPolicy, freshness, retention, timeToLive } from "./freshness.ts";
import { createLoading, type LoadServices } from "./load.ts";
import type {
  CacheResult,
  Context,
  FetchSnapshot,
  Representation,
  ResourceRequest,
  Served,
} from "./resource.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";
import { isValid } from "./validity.ts";

export interface Cache {
  /**
   * Looks up a response. Its body may be missing if `needsBody` returns false for its entity tag, because the caller
   * already has it.
   */
  lookup(
    context: Context,
    request: ResourceRequest,
    needsBody?: (entityTag: string) => boolean,
  ): Promise<CacheResult>;
  /** Bypasses the store, for data that is as cheap to load as to cache. */
  pass(context: Context, request: ResourceRequest): Promise<CacheResult>;
  /**
   * Reads the store only (RFC 9111 section 5.2.1.7, `only-if-cached`). Resolves to `null` if nothing is
   * stored or it has expired.
   */
  peek(context: Context, request: Omit<ResourceRequest, "load">): Promise<Served | null>;
  store(
    context: Context,
    request: Omit<ResourceRequest, "load">,
    part: { readonly representation: Representation; readonly snapshot: FetchSnapshot },
  ): Promise<void>;
}

type Stored = Pick<ResourceRequest, "policy">;

export function createCache(services: LoadServices): Cache {
  const { store, collapsing, failedKeys, timeoutMs, now } = services;
  const { current } = services.invalidations;
  const { loadAndStore, loadResponse, revalidate } = createLoading(services);

  return {
    async lookup(context, request, needsBody) {
      const { key } = request;
      // Another load may finish while this request reads the store, so the response it finds may be outdated.
      const loadEnded = collapsing.watch(key);
      const stored = request.isMissing ? null : await readStore(context, request, needsBody);
      if (stored === null) return await forward(context, request, null, loadEnded);
      const ttl = getTtl(request, stored);
      const detail = failedKeys.has(key) ? "failed-recently" : undefined;
      switch (getFreshness(request, stored)) {
        case "fresh":
          return served(request, stored, { hit: true });
        case "revalidate":
          if (detail === undefined) revalidate(context, request, stored);
          return served(request, stored, { hit: true, ttl, detail });
        case "last-resort":
          if (detail === undefined) return await forward(context, request, stored, loadEnded);
          return served(request, stored, { hit: true, ttl, detail });
        case "expired":
          return await forward(context, request, null, loadEnded);
      }
    },

    async pass(context, request) {
      const refusal = (await request.allowance?.()) ?? null;
      if (refusal !== null) return refused(request, refusal, null);
      try {
        const response = await withDeadline(timeoutMs, () => loadResponse(context, request, null));
        return served(request, response, { fwd: "bypass" });
      } catch (thrown) {
        const problem = asProblem(originProblem(thrown));
        return { kind: "failed", problem, cacheStatus: statusOfFailure("bypass", problem) };
      }
    },

    async peek(context, request) {
      const stored = await readStore(context, request);
      if (stored === null) return null;
      const state = getFreshness(request, stored);
      if (state === "expired") return null;
      const ttl = state === "fresh" ? undefined : getTtl(request, stored);
      return served(request, stored, { hit: true, ttl });
    },

    async store(context, { key, policy }, { representation: { body, ...fields }, snapshot }) {
      const response = await storedResponse(body, { ...fields, ...snapshot });
      await store.put(context, key, response, retention(policy(response)));
    },
  };

  async function readStore(
    context: Context,
    { key, mayBeReplaced = false }: Pick<ResourceRequest, "key" | "mayBeReplaced">,
    needsBody?: (entityTag: string) => boolean,
  ): Promise<StoredResponse | null> {
    const loadEnded = collapsing.watch(key);
    const response = await store.get(context, key, needsBody);
    const stored = loadEnded() ? await store.get(context, key, needsBody) : response;
    return stored?.replacedMs === undefined || mayBeReplaced ? stored : null;
  }

  async function forward(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
    loadEnded: () => boolean,
  ): Promise<CacheResult> {
    const refusal = await checkLimit(request);
    if (refusal !== null) return refused(request, refusal, stale);
    // If no load has ended, a new one starts below without another `await`, so no load can end in between.
    const storedMeanwhile = loadEnded() ? await readStore(context, request) : null;
    // The load that ended may have failed without storing anything.
    if (storedMeanwhile !== null && getFreshness(request, storedMeanwhile) === "fresh") {
      return served(request, storedMeanwhile, { hit: true });
    }
    const fwd = stale === null ? "uri-miss" : "stale";
    try {
      const { response, collapsed } = await withDeadline(timeoutMs, () =>
        loadOrJoin(context, request, stale),
      );
      const stored = retention(request.policy(response)) > 0;
      return served(request, response, { fwd, stored, collapsed });
    } catch (thrown) {
      const problem = asProblem(originProblem(thrown));
      const cacheStatus = statusOfFailure(fwd, problem);
      if (stale === null) return { kind: "failed", problem, cacheStatus };
      if (cacheStatus.fwd !== undefined) return served(request, stale, cacheStatus);
      return served(request, stale, { hit: true, ttl: getTtl(request, stale), ...cacheStatus });
    }
  }

  /** Checks the caller's rate limit. A request that joins a running load does not count. */
  async function checkLimit({ key, allowance }: ResourceRequest): Promise<Problem | null> {
    return allowance === undefined || collapsing.joinable(key) !== null ? null : await allowance();
  }

  async function loadOrJoin(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
  ): Promise<{ response: StoredResponse; collapsed: boolean }> {
    const { key } = request;
    const joined = collapsing.joinable(key);
    if (joined === null) {
      return { response: await loadAndStore(context, request, stale).result, collapsed: false };
    }
    const response = await joined.result.catch(unlessSubrequestLimit);
    if (response !== null && isValid(response, await current(context))) return { response, collapsed: true };
    // The joined load may have read the data before a purge that this request has to see, so another load is needed.
    const other = collapsing.joinable(key);
    const load = other === null || other === joined ? loadAndStore(context, request, null) : other;
    return { response: await load.result, collapsed: load === other };
  }

  /**
   * Responds to a request over the rate limit. A stale response is still served, because it costs the origin nothing.
   */
  function refused(request: ResourceRequest, problem: Problem, stale: StoredResponse | null): CacheResult {
    const detail = problem.type;
    if (stale === null) return { kind: "failed", problem, cacheStatus: { detail } };
    return served(request, stale, { hit: true, ttl: getTtl(request, stale), detail });
  }

  /**
   * Returns the age and policy of a response. If its data was replaced, the response is stale from that moment on,
   * and is not served when the origin fails.
   */
  function getDates({ policy }: Stored, response: StoredResponse): Dates {
    const freshnessPolicy = policy(response);
    const { storedAt, replacedMs } = response;
    const age = calculateAge(storedAt, now());
    if (replacedMs === undefined) return { age, policy: freshnessPolicy };
    const staleFor = Math.floor(replacedMs / 1_000);
    return {
      age: Math.max(age, freshnessPolicy.lifetime + staleFor),
      policy: { ...freshnessPolicy, staleIfError: 0 },
    };
  }

  function getFreshness(request: Stored, stored: StoredResponse) {
    const { age, policy } = getDates(request, stored);
    return freshness(age, policy);
  }

  function getTtl(request: Stored, stored: StoredResponse): number {
    const { age, policy } = getDates(request, stored);
    return timeToLive(age, policy);
  }

  function served(request: Stored, stored: StoredResponse, cacheStatus: CacheStatus): Served {
    const dates = getDates(request, stored);
    const isUncacheable = retention(dates.policy) === 0;
    return { kind: "served", ...stored, ...dates, cacheStatus, isUncacheable };
  }
}

/**
 * Returns `null` if the load failed because the request that started it ran out of subrequests. Another request may
 * still succeed.
 */
function unlessSubrequestLimit(thrown: unknown): null {
  if (isSubrequestLimit(asProblem(thrown))) return null;
  throw thrown;
}

interface Dates {
  readonly age: number;
  readonly policy: FreshnessPolicy;
}
