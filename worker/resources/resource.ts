/** The cached resources that callers and pages ask for. */
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

/** A response or a value that is stored, by its query. */
export interface Stored<Query, S extends GenericSchema = GenericSchema> {
  /** In cache keys and in the log. */
  readonly name: string;
  /** The schema of the JSON, for code inside the Worker. */
  readonly schema: S;
  /** Queries with the same meaning have the same key. `traits`: of the source. */
  key(query: Query, traits: Traits): string;
  /** In addition to the tags of the titles and people in it. */
  tags(query: Query): readonly string[];
  policy(policies: Policies, outcome: Outcome, query: Query, response: DatedResponse): FreshnessPolicy;
  /** Whether only changes of the ids in its tags invalidate it. */
  readonly isOfIds?: boolean;
}

/** The capabilities of sources, and what is made of several. */
type Queries = { readonly [C in Capability]: QueryOf<C> } & {
  readonly match: MatchQuery;
  readonly changes: ChangesQuery;
};
export type ResourceName = keyof Queries;
export type ResourceQuery<R extends ResourceName> = Queries[R];

export interface Resource<R extends ResourceName, S extends GenericSchema = GenericSchema>
  extends Stored<ResourceQuery<R>, S> {
  /** Returns true if these sources have it. */
  isOffered(sources: Sources): boolean;
  /** Throws a Problem. */
  load(query: ResourceQuery<R>, loading: Loading): Promise<Loaded | LoadedList>;
  /** Whether a forwarded request does not count towards its caller's limit. */
  readonly isUncounted?: boolean;
  /** Whether one page asks for it, once: the catalog's answer is not stored by itself, since the page is. */
  readonly isOfPages?: boolean;
  /** Whether the catalog is asked if the source has failed and nothing stale is left. */
  readonly hasLastResort?: boolean;
}

/** What resources are loaded from. */
export interface Sources {
  /** The source that is asked: the deployment's own, or its last resort. */
  readonly source: Source<Context>;
  /** `null` if there is none. */
  readonly catalog: Catalog<Context> | null;
  /** The log of changes, or `null` if changes are not recorded. */
  readonly control: D1Database | null;
  readonly apiSettings: ApiSettings;
}

/** What one response is loaded with. */
export interface Loading extends Sources {
  readonly context: Context;
  readonly askStored: AskStored;
}

/** Returns how a resource is loaded that is a capability of the source. */
export function fromSource<C extends Capability>(
  capability: C,
): Pick<Resource<C>, "isOffered" | "load"> & { readonly name: C } {
  return {
    name: capability,
    isOffered: ({ source }) => source.offers(capability),
    load: (query, { source, context }) => source.load(context, capability, query),
  };
}

/** Never rejects because a source failed: the answer then contains the problem. */
export type Ask = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
  options?: AskOptions,
) => Promise<Answer>;

/** Reads the store, even if the source lacks the capability. `null`: nothing that may still be served. */
export type Peek = <R extends ResourceName>(
  context: Context,
  name: R,
  query: ResourceQuery<R>,
) => Promise<Served | null>;

/** Whether a response is usable although its source has not failed. */
export function serves({ age, policy }: Pick<Served, "age" | "policy">): boolean {
  const state = freshness(age, policy);
  return state === "fresh" || state === "revalidate";
}

export function isFresh(served: Served | null | undefined): boolean {
  return served != null && freshness(served.age, served.policy) === "fresh";
}

export interface AskOptions {
  /** Whether the caller needs the body of a response with this entity-tag. */
  readonly wanted?: (entityTag: string) => boolean;
  /** The stored response from an earlier `peek`, or `null` if there is none. It is the answer if it is fresh. */
  readonly stored?: Served | null;
  /** In place of the caller's own; `null`: the request does not count. */
  readonly allowance?: Allowance | null;
  /** See `ResourceRequest`. */
  readonly mayBeReplaced?: boolean;
  /** Whether the answer is a part of the page; the default. */
  readonly isNoted?: boolean;
}

export interface Policies {
  readonly search: FreshnessPolicy;
  readonly credits: FreshnessPolicy;
}

/** Used unless a setting replaces them. */
export const DEFAULT_POLICIES: Policies = {
  search: { lifetime: 3_600, staleWhileRevalidate: 86_400, staleIfError: 2_592_000 },
  credits: { lifetime: 86_400, staleWhileRevalidate: 604_800, staleIfError: 2_592_000 },
};

/** A title that is missing today may exist tomorrow. */
const EMPTY: FreshnessPolicy = { lifetime: 300, staleWhileRevalidate: 300, staleIfError: 86_400 };
const MISSING = neverStale(60);

/** `found`: the policy for found results. No other outcome is stored for longer. */
export function policyFor(found: FreshnessPolicy, outcome: Outcome): FreshnessPolicy {
  if (outcome === "missing") return MISSING;
  return outcome === "found" ? found : atMost(EMPTY, found);
}

const like = (which: keyof Policies) => (policies: Policies, outcome: Outcome) =>
  policyFor(policies[which], outcome);
export const likeSearch = like("search");
export const likeCredits = like("credits");
