/** What the engine is asked for and what it gives. It knows nothing else of what it caches. */
import type { Problem } from "../contract/problem.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { FreshnessPolicy } from "./freshness.ts";
import type { Outcome, StoredResponse } from "./stored-response.ts";

export interface ResourceRequest {
  /** Names the resource in the log. */
  readonly name: string;
  readonly key: string;
  /** How long a response with this outcome serves. */
  readonly policy: (outcome: Outcome) => FreshnessPolicy;
  /** Asks the origin. Throws a Problem. */
  readonly load: () => Promise<Representation>;
  /** Asked when the origin has failed and nothing stale is left; what it gives is not stored. */
  readonly lastResort?: LastResort;
  /** Asked before a request is forwarded to the origin; `undefined`: forwarding counts towards no limit. */
  readonly allowance?: Allowance;
}

/** What an origin gave, as the engine stores it. */
export interface Representation {
  /** Ready to send. */
  readonly body: string;
  readonly outcome: Outcome;
  readonly more?: boolean;
  /** See `StoredResponse`. */
  readonly remark?: string | null;
  readonly tags: readonly string[];
  /** See `StoredResponse`. */
  readonly sourceVersion?: string | null;
  /** When the oldest stored response that it was made from was asked for, in milliseconds since 1970; `undefined`: there is none. */
  readonly storedAt?: number;
}

interface LastResort {
  /** A token for `Cache-Status`. */
  readonly name: string;
  readonly load: () => Promise<Representation>;
}

/** `null`: the request may be forwarded; else the problem that is answered instead. Never rejects. */
export type Allowance = () => Promise<Problem | null>;

export interface Served extends StoredResponse {
  readonly kind: "served";
  /** Whole seconds since the origin was asked. */
  readonly age: number;
  readonly policy: FreshnessPolicy;
  readonly cacheStatus: CacheStatus;
  /** Whether no cache may store it: it came from the last resort, or its parts are of two versions of the source. */
  readonly isUncacheable: boolean;
}

/** Nothing to serve: an outage is a problem, never an empty list. */
export interface Failed {
  readonly kind: "failed";
  readonly problem: Problem;
  readonly cacheStatus: CacheStatus;
}

export type Answer = Served | Failed;
