/**
 * Cache keys of Workers Cache. Source: developers.cloudflare.com/workers/cache/cache-keys,
 * "What goes into the cache key" and "Custom cache keys". An entrypoint has a cache of its
 * own, so the entrypoint is not part of the key here.
 */

/** What the caller of a cached entrypoint may choose. Nothing of it can come from outside the account. */
export interface CallOptions {
  /** `cf.cacheKey`: replaces the path and the query. An empty one counts as none. */
  readonly cacheKey?: string;
  /** `ctx.props`. */
  readonly props?: unknown;
}

/** Part of the key "as anti-cache-poisoning measures". */
const KEYED_HEADERS = [
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
  "x-forwarded-host",
  "x-host",
  "x-forwarded-scheme",
  "x-original-url",
  "x-rewrite-url",
  "forwarded",
  "cloudflare-workers-version-key",
];

/** `version`: `null` where versions share the cache. The host, the method and the body are not part of it. */
export function cacheKey(request: Request, version: string | null, options: CallOptions = {}): string {
  const { pathname, search } = new URL(request.url);
  const address = options.cacheKey || `${pathname}${search}`;
  const headers = KEYED_HEADERS.map((name) => keyedValue(name, request.headers.get(name)));
  return JSON.stringify([address, version, options.props ?? null, headers]);
}

function keyedValue(name: string, value: string | null): string | null {
  if (name === "x-forwarded-scheme" && (value === "http" || value === "https")) return null;
  return value;
}
