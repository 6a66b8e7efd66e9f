/** Forwards a request to the origin, within the caller's limit, unless another request is already doing so. */
import { asProblem, type Problem } from "../contract/problem.ts";
import { withDeadline } from "../source/deadline.ts";
import { isSubrequestLimit, originProblem } from "../source/failure.ts";
import { statusOfFailure } from "./cache-status.ts";
import { retention } from "./freshness.ts";
import { isUnstorable, type Loaded, type Loading, type LoadServices } from "./load.ts";
import type { AnyRequest, CacheResult, Context, Unstorable } from "./resource.ts";
import { createServing } from "./served.ts";
import { discardBody, type StoredResponse } from "./stored-response.ts";
import { isValid } from "./validity.ts";

/** Bodies above this size, in bytes, are sent from the store instead of memory if the resource is streamed. */
const MAX_SENT_FROM_MEMORY = 1024 * 1024;

interface Forwarding {
  /** Reads the store, and once more if a load ended in the meantime. */
  readStore(
    context: Context,
    request: Omit<AnyRequest, "load" | "policy" | "name">,
    needsBody?: (entityTag: string) => boolean,
  ): Promise<StoredResponse | null>;
  /**
   * Forwards a request. `loadEnded` returns true if a load of the key has ended since the store was read. If the
   * origin fails, the result is the stale response, if there is one, or the problem.
   */
  forward(
    context: Context,
    request: AnyRequest,
    stale: StoredResponse | null,
    loadEnded: () => boolean,
  ): Promise<CacheResult | Unstorable>;
  /**
   * Responds to a request over the rate limit. A stale response is still served, because it costs the origin nothing.
   */
  refuse(request: AnyRequest, problem: Problem, stale: StoredResponse | null): CacheResult;
}

export function createForwarding(services: LoadServices, { loadAndStore }: Loading): Forwarding {
  const { store, collapsing, invalidations } = services;
  const { serve, getFreshness, getTtl } = createServing(services.now);

  return { readStore, forward, refuse };

  async function readStore(
    ...[context, request, needsBody]: Parameters<Forwarding["readStore"]>
  ): Promise<StoredResponse | null> {
    const { key, mayBeReplaced = false, isStreamed, tags } = request;
    const reading = { needsBody, isStreamed, tags };
    const loadEnded = collapsing.watch(key);
    const response = await store.get(context, key, reading);
    const stored = loadEnded() ? await readAgain() : response;
    if (stored?.replacedMs === undefined || mayBeReplaced) return stored;
    await discardBody(stored);
    return null;

    async function readAgain(): Promise<StoredResponse | null> {
      await discardBody(response);
      return await store.get(context, key, reading);
    }
  }

  async function forward(
    ...[context, request, stale, loadEnded]: Parameters<Forwarding["forward"]>
  ): Promise<CacheResult | Unstorable> {
    const refusal = await checkLimit(request);
    if (refusal !== null) return refuse(request, refusal, stale);
    // If no load has ended, a new one starts below without another `await`, so no load can end in between.
    const storedMeanwhile = loadEnded() ? await readStore(context, request) : null;
    // The load that ended may have failed without storing anything.
    if (storedMeanwhile !== null && getFreshness(request, storedMeanwhile) === "fresh") {
      return serve(request, storedMeanwhile, { hit: true });
    }
    context.waitUntil(discardBody(storedMeanwhile));
    const fwd = stale === null ? "uri-miss" : "stale";
    try {
      const { timeoutMs = services.timeoutMs } = request;
      const { loaded, collapsed } = await withDeadline(timeoutMs, () => loadOrJoin(context, request, stale));
      if (!isUnstorable(loaded)) {
        const stored = retention(request.policy(loaded)) > 0;
        return serve(request, loaded, { fwd, stored, collapsed });
      }
      if (stale === null || !loaded.isFailure) return loaded;
      return serve(request, stale, { hit: true, ttl: getTtl(request, stale) });
    } catch (thrown) {
      return afterFailure(request, asProblem(originProblem(thrown)), stale);
    }
  }

  function afterFailure(request: AnyRequest, problem: Problem, stale: StoredResponse | null): CacheResult {
    const cacheStatus = statusOfFailure(stale === null ? "uri-miss" : "stale", problem);
    if (stale === null) return { kind: "failed", problem, cacheStatus };
    if (cacheStatus.fwd !== undefined) return serve(request, stale, cacheStatus);
    return serve(request, stale, { hit: true, ttl: getTtl(request, stale), ...cacheStatus });
  }

  /** Checks the caller's rate limit. A request that joins a running load does not count. */
  async function checkLimit({ key, allowance }: AnyRequest): Promise<Problem | null> {
    return allowance === undefined || collapsing.joinable(key) !== null ? null : await allowance();
  }

  async function loadOrJoin(
    context: Context,
    request: AnyRequest,
    stale: StoredResponse | null,
  ): Promise<{ readonly loaded: Loaded; readonly collapsed: boolean }> {
    const { key } = request;
    const joined = collapsing.joinable(key);
    if (joined === null) {
      const load = loadAndStore(context, request, stale);
      return { loaded: await streamed(context, request, load), collapsed: false };
    }
    const loaded = await streamed(context, request, joined).catch(unlessSubrequestLimit);
    if (loaded !== null && !isUnstorable(loaded) && isValid(loaded, await invalidations.current(context)))
      return { loaded, collapsed: true };
    // The result of the joined load belongs to another request, or was read before a purge that this request has to
    // see, so another load is needed.
    const other = collapsing.joinable(key);
    if (other !== null && other !== joined) {
      const result = await streamed(context, request, other);
      if (!isUnstorable(result)) return { loaded: result, collapsed: true };
    }
    const load = loadAndStore(context, request, null);
    return { loaded: await streamed(context, request, load), collapsed: false };
  }

  /**
   * Returns the result of a load. A large body comes from the store, so that it is not kept in memory while it is
   * sent.
   */
  async function streamed(
    context: Context,
    { key, isStreamed = false }: AnyRequest,
    { result, stored }: ReturnType<Loading["loadAndStore"]>,
  ): Promise<Loaded> {
    const loaded = await result;
    if (!isStreamed || isUnstorable(loaded) || loaded.length <= MAX_SENT_FROM_MEMORY) return loaded;
    await stored;
    return (await store.get(context, key, { isStreamed })) ?? loaded;
  }

  function refuse(request: AnyRequest, problem: Problem, stale: StoredResponse | null): CacheResult {
    const detail = problem.type;
    if (stale === null) return { kind: "failed", problem, cacheStatus: { detail } };
    return serve(request, stale, { hit: true, ttl: getTtl(request, stale), detail });
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
