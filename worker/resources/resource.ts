/** The cached resources that callers and pages ask for: one for each capability of an origin. */
import type { GenericSchema } from "valibot";
import { atMost, type FreshnessPolicy, freshness, neverStale } from "../cache/freshness.ts";
import type { Allowance, Answer, Context, Served } from "../cache/resource.ts";
import type { Outcome } from "../cache/stored-response.ts";
import type { Capability, QueryOf, Traits } from "../source/source.ts";

export interface Resource<C extends Capability, S extends GenericSchema = GenericSchema> {
  /** In cache keys and in the log. */
  readonly name: string;
  /** The schema of the JSON, for code inside the Worker. */
  readonly schema: S;
  /** Queries with the same meaning have the same key. `traits`: of the origin. */
  key(query: QueryOf<C>, traits: Traits): string;
  /** In addition to the tags of the titles and people in it. */
  tags(query: QueryOf<C>): readonly string[];
  policy(policies: Policies, outcome: Outcome, query: QueryOf<C>): FreshnessPolicy;
  /** Whether only changes of the ids in its tags invalidate it. */
  readonly isOfIds?: boolean;
  /** Whether a forwarded request does not count towards its caller's limit. */
  readonly isUncounted?: boolean;
  /** Whether one page asks for it, once: the catalog's answer is not stored by itself, since the page is. */
  readonly isOfPages?: boolean;
  /** Whether the catalog is asked if the origin has failed and nothing stale is left. */
  readonly hasLastResort?: boolean;
}

/** Never rejects because an origin failed: the answer then contains the problem. */
export type Ask = <C extends Capability>(
  context: Context,
  capability: C,
  query: QueryOf<C>,
  options?: AskOptions,
) => Promise<Answer>;

/** Reads the store, even if the origin lacks the capability. `null`: nothing that may still be served. */
export type Peek = <C extends Capability>(
  context: Context,
  capability: C,
  query: QueryOf<C>,
) => Promise<Served | null>;

/** Whether a response is usable although its origin has not failed. */
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
