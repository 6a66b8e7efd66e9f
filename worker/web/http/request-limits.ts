/**
 * Limits the rate of requests that reach the origin. Cached responses do not count. Pages have their own limit, so
 * that API calls from an IP address do not lock out visitors with the same address. If a limiter is not bound or
 * fails, all requests are admitted, and this is logged once.
 */
import type { Config, RateLimiters } from "../../config.ts";
import { LIMITS } from "../../contract/limits.ts";
import { Problem } from "../../contract/problem.ts";
import type { Log } from "../../log.ts";
import { findTraits } from "../../sources.ts";
import type { Caller } from "./access.ts";
import { addressBlock } from "./client-address.ts";

interface LimitedRequest {
  readonly kind: "api" | "tmdb" | "mcp" | "page" | "image" | "admin";
  readonly config: Config;
  /** The holder of the key that the request needed, or `undefined` if it needed none. */
  readonly caller: Caller | undefined;
}

interface LimitServices {
  readonly request: Request;
  readonly limiters: RateLimiters;
  /** The limits that have been logged as missing. */
  readonly missingLimits: Set<string>;
  readonly log: Log;
}

/**
 * Checks the caller's limit before a request is sent to the origin. Resolves to a `rate-limited` Problem, or to
 * `null` if the request is admitted. Never rejects.
 */
export async function allowance(
  limited: LimitedRequest,
  { request, limiters, missingLimits, log }: LimitServices,
): Promise<Problem | null> {
  if (!limited.config.rateLimited) return null;
  const limit = limitFor(limited);
  // Callers cannot forge the address, because the platform sets it.
  const id = limited.caller?.digest ?? addressBlock(request.headers.get("CF-Connecting-IP") ?? "unknown");
  try {
    const limiter = limiters[limit.binding];
    if (limiter === undefined) throw new Error("not bound");
    return (await isAdmitted(limiter, id, limit)) ? null : exceeded(limit);
  } catch (thrown) {
    if (!missingLimits.has(limit.binding)) {
      log({ event: "rate-limit-missing", binding: limit.binding, reason: String(thrown) });
    }
    missingLimits.add(limit.binding);
    return null;
  }
}

type Limit = Omit<(typeof LIMITS)[keyof typeof LIMITS], "requests"> & {
  readonly requests: number;
  /** The limit of the binding, which is the same for all of its callers. */
  readonly bound: number;
};

/** Returns the limit that applies to a request. */
export function limitFor({ caller, ...limited }: LimitedRequest): Limit {
  const limit = caller === undefined ? addressLimit(limited) : LIMITS.key;
  return { ...limit, requests: caller?.requests ?? limit.requests, bound: limit.requests };
}

function addressLimit({ kind, config }: Omit<LimitedRequest, "caller">) {
  if (kind === "admin" || kind === "image" || kind === "page") return LIMITS[kind];
  // If TMDB is the source, the stricter API limit applies, because each uncached request uses the operator's key.
  const isOnCatalog = kind === "tmdb" && !findTraits(config.upstream)?.hasTmdbApi;
  return isOnCatalog ? LIMITS.tmdb : LIMITS.address;
}

/**
 * Counts a request. The binding has one limit, so a caller with a lower limit counts several times, and a caller with a
 * higher one has several counters. Limits are divisors or multiples of the binding's (`isKeyLimit`).
 */
async function isAdmitted(limiter: RateLimit, id: string, { requests, bound }: Limit): Promise<boolean> {
  const times = Math.max(1, bound / requests);
  const counters = Math.max(1, requests / bound);
  const first = Math.floor(Math.random() * counters);
  for (let tried = 0; tried < counters; tried += 1) {
    const at = (first + tried) % counters;
    const key = at === 0 ? id : `${id}.${at}`;
    const results = await Promise.all(Array.from({ length: times }, () => limiter.limit({ key })));
    if (results.every(({ success }) => success)) return true;
  }
  return false;
}

function exceeded({ requests, seconds, name }: Limit): Problem {
  const counted = name === LIMITS.admin.name ? "attempts" : "uncached requests";
  const detail = `Rate limit exceeded: ${requests} ${counted} in ${seconds} seconds.`;
  return new Problem("rate-limited", detail, { retryAfter: seconds });
}
