/** Requests to the cache engine and its answers: all that the engine knows about the resources it caches. */
import type { Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { FreshnessPolicy } from "./freshness.ts";
import type { Outcome, StoredResponse } from "./stored-response.ts";

/** The part of a request that the engine gets with each call: the engine itself is built once for each isolate. */
export interface Context {
  readonly log: Log;
  /** Keeps work running after the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Sends a request to a server, and notes the status of the response. */
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  /** Measures work for which the origin of this name is asked. */
  readonly timed: <T>(origin: string, work: () => Promise<T>) => Promise<T>;
  /** Notes the region of the database instance that answered. */
  readonly noteRegion: (region: string) => void;
  /** Measures reads of the cache. */
  readonly timedCache: <T>(work: () => Promise<T>) => Promise<T>;
  /** The caller's limit. */
  readonly allowance: Allowance;
  /** Whether the cache in front may store the response: only then a stored one waits until it is known to be valid. */
  readonly isForFront: boolean;
  /** Gets every answer. */
  readonly observe: (answer: Answer) => void;
  /** The answers so far: the parts of a page that is rendered for the request. */
  readonly answers: Answer[];
}

/** What the freshness of a response depends on. */
export type DatedResponse = Pick<StoredResponse, "outcome" | "notes" | "storedAt">;

export interface ResourceRequest {
  /** Names the resource in the log. */
  readonly name: string;
  readonly key: string;
  readonly policy: (response: DatedResponse) => FreshnessPolicy;
  /** Whether a read of the store has just found nothing. */
  readonly isMissing?: boolean;
  /** Whether a response of replaced data may be served while it is revalidated; not if it is one part of several. */
  readonly mayBeReplaced?: boolean;
  /** Asks the origin. Throws a Problem. */
  readonly load: (asked: Asked) => Promise<Representation>;
  /** Asked if the origin has failed and nothing stale is left. Its responses are not stored. */
  readonly lastResort?: LastResort;
  /** Asked before a request is forwarded to the origin; `undefined`: does not count towards a limit. */
  readonly allowance?: Allowance;
}

/** When the origin is asked, in milliseconds since 1970, and the number of the last change that is known then. */
export type Asked = Pick<StoredResponse, "storedAt" | "seen">;

/** The response of an origin, as the engine stores it. */
export interface Representation {
  /** Ready to send. */
  readonly body: string;
  readonly outcome: Outcome;
  readonly more?: boolean;
  /** See `StoredResponse`. */
  readonly notes?: string | null;
  readonly tags: readonly string[];
  /** See `StoredResponse`. */
  readonly sourceVersion?: string | null;
  /** Stored responses that it was made from. */
  readonly parts?: readonly Asked[];
}

interface LastResort {
  /** A token for `Cache-Status`. */
  readonly name: string;
  readonly load: ResourceRequest["load"];
}

/** `null`: the request may be forwarded; otherwise the problem to respond with. Never rejects. */
export type Allowance = () => Promise<Problem | null>;

export interface Served extends StoredResponse {
  readonly kind: "served";
  /** Whole seconds since the origin was asked. */
  readonly age: number;
  readonly policy: FreshnessPolicy;
  readonly cacheStatus: CacheStatus;
  /** No cache may store it: it came from the last resort, or its policy stores nothing. */
  readonly isUncacheable: boolean;
  /** Its parts are of two versions of the source: it has to be made again. */
  readonly isMixed?: boolean;
}

/** Nothing to serve. An outage is a problem, never an empty list. */
export interface Failed {
  readonly kind: "failed";
  readonly problem: Problem;
  readonly cacheStatus: CacheStatus;
}

export type Answer = Served | Failed;
