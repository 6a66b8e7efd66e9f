/**
 * The requests that the cache engine accepts, and its results. The engine knows nothing else about the resources in
 * the cache.
 */
import type { Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { FreshnessPolicy } from "./freshness.ts";
import type { Outcome, StoredResponse } from "./stored-response.ts";

/** The parts of a request's context that the cache and the sources use. */
export interface Context {
  readonly log: Log;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  readonly timed: <T>(origin: string, work: () => Promise<T>) => Promise<T>;
  readonly noteRegion: (region: string) => void;
  readonly timedCache: <T>(work: () => Promise<T>) => Promise<T>;
  readonly allowance: Allowance;
  readonly observe: (result: CacheResult) => void;
  /**
   * The results of the lookups of this request so far. A page that is rendered for the request is composed from them.
   */
  readonly results: CacheResult[];
}

/** The fields that the freshness of a response depends on. */
export type DatedResponse = Pick<StoredResponse, "outcome" | "notes" | "storedAt" | "policy">;

/**
 * The description of a cached response. A load may also have a result that no store keeps (`Unstorable`), and then
 * removes what is stored.
 */
export interface ResourceRequest<U extends Unstorable = never> {
  readonly name: string;
  readonly key: string;
  readonly policy: (response: DatedResponse) => FreshnessPolicy;
  /** Whether the caller already knows that nothing is stored. */
  readonly isMissing?: boolean;
  /**
   * Whether a response may be served stale while it is revalidated after the source's data was replaced. False for
   * parts of a composed response.
   */
  readonly mayBeReplaced?: boolean;
  /** Whether the body may be large, so that it is streamed from the store. Its code never reads the body. */
  readonly isStreamed?: boolean;
  /** Further tags that invalidate the stored response for this request. */
  readonly tags?: readonly string[];
  /** The deadline of a load in milliseconds. Defaults to that of the cache. */
  readonly timeoutMs?: number;
  readonly load: (snapshot: FetchSnapshot) => Promise<Representation | U>;
  /** Checks the caller's rate limit before the origin is contacted. Absent if there is no limit. */
  readonly allowance?: Allowance;
}

/** A request whose load may have a result that cannot be stored. */
export type AnyRequest = ResourceRequest<Unstorable>;

/** The time of a request to the origin, in epoch milliseconds, and the log position at that time. */
export type FetchSnapshot = Pick<StoredResponse, "storedAt" | "logPosition">;

export interface Representation {
  readonly body: string | Uint8Array;
  /** The media type. Defaults to JSON. */
  readonly contentType?: string;
  /** The policy, if the parts of the response decide it instead of the resource. */
  readonly policy?: FreshnessPolicy;
  readonly outcome: Outcome;
  readonly more?: boolean;
  readonly notes?: string | null;
  readonly tags: readonly string[];
  readonly sourceVersion?: string | null;
  readonly parts?: readonly FetchSnapshot[];
  /** What the source returned, for a reader that bypasses the store. */
  readonly loaded?: unknown;
  /** Called once the body has been stored, or need not be. Frees the memory that was reserved for it. */
  readonly release?: () => void;
}

/**
 * A result that no store may keep, such as a redirect. Its response belongs to the request that loaded it, so no other
 * request can join the load.
 */
export interface Unstorable {
  readonly kind: "unstorable";
  readonly response: Response;
  /** Whether a failure is the reason. The stored response is then kept, and is served if it may be. */
  readonly isFailure: boolean;
}

/** Resolves to the problem to respond with, or to `null` if the origin may be contacted. Never rejects. */
export type Allowance = () => Promise<Problem | null>;

export interface Served extends StoredResponse {
  readonly kind: "served";
  /** Whole seconds since the request to the origin. */
  readonly age: number;
  readonly policy: FreshnessPolicy;
  readonly cacheStatus: CacheStatus;
  /** Whether no cache may store the response, because its policy forbids it. */
  readonly isUncacheable: boolean;
  /** Whether the parts of the response come from different versions of the data, so that it has to be rebuilt. */
  readonly isMixed?: boolean;
}

/**
 * A result without a response, because neither the store nor the origin had one. An outage is always a problem,
 * never an empty list.
 */
export interface Failed {
  readonly kind: "failed";
  readonly problem: Problem;
  readonly cacheStatus: CacheStatus;
}

export type CacheResult = Served | Failed;
