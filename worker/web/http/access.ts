/** Callers' keys: how they are sent, and which ones ACCESS=keyed accepts. */

import type { AccessConfig, Config } from "../../config.ts";
import { BEARER_TOKEN, keyDigest } from "../../contract/key.ts";
import { Problem } from "../../contract/problem.ts";

/** The access rule of an API; `null`: this deployment does not have the API. */
export function accessTo(kind: string, { access, tmdbApi }: Config): AccessConfig | null {
  return kind === "tmdb" ? tmdbApi : access;
}

/** `keyDigests`: SHA-256, in hex. Throws a Problem `key-required` if the key is missing or unknown. */
export async function requireKey(key: string | null, keyDigests: readonly string[]): Promise<void> {
  const digest = await keyDigest(key ?? "");
  // Every known digest is compared, each in constant time, so that timing reveals nothing about the list.
  let known = false;
  for (const expected of keyDigests) {
    known = crypto.subtle.timingSafeEqual(digest, Uint8Array.fromHex(expected)) || known;
  }
  if (key === null)
    throw new Problem(
      "key-required",
      "An API key is required. Send it as the parameter api_key or as a Bearer token.",
    );
  if (!known) throw new Problem("key-required", "Unknown API key. Ask the operator for a valid one.");
}

/** No shared cache may store a response that needs a key: a hit there would need none. Browsers may. */
export function keepPrivate(headers: Headers): void {
  const cacheControl = headers.get("Cache-Control") ?? "no-store";
  headers.set("Cache-Control", cacheControl.replace(/^public/, "private"));
  headers.set("CDN-Cache-Control", "no-store");
}

/**
 * The caller's key: the contract's query parameter `api_key`, otherwise `Authorization: Bearer` (RFC 6750 section 2.1),
 * which keeps it out of URL logs. The parameter wins if both are sent; an empty one is ignored. Only the check gets it.
 */
export function callerKey(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get(PARAMETER) || bearerToken(request.headers.get("Authorization"))
  );
}

const PARAMETER = "api_key";
const BEARER = new RegExp(`^Bearer +(${BEARER_TOKEN})$`, "i");

/** The token of RFC 6750; `null`: none. */
export function bearerToken(authorization: string | null): string | null {
  return BEARER.exec(authorization ?? "")?.[1] ?? null;
}

/** The URL for everything after the key check: pages, problems, the log. */
export function withoutKey(address: string): URL {
  const url = new URL(address);
  // Deleting would serialise the whole query string again, so a URL without a key is left alone.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url;
}
