/** API keys: where requests may contain them, and which ones are good: those in CLIENT_KEYS and those in CONTROL. */

import type { Access, Config } from "../../config.ts";
import { BEARER_TOKEN, digestKey, isKey } from "../../contract/key.ts";
import { Problem } from "../../contract/problem.ts";
import type { CheckedKey } from "./known-keys.ts";

/** Returns the access rule of an API, or `null` if this deployment does not have the API. */
export function accessTo(kind: string, { access, tmdbApi, mcp }: Config): Access | null {
  if (kind === "mcp") return mcp;
  return kind === "tmdb" ? tmdbApi : access;
}

/** The holder of a key, who is known by its SHA-256 in hex. */
export interface Caller {
  readonly digest: string;
  /** The key's own limit in a minute, or `null` for the default. */
  readonly requests: number | null;
}

interface KeySources {
  /** SHA-256 digests in hex, from CLIENT_KEYS. */
  readonly keyDigests: readonly string[];
  /** Checks a digest against the keys in CONTROL, or `null` without CONTROL. */
  readonly check: ((digest: string) => Promise<CheckedKey>) | null;
  /** Receives the holder of a key that is valid, or was until it expired or was revoked. */
  readonly note: (caller: Caller) => void;
}

/** Throws a Problem if the key is missing, not good, or cannot be checked. */
export async function requireKey(
  key: string | null,
  { keyDigests, check, note }: KeySources,
): Promise<Caller> {
  if (key === null)
    throw new Problem(
      "key-required",
      "An API key is required. Send it as the parameter api_key or as a Bearer token.",
    );
  const bytes = await digestKey(key);
  // All digests are compared, each in constant time, so that timing reveals nothing about the list.
  let isListed = false;
  for (const expected of keyDigests) {
    isListed = crypto.subtle.timingSafeEqual(bytes, Uint8Array.fromHex(expected)) || isListed;
  }
  const digest = bytes.toHex();
  const { state, requests } = isListed ? LISTED : await checkUnlisted(key, digest, check);
  const caller = { digest, requests };
  if (["good", "expired", "revoked"].includes(state)) note(caller);
  if (state === "good") return caller;
  if (state === "unavailable")
    throw new Problem("upstream-unavailable", "API keys cannot be checked now. Try again in a few seconds.", {
      retryAfter: 5,
    });
  throw new Problem("key-required", REFUSALS[state]);
}

const LISTED = { state: "good", requests: null } as const;

/** Checks a key in CONTROL, which has digests only, so the time of a lookup reveals nothing about a key. */
async function checkUnlisted(key: string, digest: string, check: KeySources["check"]) {
  if (!isKey(key)) return { state: "malformed", requests: null } as const;
  return (await check?.(digest)) ?? ({ state: "unknown", requests: null } as const);
}

/** The key is the caller's own secret, so its holder may know what became of it. */
const REFUSALS = {
  malformed: "Malformed API key. Check that it is complete.",
  unknown: "Unknown API key. Ask the operator for a valid one.",
  expired: "This API key has expired. Ask the operator for a new one.",
  revoked: "This API key was revoked. Ask the operator for a new one.",
} as const;

/**
 * Keeps a response that needs a key out of shared caches, because a cache would not check the key. Browsers may store
 * it.
 */
export function keepPrivate(headers: Headers): void {
  const cacheControl = headers.get("Cache-Control") ?? "no-store";
  headers.set("Cache-Control", cacheControl.replace(/^public/, "private"));
  headers.set("CDN-Cache-Control", "no-store");
}

/**
 * Returns the API key from the query parameter `api_key`, otherwise from `Authorization: Bearer` (RFC 6750 section
 * 2.1), which does not end up in logs of URLs. An empty parameter is ignored.
 */
export function callerKey(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get(PARAMETER) || bearerToken(request.headers.get("Authorization"))
  );
}

const PARAMETER = "api_key";
const BEARER = new RegExp(`^Bearer +(${BEARER_TOKEN})$`, "i");

/** Returns the token in an `Authorization` header (RFC 6750), or `null`. */
export function bearerToken(authorization: string | null): string | null {
  return BEARER.exec(authorization ?? "")?.[1] ?? null;
}

/** Returns the URL without the key, for pages, problems and the log. */
export function withoutKey(address: string): URL {
  const url = new URL(address);
  // Deleting a parameter re-encodes the whole query string, so a URL without a key is left alone.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url;
}
