/**
 * How often a caller may have an answer fetched for it. Only requests that go to the origin
 * count: what the edge has costs nothing. Pages have a limit of their own, so that abuse of
 * the API does not lock out the visitors behind the same address. A limit that is not bound
 * or fails limits nobody; the log says so once.
 */
import type { Config, RateLimiters } from "../config.ts";
import { keyDigest } from "../contract/key.ts";
import { LIMITS, rateLimitPolicy } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";
import type { Allowance } from "../edge/lookup.ts";
import type { Log } from "../log.ts";
import { isApi } from "./address.ts";
import { addressBlock } from "./client-address.ts";
import { callerKey } from "./credential.ts";

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

export interface LimitedCaller {
  readonly request: Request;
  readonly config: Config;
  readonly limiters: RateLimiters;
  readonly log: Log;
}

/** Asked each time the origin would be: `null` admits, a Problem `rate-limited` does not. Never rejects. */
export function allowance({ request, config, limiters, log }: LimitedCaller): Allowance {
  if (!config.rateLimited) return async () => null;
  return async () => {
    const limit = limitFor(request, config);
    try {
      const limiter = limiters[limit.binding];
      if (limiter === undefined) throw new Error("not bound");
      const { success } = await limiter.limit({ key: await whoAsks(request, limit) });
      return success ? null : exceeded(limit);
    } catch (thrown) {
      reportOnce(limit, thrown, log);
      return null;
    }
  };
}

function limitFor(request: Request, config: Config): Limit {
  const url = new URL(request.url);
  if (url.pathname.startsWith("/admin/")) return LIMITS.admin;
  if (!isApi(url)) return LIMITS.page;
  return config.access.mode === "keyed" ? LIMITS.key : LIMITS.address;
}

/** The hash of the caller's key, or the block of its address. The platform says the address; no caller can. */
async function whoAsks(request: Request, limit: Limit): Promise<string> {
  if (limit === LIMITS.key) return (await keyDigest(callerKey(request) ?? "")).join(".");
  return addressBlock(request.headers.get("CF-Connecting-IP") ?? "unknown");
}

function exceeded(limit: Limit): Problem {
  const { requests, seconds } = limit;
  const counted = limit === LIMITS.admin ? "attempts were made" : "new answers were asked for";
  const detail = `More than ${requests} ${counted} in ${seconds} seconds.`;
  return new Problem("rate-limited", detail, {
    retryAfter: seconds,
    rateLimitPolicy: rateLimitPolicy(limit),
  });
}

/** Limits found missing by this isolate: at most four names, kept so that the log is not filled with them. */
const reported = new Set<string>();

function reportOnce({ binding }: Limit, thrown: unknown, log: Log): void {
  if (reported.has(binding)) return;
  reported.add(binding);
  log({ event: "not-limited", binding, reason: String(thrown) });
}
