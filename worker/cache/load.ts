/**
 * Loads responses from the origin and stores them. `waitUntil` keeps a load running for other requests after the
 * request that started it has ended.
 */
import { asProblem, type Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import { findFailure, isQuotaSpent } from "../source/failure.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { Collapsing, Load } from "./collapsing.ts";
import { calculateAge, retention } from "./freshness.ts";
import type { Invalidations } from "./invalidation.ts";
import type { Context, FetchSnapshot, ResourceRequest } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

export interface LoadServices {
  readonly store: Store;
  readonly invalidations: Pick<Invalidations, "current" | "logPosition">;
  readonly collapsing: Collapsing<StoredResponse>;
  readonly failedKeys: FailedKeys;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Loads responses. `stale` is the stored response that the new one replaces. */
export interface Loading {
  /** Loads a response without storing it. Rejects with a Problem, and logs it. */
  loadResponse(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
  ): Promise<StoredResponse>;
  /** Starts a load and stores its response. `result` rejects with a Problem if the load fails. */
  loadAndStore(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
  ): Load<StoredResponse>;
  /** Revalidates in the background, unless a load is already running or the caller has reached its rate limit. */
  revalidate(context: Context, request: ResourceRequest, stale: StoredResponse): void;
}

export function createLoading(services: LoadServices): Loading {
  const { store, invalidations, collapsing, failedKeys, timeoutMs, now } = services;

  return { loadAndStore, loadResponse, revalidate };

  function loadAndStore(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
  ): Load<StoredResponse> {
    const load = collapsing.start(request.key, {
      load: () => loadResponse(context, request, stale),
      store: (response) => put(context, request, response),
      withinMs: timeoutMs,
    });
    context.waitUntil(load.stored);
    return load;
  }

  function revalidate(context: Context, request: ResourceRequest, stale: StoredResponse): void {
    const { key, allowance } = request;
    const loadEnded = collapsing.watch(key);
    const isNeeded = () => !loadEnded() && collapsing.joinable(key) === null;
    async function load(): Promise<void> {
      if (!isNeeded() || (await allowance?.())) return;
      // Another request may have started a load while the limit was checked.
      if (isNeeded()) await loadAndStore(context, request, stale).stored;
    }
    context.waitUntil(load());
  }

  async function loadResponse(
    context: Context,
    request: ResourceRequest,
    stale: StoredResponse | null,
  ): Promise<StoredResponse> {
    try {
      return await toResponse(request.load, {
        storedAt: now(),
        logPosition: await invalidations.logPosition(context),
      });
    } catch (thrown) {
      const problem = asProblem(thrown);
      logFailure(context.log, request, problem, stale === null ? "origin-failed" : "revalidation-failed");
      if (findFailure(problem)?.forwarded !== false) failedKeys.add(request.key);
      throw problem;
    }
  }

  async function put(
    context: Context,
    { key, policy }: ResourceRequest,
    response: StoredResponse,
  ): Promise<void> {
    const seconds = retention(policy(response)) - calculateAge(response.storedAt, now());
    if (seconds > 0) await store.put(context, key, response, seconds);
  }
}

/**
 * Loads a response. `storedAt` is the time of the request to the origin (RFC 9111 section 4.2.3), or the time of the
 * oldest part if the response has parts.
 */
export async function toResponse(
  load: ResourceRequest["load"],
  snapshot: FetchSnapshot,
): Promise<StoredResponse> {
  const { body, parts = [], ...fields } = await load(snapshot);
  const all = [snapshot, ...parts];
  const storedAt = Math.min(...all.map((part) => part.storedAt));
  const logPosition = Math.min(...all.map((part) => part.logPosition));
  return await storedResponse(body, { ...fields, storedAt, logPosition });
}

/** Logs a failure with the name of the resource, but without the query, which may be private. */
export function logFailure(
  log: Log,
  { name }: ResourceRequest,
  problem: Problem,
  failure: "origin-failed" | "revalidation-failed",
): void {
  const { type, cause } = problem;
  const event = isQuotaSpent(problem) ? "quota-spent" : failure;
  log({ event, resource: name, problem: type, reason: cause === undefined ? undefined : String(cause) });
}

/**
 * The keys whose load failed within the last two seconds. If there is a stale response for such a key, it is served
 * without contacting the origin again. If there is none, the origin is contacted, because the circuit breaker already
 * protects it.
 */
export interface FailedKeys {
  add(key: string): void;
  has(key: string): boolean;
}

const FAILED_FOR_MS = 2_000;
const MAX_FAILED_KEYS = 10_000;

export function createFailedKeys(now: () => number): FailedKeys {
  const failedAt = new BoundedMap<string, number>(MAX_FAILED_KEYS);
  return {
    add: (key) => failedAt.set(key, now()),
    has: (key) => now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FAILED_FOR_MS,
  };
}
