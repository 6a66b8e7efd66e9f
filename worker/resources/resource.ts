/** What callers and pages ask for: each resource is what one capability of an origin gives, cached. */
import { atMost, type FreshnessPolicy } from "../cache/freshness.ts";
import type { Cache } from "../cache/lookup.ts";
import type {
  Allowance,
  Answer,
  ConcurrencyLimit,
  Representation,
  ResourceRequest,
  Served,
} from "../cache/resource.ts";
import type { Outcome } from "../cache/stored-response.ts";
import { Problem } from "../contract/problem.ts";
import type { Capability, Loaded, LoadedList, Origin } from "../origins/origin.ts";
import type { CacheKeys } from "./keys.ts";

export interface Resource<Query> {
  /** In cache keys and in the log. */
  readonly name: string;
  /** An origin without this capability does not offer the resource. */
  readonly needs: Capability;
  /** Two queries that mean the same have one key. */
  key(query: Query): string;
  load(origin: Required<Origin>, query: Query): Promise<Loaded | LoadedList>;
  tags(query: Query, json: string | null): readonly string[];
  policy(policies: Policies, outcome: Outcome): FreshnessPolicy;
  /** Whether a request that is forwarded counts towards its caller's limit. */
  readonly isCounted: boolean;
  /** Whether the catalog answers where the origin has failed and nothing stale is left. */
  readonly hasLastResort: boolean;
  /** How loads of one request from this origin wait for each other; `undefined`: not at all. */
  readonly concurrency?: (origin: Origin) => ConcurrencyLimit | undefined;
}

/** Never rejects because an origin failed: the problem is the answer then. */
export type Ask = <Query>(
  resource: Resource<Query>,
  query: Query,
  wanted?: (entityTag: string) => boolean,
) => Promise<Answer>;

/** The resources of one origin, cached. */
export interface CachedOrigin {
  readonly ask: Ask;
  /** What is stored, whether or not the origin offers the resource. `null`: nothing that may still be served. */
  peek<Query>(resource: Resource<Query>, query: Query): Promise<Served | null>;
  /** Stores what came as part of another response. `storedAt`: when the origin was asked, in milliseconds since 1970. */
  store<Query>(resource: Resource<Query>, query: Query, loaded: Loaded, storedAt: number): Promise<void>;
}

export interface CachedOriginServices {
  readonly cache: Cache;
  readonly origin: Origin;
  readonly lastResort: Origin | null;
  readonly keys: Pick<CacheKeys, "resource">;
  readonly policies: Policies;
  readonly allowance: Allowance;
}

export function cachedOrigin(services: CachedOriginServices): CachedOrigin {
  const { cache, origin, lastResort, keys, policies, allowance } = services;

  function entry<Query>(resource: Resource<Query>, query: Query) {
    return {
      name: resource.name,
      key: keys.resource(resource.name, origin.source, resource.key(query)),
      policy: (outcome: Outcome) => resource.policy(policies, outcome),
    };
  }

  /** How an origin is asked; `undefined`: it does not offer the resource. */
  function loader<Query>(from: Origin | null, resource: Resource<Query>, query: Query) {
    if (from === null || !offers(from, resource)) return undefined;
    return async () => represent(resource, query, await resource.load(from, query));
  }

  return {
    async ask(resource, query, wanted) {
      const load = loader(origin, resource, query);
      if (load === undefined)
        return { kind: "failed", problem: notOffered(), cacheStatus: { detail: "not-offered" } };
      const spare = resource.hasLastResort ? loader(lastResort, resource, query) : undefined;
      const request: ResourceRequest = {
        ...entry(resource, query),
        load,
        allowance: resource.isCounted ? allowance : undefined,
        concurrency: resource.concurrency?.(origin),
        lastResort: spare && { name: lastResort?.name ?? "", load: spare },
      };
      return await cache.lookup(request, wanted);
    },

    peek: (resource, query) => cache.peek(entry(resource, query)),

    store: (resource, query, loaded, storedAt) =>
      cache.store(entry(resource, query), represent(resource, query, loaded), storedAt),
  };
}

/**
 * The same resources, with each answer added to those that the page is made of. That something is not offered is
 * true of every request, so a page without it may be stored.
 */
export function noted(resources: CachedOrigin, answers: Answer[]): CachedOrigin {
  return {
    ...resources,
    async ask(resource, query, wanted) {
      const answer = await resources.ask(resource, query, wanted);
      if (answer.kind === "served" || answer.problem.type !== "not-offered") answers.push(answer);
      return answer;
    },
  };
}

export function offers(
  origin: Origin,
  { needs }: Pick<Resource<never>, "needs">,
): origin is Required<Origin> {
  return origin[needs] !== undefined;
}

function notOffered(): Problem {
  return new Problem("not-offered", "The source of this deployment does not support this.");
}

function represent<Query>(
  resource: Resource<Query>,
  query: Query,
  loaded: Loaded | LoadedList,
): Representation {
  const { json, more = false, remark = null, version, storedAt } = loaded;
  return {
    body: json ?? "",
    outcome: outcomeOf(loaded),
    more,
    remark,
    tags: resource.tags(query, json),
    sourceVersion: version,
    storedAt,
  };
}

function outcomeOf(loaded: Loaded | LoadedList): Outcome {
  if (loaded.json === null) return "missing";
  if (loaded.isPartial) return "partial";
  return "isEmpty" in loaded && loaded.isEmpty ? "empty" : "found";
}

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

/** Unless a setting says otherwise. */
export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/** What is not found today may be found tomorrow. */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING: FreshnessPolicy = { lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 };

/** `found`: the policy of what was found. No other outcome is kept longer. */
export function policyFor(found: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  return outcome === "found" ? found : atMost(EMPTY, found);
}
