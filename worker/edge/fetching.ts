/**
 * Fetching an answer from the origin and keeping it, as a flight that others may join. It
 * goes on when the request that began it has gone: `waitUntil` holds it to its end.
 */
import { asProblem } from "../contract/problem.ts";
import type { Query } from "../contract/query.ts";
import type { Log } from "../log.ts";
import { failureOf } from "../origins/failure.ts";
import type { Origin } from "../origins/origin.ts";
import { askOrigin } from "./asking.ts";
import { weigh } from "./disappearance.ts";
import type { StoredAnswer } from "./entry.ts";
import type { FailedKeys } from "./failed-keys.ts";
import type { Flight, Flights } from "./flights.ts";
import { ageOf, retention } from "./freshness.ts";
import { type Policies, policyFor } from "./policies.ts";
import { reportFailure } from "./report.ts";
import type { Store } from "./store.ts";

export interface FetchServices {
  readonly origin: Origin;
  readonly store: Store;
  /** Shared by the requests of an isolate. */
  readonly flights: Flights<StoredAnswer>;
  /** Shared by the requests of an isolate. */
  readonly failedKeys: FailedKeys;
  readonly policies: Policies;
  /** Milliseconds that a caller waits for a fetch, whoever began it. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/** `stale`: the stored answer that this one is to take the place of. The result rejects with a Problem. */
export type FetchAndKeep = (query: Query, key: string, stale: StoredAnswer | null) => Flight<StoredAnswer>;

export function createFetching(services: FetchServices): FetchAndKeep {
  const { origin, store, flights, failedKeys, policies, timeoutMs, now, waitUntil, log } = services;

  return function fetchAndKeep(query, key, stale) {
    const flight = flights.start(key, {
      fetch: () => fetchAnswer(query, key, stale),
      keep: (answer) => keep(query, key, answer),
      withinMs: timeoutMs,
    });
    waitUntil(flight.landed);
    return flight;
  };

  async function fetchAnswer(query: Query, key: string, stale: StoredAnswer | null): Promise<StoredAnswer> {
    try {
      const fetched = await askOrigin(origin, query, now);
      if (fetched.finding !== "unknown" || stale === null) return fetched;
      // Read again: the body of the stale one may have been left out.
      return weigh(await store.get(key), fetched);
    } catch (thrown) {
      const problem = asProblem(thrown);
      reportFailure(log, query, problem, stale === null ? "origin-failed" : "revalidation-failed");
      if (failureOf(problem)?.forwarded !== false) failedKeys.add(key);
      throw problem;
    }
  }

  async function keep(query: Query, key: string, answer: StoredAnswer): Promise<void> {
    const policy = policyFor(policies, query.category, answer.finding);
    await store.put(key, answer, retention(policy) - ageOf(answer.storedAt, now()));
  }
}
