/**
 * Loads responses from the origin and stores them. `waitUntil` keeps a load running for other requests after the
 * request that started it has ended.
 */
import { asProblem, type Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import { findFailure, isQuotaSpent, originProblem } from "../source/failure.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { Collapsing, Load } from "./collapsing.ts";
import { calculateAge, retention } from "./freshness.ts";
import type { Invalidations } from "./invalidation.ts";
import type { AnyRequest, Context, FetchSnapshot, Representation, Unstorable } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

export interface LoadServices {
  readonly store: Store;
  readonly invalidations: Pick<Invalidations, "current" | "logPosition">;
  readonly collapsing: Collapsing<Loaded>;
  readonly failedKeys: FailedKeys;
  readonly timeoutMs: number;
  /** The tags that every response has, in addition to its own. */
  readonly tags: readonly string[];
  readonly now: () => number;
}

/** The result of a load, which is stored unless it is `Unstorable`. */
export type Loaded = StoredResponse | Unstorable;

/** Loads responses. `stale` is the stored response that the new one replaces. */
export interface Loading {
  /** Loads a response without storing it. Rejects with a Problem, and logs it. */
  loadResponse(context: Context, request: AnyRequest, stale: StoredResponse | null): Promise<Loaded>;
  /** Starts a load and stores its response. `result` rejects with a Problem if the load fails. */
  loadAndStore(context: Context, request: AnyRequest, stale: StoredResponse | null): Load<Loaded>;
  /** Revalidates in the background, unless a load is already running or the caller has reached its rate limit. */
  revalidate(context: Context, request: AnyRequest, stale: StoredResponse): void;
}

export function createLoading(services: LoadServices): Loading {
  const { store, invalidations, collapsing, failedKeys, now } = services;

  return { loadAndStore, loadResponse, revalidate };

  function loadAndStore(context: Context, request: AnyRequest, stale: StoredResponse | null): Load<Loaded> {
    const load = collapsing.start(request.key, {
      load: () => loadResponse(context, request, stale),
      store: (loaded) => keep(context, request, loaded, stale),
      withinMs: request.timeoutMs ?? services.timeoutMs,
    });
    context.waitUntil(load.stored);
    return load;
  }

  function revalidate(context: Context, request: AnyRequest, stale: StoredResponse): void {
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
    request: AnyRequest,
    stale: StoredResponse | null,
  ): Promise<Loaded> {
    try {
      const snapshot = { storedAt: now(), logPosition: await invalidations.logPosition(context) };
      const loaded = await request.load(snapshot);
      if (!("kind" in loaded)) return await toResponse(loaded, snapshot, services.tags);
      if (loaded.isFailure) failedKeys.add(request.key);
      return loaded;
    } catch (thrown) {
      const problem = asProblem(originProblem(thrown));
      logFailure(context.log, request, problem, stale === null ? "origin-failed" : "revalidation-failed");
      if (findFailure(problem)?.forwarded !== false) failedKeys.add(request.key);
      throw problem;
    }
  }

  /** Stores the loaded response. If it cannot be stored, removes the stale response that it should have replaced. */
  async function keep(
    context: Context,
    { key, policy }: AnyRequest,
    loaded: Loaded,
    stale: StoredResponse | null,
  ): Promise<void> {
    if (isUnstorable(loaded)) {
      if (stale !== null && !loaded.isFailure) await store.remove(context, key);
      return;
    }
    try {
      const seconds = retention(policy(loaded)) - calculateAge(loaded.storedAt, now());
      if (seconds > 0) await store.put(context, key, loaded, seconds);
      else if (stale !== null) await store.remove(context, key);
    } finally {
      loaded.release?.();
    }
  }
}

export function isUnstorable<R extends object, U extends Unstorable>(result: R | U): result is U {
  return "kind" in result && result.kind === "unstorable";
}

/**
 * Converts what was loaded. `storedAt` is the time of the request to the origin (RFC 9111 section 4.2.3), or the time
 * of the oldest part if the response has parts.
 */
async function toResponse(
  { body, parts = [], ...fields }: Representation,
  snapshot: FetchSnapshot,
  commonTags: readonly string[],
): Promise<StoredResponse> {
  const all = [snapshot, ...parts];
  const storedAt = Math.min(...all.map((part) => part.storedAt));
  const logPosition = Math.min(...all.map((part) => part.logPosition));
  const tags = [...new Set([...fields.tags, ...commonTags])];
  return await storedResponse(body, { ...fields, storedAt, logPosition, tags });
}

/** Logs a failure with the name of the resource, but without the query, which may be private. */
function logFailure(
  log: Log,
  { name }: AnyRequest,
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
