/**
 * Serves a stored response if it can be used, and otherwise asks the origin. If the origin fails, serves a stale
 * response (RFC 5861). If there is none, the result contains the problem, so an origin failure never rejects.
 */
import { asProblem } from "../contract/problem.ts";
import { withDeadline } from "../source/deadline.ts";
import { originProblem } from "../source/failure.ts";
import { statusOfFailure } from "./cache-status.ts";
import { createForwarding } from "./forward.ts";
import { retention } from "./freshness.ts";
import { createLoading, isUnstorable, type LoadServices } from "./load.ts";
import type {
  CacheResult,
  Context,
  FetchSnapshot,
  Representation,
  ResourceRequest,
  Served,
  Unstorable,
} from "./resource.ts";
import { createServing } from "./served.ts";
import { discardBody, type StoredResponse, storedResponse } from "./stored-response.ts";

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
  /** Like `lookup()`, for a resource whose load may have a result that cannot be stored. */
  lookupRendered(
    context: Context,
    request: ResourceRequest<Unstorable>,
    needsBody?: (entityTag: string) => boolean,
  ): Promise<CacheResult | Unstorable>;
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

export function createCache(services: LoadServices): Cache {
  const { store, collapsing, failedKeys } = services;
  const loading = createLoading(services);
  const { serve, getFreshness, getTtl } = createServing(services.now);
  const { readStore, forward, refuse } = createForwarding(services, loading);

  return {
    async lookup(context, request, needsBody) {
      return requireStorable(await lookupRendered(context, request, needsBody));
    },

    lookupRendered,

    async pass(context, request) {
      const refusal = (await request.allowance?.()) ?? null;
      if (refusal !== null) return refuse(request, refusal, null);
      try {
        const response = await withDeadline(services.timeoutMs, () =>
          loading.loadResponse(context, request, null),
        );
        return serve(request, requireStorable(response), { fwd: "bypass" });
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
      return serve(request, stored, { hit: true, ttl });
    },

    async store(context, { key, policy }, { representation: { body, ...fields }, snapshot }) {
      const tags = [...fields.tags, ...services.tags];
      const response = await storedResponse(body, { ...fields, ...snapshot, tags });
      await store.put(context, key, response, retention(policy(response)));
    },
  };

  async function lookupRendered(
    ...[context, request, needsBody]: Parameters<Cache["lookupRendered"]>
  ): Promise<CacheResult | Unstorable> {
    // Another load may finish while this request reads the store, so the response it finds may be outdated.
    const loadEnded = collapsing.watch(request.key);
    const stored = request.isMissing ? null : await readStore(context, request, needsBody);
    return await decide(context, request, stored, loadEnded);
  }

  async function decide(
    context: Context,
    request: ResourceRequest<Unstorable>,
    stored: StoredResponse | null,
    loadEnded: () => boolean,
  ): Promise<CacheResult | Unstorable> {
    if (stored === null) return await forward(context, request, null, loadEnded);
    const ttl = getTtl(request, stored);
    const detail = failedKeys.has(request.key) ? "failed-recently" : undefined;
    switch (getFreshness(request, stored)) {
      case "fresh":
        return serve(request, stored, { hit: true });
      case "revalidate":
        if (detail === undefined) loading.revalidate(context, request, stored);
        return serve(request, stored, { hit: true, ttl, detail });
      case "last-resort":
        if (detail === undefined) return await forward(context, request, stored, loadEnded);
        return serve(request, stored, { hit: true, ttl, detail });
      case "expired":
        await discardBody(stored);
        return await forward(context, request, null, loadEnded);
    }
  }
}

/** Returns a result that can be stored. Throws if it is `Unstorable`, which only `lookupRendered()` may return. */
function requireStorable<Result extends object>(result: Result | Unstorable): Result {
  if (isUnstorable(result)) throw new Error("The result of this resource cannot be unstorable.");
  return result;
}
