/** The requests and answers of the cache engine, which is all that it knows about the resources it caches. */
import type { Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { FreshnessPolicy } from "./freshness.ts";
import type { Outcome, StoredResponse } from "./stored-response.ts";

/** Per-request context. The engine itself is built once per isolate. */
export interface Context {
  readonly log: Log;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  readonly timed: <T>(origin: string, work: () => Promise<T>) => Promise<T>;
  readonly noteRegion: (region: string) => void;
  readonly timedCache: <T>(work: () => Promise<T>) => Promise<T>;
  readonly allowance: Allowance;
  /**
   * Whether the CDN cache may store the response. Only then a stored response waits until it is known to be
   * valid.
   */
  readonly isForCdnCache: boolean;
  readonly observe: (answer: Answer) => void;
  /** The answers so far, which are the parts of the page that is rendered for the request. */
  readonly answers: Answer[];
}

/** The fields that the freshness of a response depends on. */
export type DatedResponse = Pick<StoredResponse, "outcome" | "notes" | "storedAt">;

export interface ResourceRequest {
  readonly name: string;
  readonly key: string;
  readonly policy: (response: DatedResponse) => FreshnessPolicy;
  /** Whether the caller already knows that the store has no entry. */
  readonly isMissing?: boolean;
  /**
   * Whether a response from replaced data may be served while it is revalidated. False if it is one of
   * several parts.
   */
  readonly mayBeReplaced?: boolean;
  /** Loads from the origin. Throws a Problem. */
  readonly load: (snapshot: FetchSnapshot) => Promise<Representation>;
  /**
   * The source of last resort, for when the origin fails and no stale response is left. Its responses are not
   * stored.
   */
  readonly lastResort?: LastResort;
  /** Checks the caller's limit before a request is forwarded. Absent if requests do not count. */
  readonly allowance?: Allowance;
}

/** The time of an origin request, in epoch milliseconds, and the log position at that time. */
export type FetchSnapshot = Pick<StoredResponse, "storedAt" | "logPosition">;

export interface Representation {
  readonly body: string;
  readonly outcome: Outcome;
  readonly more?: boolean;
  /** See `StoredResponse`. */
  readonly notes?: string | null;
  readonly tags: readonly string[];
  /** See `StoredResponse`. */
  readonly sourceVersion?: string | null;
  readonly parts?: readonly FetchSnapshot[];
}

interface LastResort {
  readonly name: string;
  readonly load: ResourceRequest["load"];
}

/** Resolves to the problem to respond with, or to `null` if the request may be forwarded. Never rejects. */
export type Allowance = () => Promise<Problem | null>;

export interface Served extends StoredResponse {
  readonly kind: "served";
  /** Whole seconds since the origin was asked. */
  readonly age: number;
  readonly policy: FreshnessPolicy;
  readonly cacheStatus: CacheStatus;
  /** Whether no cache may store it, because it came from the last resort or its policy stores nothing. */
  readonly isUncacheable: boolean;
  /** Whether its parts come from two versions of the data, in which case it must be rebuilt. */
  readonly isMixed?: boolean;
}

/** Neither the store nor the origin had a response. An outage is a problem, never an empty list. */
export interface Failed {
  readonly kind: "failed";
  readonly problem: Problem;
  readonly cacheStatus: CacheStatus;
}

export type Answer = Served | Failed;
