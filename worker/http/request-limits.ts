/**
 * Rate limits: how many requests a caller may have forwarded to the origin. Cached responses do not count. Pages have
 * their own limit, so that abuse of the API does not lock out visitors with the same address. A limiter that is not
 * bound or fails admits every request, which is logged once. Size limits: well below those of the platform (16 KiB of
 * address, 128 KiB of headers). The limit of bodies is in request-body.ts.
 */
import type { Config, RateLimiters } from "../config.ts";
import { keyDigest } from "../contract/key.ts";
import { LIMITS, rateLimitPolicy } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import { accessTo, callerKey } from "./access.ts";
import { addressBlock } from "./client-address.ts";

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

interface LimitedCaller {
  readonly request: Request;
  /** The kind of the requested address. */
  readonly kind: "api" | "tmdb" | "page" | "image" | "admin";
  readonly config: Config;
  readonly limiters: RateLimiters;
  /** `missingLimits`: bindings whose absence was logged. */
  readonly isolate: { readonly missingLimits: Set<string> };
  readonly log: Log;
}

/** Called before each request that is forwarded: `null` admits it, otherwise a Problem `rate-limited`. Never rejects. */
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
      log({ event: "not-limited", binding: limit.binding, reason: String(thrown) });
    }
    isolate.missingLimits.add(limit.binding);
    return null;
  }
}

function limitFor(kind: LimitedCaller["kind"], config: Config): Limit {
  if (kind === "admin") return LIMITS.admin;
  if (kind !== "api" && kind !== "tmdb") return LIMITS.page;
  return accessTo(kind, config)?.mode === "keyed" ? LIMITS.key : LIMITS.address;
}

/** The hash of the caller's key, or the block of its address, which the platform sets and callers cannot forge. */
async function callerId(request: Request, limit: Limit): Promise<string> {
  if (limit === LIMITS.key) return (await keyDigest(callerKey(request) ?? "")).join(".");
  return addressBlock(request.headers.get("CF-Connecting-IP") ?? "unknown");
}

function exceeded(limit: Limit): Problem {
  const { requests, seconds } = limit;
  const counted = limit === LIMITS.admin ? "attempts" : "requests that were not cached";
  const detail = `Limit reached: ${requests} ${counted} in ${seconds} seconds.`;
  return new Problem("rate-limited", detail, {
    retryAfter: seconds,
    rateLimitPolicy: rateLimitPolicy(limit),
  });
}

/** Bytes. */
const MAX_ADDRESS = 2_048;
/** A browser sends about 20, the platform adds about 15. */
const MAX_HEADERS = 100;
/** Bytes of names and values together: room for the cookies of other applications on the domain. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Throws a Problem `address-too-long` or `headers-too-large`. */
export function checkSize(request: Request): void {
  if (bytesOf(request.url) > MAX_ADDRESS) {
    throw new Problem(
      "address-too-long",
      `The address is longer than ${MAX_ADDRESS.toLocaleString("en")} bytes.`,
    );
  }
  const fields = [...request.headers];
  const bytes = fields.reduce((sum, [name, value]) => sum + bytesOf(name) + bytesOf(value), 0);
  if (fields.length <= MAX_HEADERS && bytes <= MAX_HEADER_BYTES) return;
  const limit = `${MAX_HEADERS} header fields and ${MAX_HEADER_BYTES.toLocaleString("en")} bytes of headers`;
  throw new Problem("headers-too-large", `At most ${limit} are accepted.`);
}

/** Called for every request, so ASCII, the usual case, is not encoded. */
function bytesOf(text: string): number {
  if (!/[^\0-\x7f]/.test(text)) return text.length;
  return new TextEncoder().encode(text).byteLength;
}
