/** Describes a stored response as it is served: its age, its policy, and whether a cache may store it. */
import type { CacheStatus } from "./cache-status.ts";
import {
  calculateAge,
  type Freshness,
  type FreshnessPolicy,
  freshness,
  retention,
  timeToLive,
} from "./freshness.ts";
import type { ResourceRequest, Served, Unstorable } from "./resource.ts";
import type { StoredResponse } from "./stored-response.ts";

type WithPolicy = Pick<ResourceRequest<Unstorable>, "policy">;

interface Serving {
  getFreshness(request: WithPolicy, stored: StoredResponse): Freshness;
  getTtl(request: WithPolicy, stored: StoredResponse): number;
  serve(request: WithPolicy, stored: StoredResponse, cacheStatus: CacheStatus): Served;
}

export function createServing(now: () => number): Serving {
  return {
    getFreshness(request, stored) {
      const { age, policy } = getDates(request, stored);
      return freshness(age, policy);
    },

    getTtl(request, stored) {
      const { age, policy } = getDates(request, stored);
      return timeToLive(age, policy);
    },

    serve(request, stored, cacheStatus) {
      const dates = getDates(request, stored);
      const isUncacheable = retention(dates.policy) === 0;
      return { kind: "served", ...stored, ...dates, cacheStatus, isUncacheable };
    },
  };

  /**
   * Returns the age and policy of a response. If its data was replaced, the response is stale from that moment on,
   * and is not served when the origin fails.
   */
  function getDates({ policy }: WithPolicy, response: StoredResponse): Dates {
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
}

interface Dates {
  readonly age: number;
  readonly policy: FreshnessPolicy;
}
