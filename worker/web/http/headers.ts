/** Adds the headers of every response, including CORS for the API, and responds to HEAD and OPTIONS. */
import { parseCacheControl, seconds } from "../../cache/cache-control.ts";
import { formatFreshness, neverStale } from "../../cache/freshness.ts";
import type { Log } from "../../log.ts";
import { versionName } from "../../resources/keys.ts";

export const REQUEST_ID = "X-Request-Id";

export const VERSION = "Marquee-Version";
export const VERSION_OVERRIDES = "Cloudflare-Workers-Version-Overrides";

/** Adds the Worker's version, if there is a binding for it. */
export function addVersion(headers: Headers, version: WorkerVersionMetadata | undefined): void {
  if (version !== undefined) headers.set(VERSION, versionName(version.id));
}

/**
 * Returns true if the request selects this version of the Worker, as a deployment does to test a version without
 * traffic (developers.cloudflare.com/workers/versions-and-deployments/version-overrides). It is not documented whether
 * the Worker sees Cloudflare's header, so such requests have ours, too. Other callers do not know the complete id.
 */
export function selectsVersion({ headers }: Request, version: WorkerVersionMetadata | undefined): boolean {
  if (version === undefined) return false;
  return [VERSION_OVERRIDES, VERSION].some((name) => headers.get(name)?.includes(version.id));
}

/**
 * The security headers. `site/public/_headers` repeats them for files that the platform serves without the Worker. A
 * test compares both.
 */
const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

/** The content security policy of JSON, which contains nothing to run or frame. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds the security headers. `strictTransport` is only sent over HTTPS (RFC 6797 section 7.2). */
export function addSecurity(headers: Headers, { protocol }: URL, strictTransport: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  if (protocol === "https:") headers.set("Strict-Transport-Security", strictTransport);
}

const CDN_CACHE_CONTROL = "CDN-Cache-Control";

/** The headers that keep a response out of all caches. */
export const NO_STORE = { "Cache-Control": "no-store", [CDN_CACHE_CONTROL]: "no-store" } as const;

/**
 * Sets the header for the CDN cache. Without it, that cache follows its own rules, and without `stale-if-error` it
 * serves stale responses on errors indefinitely (developers.cloudflare.com/workers/cache/configuration,
 * "Cache-Control semantics"). The CDN cache must not store a response that is not `public` for browsers.
 * @param isShared whether the response is the same under every host
 */
export function setCdnHeaders(headers: Headers, isShared: boolean): void {
  const cacheControl = headers.get("Cache-Control");
  if (cacheControl === null) headers.set("Cache-Control", "no-store");
  if (!isShared) headers.set(CDN_CACHE_CONTROL, "no-store");
  if (headers.has(CDN_CACHE_CONTROL) || cacheControl === null) return;
  const directives = parseCacheControl(cacheControl);
  const lifetime = directives?.has("public") ? seconds(directives, "max-age") : null;
  headers.set(CDN_CACHE_CONTROL, lifetime === null ? "no-store" : formatFreshness(neverStale(lifetime)));
}

const EXPOSED = [
  "Age",
  "Allow",
  "Cache-Status",
  "Content-Language",
  "ETag",
  "Link",
  "Marquee-Corrected-Query",
  "Marquee-Ignored",
  "Marquee-Total",
  "Marquee-Understood",
  VERSION,
  "RateLimit-Policy",
  "Retry-After",
  "Server-Timing",
  "WWW-Authenticate",
  "X-Request-Id",
];

/** Allows scripts on any site to read the API and images, including problems. No credentials are involved. */
export function allowAnyOrigin(headers: Headers): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED.join(", "));
}

/**
 * The headers that scripts may send. Sites with tracing add headers of their own to every request, and the Worker
 * ignores those that it does not know. The wildcard does not include `Authorization` (Fetch, "CORS protocol").
 */
const REQUEST_HEADERS = "*, Authorization";

export const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

/** Responds to OPTIONS for URLs that other sites may not read. */
export function methodsAllowed(methods: string): Response {
  return new Response(null, { status: 204, headers: { Allow: methods, "Cache-Control": "no-store" } });
}

/** Responds to OPTIONS for URLs that any site may read. This includes preflight requests. */
export function preflight(methods: string): Response {
  const response = methodsAllowed(methods);
  const { headers } = response;
  headers.set("Access-Control-Allow-Methods", methods);
  headers.set("Access-Control-Allow-Headers", REQUEST_HEADERS);
  headers.set("Access-Control-Max-Age", "86400");
  allowAnyOrigin(headers);
  return response;
}

interface HeadServices {
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

export function withoutBody(response: Response, request: Request, services: HeadServices): Response {
  const { body } = response;
  const headed = new Response(null, response);
  if (!sendsLength(headed, request)) headed.headers.delete("Content-Length");
  // The promise is not awaited, because it only settles after a copy of the body has been stored in the cache.
  if (body !== null) services.waitUntil(cancelBody(body, services.log));
  return headed;
}

async function cancelBody(body: ReadableStream, log: Log): Promise<void> {
  try {
    await body.cancel();
  } catch (thrown) {
    log({ event: "body-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
  }
}

/**
 * Returns true if the length of the body is known. It is unknown for pages, which are sent while they are rendered,
 * and for types that the platform compresses.
 */
function sendsLength({ status, headers }: Response, { cf }: Request): boolean {
  if (status === 204 || status === 304) return false;
  const type = headers.get("Content-Type") ?? "";
  // The platform does not compress images, except SVG.
  if (/^image\/(?!svg)/.test(type)) return true;
  const encodings = String(cf?.clientAcceptEncoding ?? "");
  return !type.startsWith("text/html") && !/gzip|br|zstd/.test(encodings);
}
