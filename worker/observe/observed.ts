/** The parts of a lookup as they are, with what they do noted: none of them knows that it is watched. */
import type { Lookup } from "../edge/lookup.ts";
import type { Store } from "../edge/store.ts";
import type { Origin } from "../origins/origin.ts";
import type { Fetch } from "../origins/transport/exchange.ts";
import { cacheOutcome } from "./cache-outcome.ts";
import type { Observation } from "./observation.ts";

export function observedLookup(lookup: Lookup, observation: Observation): Lookup {
  return async (query, wanted) => {
    const answer = await lookup(query, wanted);
    observation.noteCache(cacheOutcome(answer.cacheStatus, answer.kind === "answered"));
    return answer;
  };
}

export function observedStore(store: Store, observation: Observation): Store {
  return { ...store, get: (key, wanted) => observation.time("cache", () => store.get(key, wanted)) };
}

export function observedOrigin<O extends Origin>(origin: O, observation: Observation): O {
  function ask<T>(work: () => Promise<T>): Promise<T> {
    observation.noteOrigin(origin.name);
    return observation.time("origin", work);
  }
  return {
    ...origin,
    search: (query) => ask(() => origin.search(query)),
    credits: (query) => ask(() => origin.credits(query)),
  };
}

export function observedFetch(fetch: Fetch, observation: Observation): Fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    observation.noteUpstreamStatus(response.status);
    return response;
  };
}
