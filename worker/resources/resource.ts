import type { GenericSchema } from "valibot";
import { atMost, type FreshnessPolicy, freshness, neverStale } from "../cache/freshness.ts";
import type { Allowance, CacheResult, Context, DatedResponse, Served } from "../cache/resource.ts";
import type { Outcome } from "../cache/stored-response.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ChangesQuery } from "../contract/changes.ts";
import type { MatchQuery } from "../contract/matching.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { Loaded, LoadedList } from "../source/loaded.ts";
import type { AskStored, Capability, QueryOf, Source, Traits } from "../source/source.ts";
import type { ApiSettings } from "../tmdb-api/catalog-reading.ts";

export interface Stored<Query, S extends GenericSchema = GenericSchema> {
  /** The name in cache keys and in the log. */
  readonly name: string;
  readonly schema: S;
  /**
   * Returns the cache key for a query. Queries with the same meaning have the same key.
   * @param traits the traits of the source
   */
  key(query: Query, traits: Traits): string;
  /** Returns the tags of a response, except those of the titles and people in it. */
  tags(query: Query): readonly string[];
  policy(policies: Policies, outcome: Outcome, query: Query, response: DatedResponse): FreshnessPolicy;
  /**
   * Whether a response is only invalidated by changes to the titles and people in its tags. If false, adding or
   * removing any title or person also invalidates it.
   */
  readonly isInvalidatedByIdOnly?: boolean;
}

/** The capabilities that are resources. The others are only used to make one. */
type Resourceful = Exclude<Capability, "named">;

/** The queries of all resources. Most resources are a capability of the source; some combine several. */
type Queries = { readonly [C in Resourceful]: QueryOf<C> } & {
  readonly match: MatchQuery;
  readonly similar: TitleQuery;
  readonly changes: ChangesQuery;
};
export type ResourceName = keyof Queries;
export type ResourceQuery<R extends ResourceName> = Queries[R];

export interface Resource<R extends ResourceName, S extends GenericSchema = GenericSchema>
  extends Stored<ResourceQuery<R>, S> {
  /** Returns true if the resource can be loaded from these sources. */
  isOffered(sources: Sources): boolean;
  load(query: ResourceQuery<R>, loading: Loading): Promise<Loaded | LoadedList>;
  /** Whether loads are exempt from the caller's rate limit. */
  readonly isUncounted?: boolean;
  /**
   * Whether pages read the resource from the catalog directly, because that costs less than a cache entry of its own:
   * the reads of a page share a round trip, and the page itself is stored.
   */
  readonly isCachedWithPage?: boolean;
}

export interface Sources {
  /** The source of the deployment. */
  readonly source: Source<Context>;
  /** The catalog, or `null` if the deployment has none. */
  readonly catalog: Catalog<Context> | null;
  /** The database of the change log, or `null` if changes are not recorded. */
  readonly control: D1Database | null;
  readonly apiSettings: ApiSettings;
}

export interface Loading extends Sources {
  readonly context: Context;
  readonly askStored: AskStored;
}

/** Returns the members of a resource that load it through one capability of the source. */
export function fromSource<C extends Resourceful>(
  capability: C,
): Pick<Resource<C>, "isOffered" | "load"> & { readonly name: C } {
  return {
    name: capability,
    isOffered: ({ source }) => source.offers(capability),
    load: (query, { source, context }) => source.load(context, capability, query),
  };
}

/**
 * Returns a stored or newly loaded response. Does not reject if a source fails; the result then contains the problem.
 */
export type Ask = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
  options?: AskOptions,
) => Promise<CacheResult>;

/**
 * Returns a cached response without contacting the source, or `null` if the cache has none that may be served. Works
 * even if the source does not offer the resource.
 */
export type Peek = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
) => Promise<Served | null>;

/** Returns true if the response is fresh or may be served while it is revalidated. */
export function isUsable({ age, policy }: Pick<Served, "age" | "policy">): boolean {
  const state = freshness(age, policy);
  return state === "fresh" || state === "revalidate";
}

export function isFresh(served: Served | null | undefined): boolean {
  return served != null && freshness(served.age, served.policy) === "fresh";
}

export interface AskOptions {
  /** Returns true if the caller does not yet have the body with this entity tag. */
  readonly needsBody?: (entityTag: string) => boolean;
  /** The result of an earlier `peek`, which saves a second read of the cache. If it is fresh, it is returned. */
  readonly stored?: Served | null;
  /** The rate limit check that replaces the caller's. `null` means that the load is not counted. */
  readonly allowance?: Allowance | null;
  readonly mayBeReplaced?: boolean;
  /** Whether the result counts as a part of the page that is being rendered. Defaults to true. */
  readonly isPagePart?: boolean;
}

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

/** The lifetimes, unless settings change them. */
export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/** The policy for empty and incomplete results. Its lifetime is short, because a missing title may exist tomorrow. */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING = neverStale(60);
/** The policy for a result that depends on what else its request has read. It is not stored. */
const CUT = neverStale(0);

/**
 * Returns the policy for an outcome.
 * @param complete the policy for complete results, whose lifetimes other outcomes do not exceed
 */
export function policyFor(complete: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  if (outcome === "cut") return CUT;
  return outcome === "found" ? complete : atMost(EMPTY, complete);
}

const like = (which: keyof Policies) => (policies: Policies, outcome: Outcome) =>
  policyFor(policies[which], outcome);
export const searchPolicy = like("search");
export const creditsPolicy = like("credits");
