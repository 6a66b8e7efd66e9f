/**
 * Sends responses that caches may store, with validators, tags and freshness. Browsers and the CDN cache get the
 * remaining lifetime instead of an `Age`, so that neither of them uses a response for longer than its policy allows.
 */
import { type CacheStatus, formatCacheStatus } from "../../cache/cache-status.ts";
import { atMost, type FreshnessPolicy, formatFreshness } from "../../cache/freshness.ts";
import { NO_STORE } from "./headers.ts";

export interface Sendable {
  readonly type?: string;
  readonly body: BodyInit | null;
  readonly status?: number;
  /** The entity tag. A response without one cannot be revalidated. */
  readonly entityTag?: string;
  readonly cacheStatus?: CacheStatus;
  /** The tags by which the CDN cache can purge the response. */
  readonly tags?: readonly string[];
  /** The times for which caches may use the response, or `null` if no cache may store it. */
  readonly freshness: SentFreshness | null;
  readonly headers?: HeadersInit;
}

export interface SentFreshness {
  readonly remaining: FreshnessPolicy;
  /** The maximum number of seconds for which a browser may reuse the response without revalidating it. */
  readonly browserSeconds: number;
  /**
   * The maximum number of seconds for which the CDN cache may use the response (`Invalidations.sharedLifetime`). 0 if
   * it must not store the response.
   */
  readonly cdnSeconds: number;
  /** Whether browsers may skip revalidation even when the user reloads the page (RFC 8246). */
  readonly isImmutable?: boolean;
}

export const BROWSER_SECONDS = 60;

/**
 * Returns the response, or a 304 if the caller already has it. Sets ETag, Content-Length, Cache-Status, Cache-Tag and
 * both Cache-Control headers.
 */
export function send(request: Request, sendable: Sendable): Response {
  const { type, body, status = 200, entityTag, cacheStatus, tags, freshness, headers } = sendable;
  const isKnown = status === 200 && entityTag !== undefined && !noneMatch(request, entityTag);
  const response = isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers });
  const fields = {
    ...(type !== undefined && { "Content-Type": type }),
    ...(!isKnown && body instanceof Uint8Array && { "Content-Length": String(body.byteLength) }),
    ...(entityTag !== undefined && { ETag: entityTag }),
    ...(cacheStatus !== undefined && { "Cache-Status": formatCacheStatus(cacheStatus) }),
    ...(freshness === null ? NO_STORE : formatLifetimes(freshness)),
    ...(tags !== undefined && { "Cache-Tag": tags.join(",") }),
  };
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  return response;
}

/** Returns the Cache-Control headers for browsers and for the CDN cache. */
function formatLifetimes({
  remaining,
  browserSeconds,
  cdnSeconds,
  isImmutable = false,
}: SentFreshness): Record<string, string> {
  const inCdn = atMost(remaining, {
    lifetime: cdnSeconds,
    staleWhileRevalidate: cdnSeconds,
    staleIfError: cdnSeconds,
  });
  const maxAge = Math.min(browserSeconds, remaining.lifetime);
  return {
    "Cache-Control": `public, max-age=${maxAge}${isImmutable ? ", immutable" : ""}`,
    "CDN-Cache-Control": cdnSeconds <= 0 ? "no-store" : formatFreshness(inCdn),
  };
}

/**
 * Returns true if `If-None-Match` does not contain the entity tag (RFC 9110 section 13). Uses the weak comparison
 * (section 13.1.2).
 */
export function noneMatch(request: Request, entityTag: string): boolean {
  const condition = request.headers.get("If-None-Match");
  if (condition === null) return true;
  if (condition.trim() === "*") return false;
  const tags = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return !tags.some((tag) => tag.replace(/^W\//, "") === entityTag);
}
