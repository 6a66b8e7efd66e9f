import type { GenericSchema } from "valibot";
import { atMost, type FreshnessPolicy, freshness, neverStale } from "../cache/freshness.ts";
import type { Allowance, Answer, Context, DatedResponse, Served } from "../cache/resource.ts";
import type { Outcome } from "../cache/stored-response.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ChangesQuery } from "../contract/changes.ts";
import type { MatchQuery } from "../contract/matching.ts";
import type { Loaded, LoadedList } from "../source/loaded.ts";
import type { AskStored, Capability, QueryOf, Source, Traits } from "../source/source.ts";
import type { ApiSettings } from "../tmdb/api/catalog-reading.ts";

export interface Stored<Query, S extends GenericSchema = GenericSchema> {
  /** The name in cache keys and in the log. */
  readonly name: string;
  readonly schema: S;
  /**
   * Returns the cache key for a query. Queries with the same meaning have the same key. `traits` are those of the
   * source.
   */
  key(query: Query, traits: Traits): string;
  /** Returns the tags of the response, apart from those of its titles and people. */
  tags(query: Query): readonly string[];
  policy(policies: Policies, outcome: Outcome, query: Query, response: DatedResponse): FreshnessPolicy;
  /** Whether changes to the ids in its tags are the only ones that invalidate the response. */
  readonly isInvalidatedByIdOnly?: boolean;
}

/** The queries of all resources: those of source capabilities, and those of resources that combine several. */
type Queries = { readonly [C in Capability]: QueryOf<C> } & {
  readonly match: MatchQuery;
  readonly changes: ChangesQuery;
};
export type ResourceName = keyof Queries;
export type ResourceQuery<R extends ResourceName> = Queries[R];

export interface Resource<R extends ResourceName, S extends GenericSchema = GenericSchema>
  extends Stored<ResourceQuery<R>, S> {
  /** Returns true if the resource can be loaded from these sources. */
  isOffered(sources: Sources): boolean;
  load(query: ResourceQuery<R>, loading: Loading): Promise<Loaded | LoadedList>;
  /** Whether loads do not count towards the caller's rate limit. */
  readonly isUncounted?: boolean;
  /**
   * Whether only a single page uses the resource. If so, data from the catalog is cached as part of the page only.
   */
  readonly isCachedWithPage?: boolean;
  /** Whether the catalog is used if the source has failed and no stale response is left. */
  readonly hasLastResort?: boolean;
}

export interface Sources {
  /** The source of this deployment, or the fallback that stands in for it. */
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

/** Returns the parts of a resource that call a capability of the source. */
export function fromSource<C extends Capability>(
  capability: C,
): Pick<Resource<C>, "isOffered" | "load"> & { readonly name: C } {
  return {
    name: capability,
    isOffered: ({ source }) => source.offers(capability),
    load: (query, { source, context }) => source.load(context, capability, query),
  };
}

/**
 * Returns a stored or newly loaded response. Never rejects because a source failed; the answer then contains the
 * problem.
 */
export type Ask = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
  options?: AskOptions,
) => Promise<Answer>;

/**
 * Reads the cache only, even if the source does not offer the resource. Returns `null` if there is no stored response
 * to serve.
 */
export type Peek = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
) => Promise<Served | null>;

/** Returns true if the response may be served while its source works normally. */
export function isUsable({ age, policy }: Pick<Served, "age" | "policy">): boolean {
  const state = freshness(age, policy);
  return state === "fresh" || state === "revalidate";
}

export function isFresh(served: Served | null | undefined): boolean {
  return served != null && freshness(served.age, served.policy) === "fresh";
}

export interface AskOptions {
  /** Returns true if the response needs its body. The caller may already have the response with this entity tag. */
  readonly needsBody?: (entityTag: string) => boolean;
  /** The result of an earlier `peek`, so that the cache is not read again. It is the answer if it is fresh. */
  readonly stored?: Served | null;
  /** The rate limit check to use instead of the caller's, or `null` for none. */
  readonly allowance?: Allowance | null;
  readonly mayBeReplaced?: boolean;
  /** Whether the answer becomes a part of the page that is being rendered. Defaults to true. */
  readonly isPagePart?: boolean;
}

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

/** The default lifetimes, which settings can change. */
export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/**
 * The policy for empty and incomplete results. It is short, because a title that is missing now may exist tomorrow.
 */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING = neverStale(60);

/**
 * Returns the policy for an outcome. `found` is the policy for complete results. Other outcomes are never stored for
 * longer.
 */
export function policyFor(found: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  return outcome === "found" ? found : atMost(EMPTY, found);
}

const like = (which: keyof Policies) => (policies: Policies, outcome: Outcome) =>
  policyFor(policies[which], outcome);
export const searchPolicy = like("search");
export const creditsPolicy = like("credits");
