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
   * Returns the cache key for a query, which is the same for queries with the same meaning.
   * @param traits the traits of the source
   */
  key(query: Query, traits: Traits): string;
  /** Returns the tags of the response in addition to those of its titles and people. */
  tags(query: Query): readonly string[];
  policy(policies: Policies, outcome: Outcome, query: Query, response: DatedResponse): FreshnessPolicy;
  /** Whether only changes to the ids in its tags invalidate the response. */
  readonly isInvalidatedByIdOnly?: boolean;
}

/** The queries of all resources, which are source capabilities or combine several of them. */
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
  /** Whether loads are exempt from the caller's rate limit. */
  readonly isUncounted?: boolean;
  /**
   * Whether only one page uses the resource. If it comes from the catalog, it is then cached with the page and not on
   * its own.
   */
  readonly isCachedWithPage?: boolean;
  /** Whether the catalog takes over if the source has failed and no stale response is left. */
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

/** Returns the parts of a resource that load it with a capability of the source. */
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
 * Reads the cache only, even for a resource that the source does not offer. Returns `null` if nothing may be served.
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
  /** Returns true if the caller needs the body. It does not if it already has the response with this entity tag. */
  readonly needsBody?: (entityTag: string) => boolean;
  /** The result of an earlier `peek`, so that the cache is not read again. It is the answer if it is fresh. */
  readonly stored?: Served | null;
  /** The rate limit check that replaces the caller's, or `null` to disable it. */
  readonly allowance?: Allowance | null;
  readonly mayBeReplaced?: boolean;
  /** Whether the answer becomes a part of the page that is being rendered. Defaults to true. */
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

/** The policy for empty and incomplete results. It is short, because a missing title may exist tomorrow. */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING = neverStale(60);

/**
 * Returns the policy for an outcome.
 * @param found the policy for complete results, which is an upper limit for all others
 */
export function policyFor(found: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  return outcome === "found" ? found : atMost(EMPTY, found);
}

const like = (which: keyof Policies) => (policies: Policies, outcome: Outcome) =>
  policyFor(policies[which], outcome);
export const searchPolicy = like("search");
export const creditsPolicy = like("credits");
