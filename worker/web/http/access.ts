/** API keys: where requests may contain them, and which ones ACCESS=keyed accepts. */

import type { AccessConfig, Config } from "../../config.ts";
import { BEARER_TOKEN, digestKey } from "../../contract/key.ts";
import { Problem } from "../../contract/problem.ts";

/** Returns the access rule of an API, or `null` if this deployment does not have the API. */
export function accessTo(kind: string, { access, tmdbApi, mcp }: Config): AccessConfig | null {
  if (kind === "mcp") return mcp;
  return kind === "tmdb" ? tmdbApi : access;
}

/** Throws a Problem `key-required` if the key is missing or unknown. `keyDigests` contains SHA-256 digests in hex. */
export async function requireKey(key: string | null, keyDigests: readonly string[]): Promise<void> {
  const digest = await digestKey(key ?? "");
  // All digests are compared, each in constant time, so that timing reveals nothing about the list.
  let isKnown = false;
  for (const expected of keyDigests) {
    isKnown = crypto.subtle.timingSafeEqual(digest, Uint8Array.fromHex(expected)) || isKnown;
  }
  if (key === null)
    throw new Problem(
      "key-required",
      "An API key is required. Send it as the parameter api_key or as a Bearer token.",
    );
  if (!isKnown) throw new Problem("key-required", "Unknown API key. Ask the operator for a valid one.");
}

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
