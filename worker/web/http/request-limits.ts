/**
 * Limits the rate of requests that reach the origin. Cached responses do not count. Pages have their own limit, so
 * that API calls from an IP address do not lock out visitors with the same address. If a limiter is not bound or
 * fails, all requests are admitted, and this is logged once.
 */
import type { Config, RateLimiters } from "../../config.ts";
import { digestKey } from "../../contract/key.ts";
import { LIMITS, rateLimitPolicy } from "../../contract/limits.ts";
import { Problem } from "../../contract/problem.ts";
import type { Log } from "../../log.ts";
import { findTraits } from "../../sources.ts";
import { accessTo, callerKey } from "./access.ts";
import { addressBlock } from "./client-address.ts";

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

interface LimitedCaller {
  readonly request: Request;
  readonly kind: "api" | "tmdb" | "mcp" | "page" | "image" | "admin";
  readonly config: Config;
  readonly limiters: RateLimiters;
  /** The state of the isolate. `missingLimits` contains the limits that have been logged as missing. */
  readonly isolate: { readonly missingLimits: Set<string> };
  readonly log: Log;
}

/**
 * Checks the caller's limit before a request is sent to the origin. Resolves to a Problem `rate-limited`, or to
 * `null` if the request is admitted. Never rejects.
 */
export async function allowance(caller: LimitedCaller): Promise<Problem | null> {
  const { request, kind, config, limiters, isolate, log } = caller;
  if (!config.rateLimited) return null;
  const limit = limitFor(kind, config);
  try {
    const limiter = limiters[limit.binding];
    if (limiter === undefined) throw new Error("not bound");
    const { success } = await limiter.limit({ key: await callerId(request, limit) });
    return success ? null : exceeded(limit);
  } catch (thrown) {
    if (!isolate.missingLimits.has(limit.binding)) {
      log({ event: "rate-limit-missing", binding: limit.binding, reason: String(thrown) });
    }
    isolate.missingLimits.add(limit.binding);
    return null;
  }
}

function limitFor(kind: LimitedCaller["kind"], config: Config): Limit {
  if (kind === "admin") return LIMITS.admin;
  if (kind === "image") return LIMITS.image;
  if (kind === "page") return LIMITS.page;
  if (accessTo(kind, config)?.mode === "keyed") return LIMITS.key;
  // If TMDB is the source, the stricter API limit applies, because each uncached request uses the operator's key.
  const isOnCatalog = kind === "tmdb" && !findTraits(config.upstream)?.hasTmdbApi;
  return isOnCatalog ? LIMITS.tmdb : LIMITS.address;
}

/**
 * Returns the id that a limit applies to: the hash of the API key, or the block of the IP address. Callers cannot
 * forge the address, because the platform sets it.
 */
async function callerId(request: Request, limit: Limit): Promise<string> {
  if (limit === LIMITS.key) return (await digestKey(callerKey(request) ?? "")).join(".");
  return addressBlock(request.headers.get("CF-Connecting-IP") ?? "unknown");
}

function exceeded(limit: Limit): Problem {
  const { requests, seconds } = limit;
  const counted = limit === LIMITS.admin ? "attempts" : "uncached requests";
  const detail = `Rate limit exceeded: ${requests} ${counted} in ${seconds} seconds.`;
  return new Problem("rate-limited", detail, {
    retryAfter: seconds,
    rateLimitPolicy: rateLimitPolicy(limit),
  });
}
