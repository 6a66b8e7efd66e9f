/**
 * A model of Workers Cache, the CDN cache of a Worker (`[cache]` in wrangler.toml). The real cache only runs on the
 * platform, so this model implements the rules on Cloudflare's documentation pages, which the comments cite. One
 * store represents both tiers and all data centres, so purges take effect everywhere at once
 * (developers.cloudflare.com/workers/cache/purge, "Purge propagation"). Features that the Worker does not use are
 * omitted.
 */

interface FrontOptions {
  /** Runs the Worker. If it throws, the cache receives a 500 response. */
  readonly run: (request: Request) => Promise<Response>;
  readonly now: () => number;
}

/**
 * The responses that a purge or an invalidation selects (developers.cloudflare.com/workers/cache/purge, "Purge
 * modes", and developers.cloudflare.com/changelog/post/2026-09-29-workers-cache-invalidate).
 */
export type Selection = { readonly tags: readonly string[] } | { readonly purgeEverything: true };

export interface Front {
  fetch(request: Request): Promise<Response>;
  purge(what: Selection): CachePurgeResult;
  invalidate(what: Selection): CachePurgeResult;
  deploy(version: string): void;
  readonly runs: number;
  /** Resolves once all background revalidations are done. */
  settle(): Promise<void>;
}

interface StoredResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  readonly policy: Policy;
  readonly tags: ReadonlySet<string>;
  readonly storedAt: number;
  /** The time at which the response becomes stale, in epoch milliseconds. An invalidation makes it earlier. */
  staleAt: number;
}

/** Durations in seconds. Both stale windows begin at the end of the lifetime. */
interface Policy {
  readonly lifetime: number;
  readonly staleWhileRevalidate: number;
  readonly staleIfError: number;
}

/** The statuses that Cloudflare documents (developers.cloudflare.com/cache/concepts/cache-responses). */
type CacheStatus = "HIT" | "MISS" | "EXPIRED" | "REVALIDATED" | "UPDATING" | "STALE" | "BYPASS";

type Outcome =
  | { readonly kind: "stored"; readonly stored: StoredResponse; readonly cacheStatus: CacheStatus }
  /** A response that is not stored. Only the request that ran the Worker receives it. */
  | { readonly kind: "passed"; readonly response: Response };

/**
 * The rate limits of the free plan (developers.cloudflare.com/workers/cache/purge, "Rate limits", and
 * developers.cloudflare.com/cache/how-to/purge-cache, "Availability and limits"). Invalidations count towards the
 * same limits (developers.cloudflare.com/cache/guides/invalidate-cache, "Limits").
 */
const LIMITS = { perMinute: 5, atOnce: 25, tags: 100 };

export function frontCache({ run, now }: FrontOptions): Front {
  const responses = new Map<string, StoredResponse>();
  const underWay = new Map<string, Promise<Outcome>>();
  const background = new Set<Promise<unknown>>();
  let version = "1";
  let runs = 0;
  let calls = { left: LIMITS.atOnce, at: now() };

  async function runWorker(request: Request): Promise<Response> {
    runs += 1;
    return await run(request).catch(() => new Response("error code: 1101", { status: 500 }));
  }

  async function store(response: Response, request: Request, key: string): Promise<StoredResponse | null> {
    const policy = parsePolicy(request, response);
    if (policy === null) return null;
    const { status, headers } = response;
    const stored: StoredResponse = {
      status,
      headers,
      body: await response.arrayBuffer(),
      policy,
      tags: parseTags(headers),
      storedAt: now(),
      staleAt: now() + policy.lifetime * 1_000,
    };
    responses.set(key, stored);
    return stored;
  }

  async function runAndStore(request: Request, key: string): Promise<Outcome> {
    const response = await runWorker(toFillRequest(request));
    const stored = await store(response, request, key);
    return stored === null ? { kind: "passed", response } : { kind: "stored", stored, cacheStatus: "MISS" };
  }

  /** Sends a conditional request for a stored response (developers.cloudflare.com/cache/concepts/revalidation). */
  async function revalidate(request: Request, key: string, stale: StoredResponse): Promise<Outcome> {
    const conditional = toFillRequest(request);
    const entityTag = stale.headers.get("ETag");
    if (entityTag !== null) conditional.headers.set("If-None-Match", entityTag);
    const response = await runWorker(conditional);
    // A failure never replaces a stored response (developers.cloudflare.com/workers/cache/configuration, "Serve stale
    // on error").
    if (response.status >= 500) return { kind: "passed", response };
    const isConfirmed = response.status === 304;
    const whole = isConfirmed ? updateHeaders(stale, response) : response;
    const stored = await store(whole, request, key);
    if (stored === null) return { kind: "passed", response: whole };
    // The status shows whether the Worker has confirmed the stored response
    // (developers.cloudflare.com/cache/guides/invalidate-cache, "Verify an invalidation").
    return { kind: "stored", stored, cacheStatus: isConfirmed ? "REVALIDATED" : "EXPIRED" };
  }

  /**
   * Collapses simultaneous requests into one (developers.cloudflare.com/workers/cache, "Request collapsing"). If the
   * response may not be stored, each of the waiting requests runs the Worker itself.
   */
  async function collapse(request: Request, key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const pending = underWay.get(key);
    if (pending === undefined) {
      const started = work().finally(() => underWay.delete(key));
      underWay.set(key, started);
      return await started;
    }
    const outcome = await pending;
    return outcome.kind === "stored" ? { ...outcome, cacheStatus: "HIT" } : await runAndStore(request, key);
  }

  function answer(outcome: Outcome, request: Request): Response {
    if (outcome.kind === "passed") return toClientResponse(outcome.response, "BYPASS", request);
    return serve(outcome.stored, request, outcome.cacheStatus);
  }

  async function answerStale(request: Request, key: string, stale: StoredResponse): Promise<Response> {
    const { policy, staleAt } = stale;
    const staleness = (now() - staleAt) / 1_000;
    const work = () => collapse(request, key, () => revalidate(request, key, stale));
    // Until the revalidation ends, all requests receive the stale response
    // (developers.cloudflare.com/cache/concepts/revalidation, "Asynchronous revalidation").
    if (staleness < policy.staleWhileRevalidate) {
      if (!underWay.has(key)) {
        const done = Promise.allSettled([work()]).finally(() => background.delete(done));
        background.add(done);
      }
      return serve(stale, request, "UPDATING");
    }
    const outcome = await work();
    const isError = outcome.kind === "passed" && outcome.response.status >= 500;
    // A stale response may replace an error (developers.cloudflare.com/workers/cache/configuration, "Serve stale on
    // error").
    if (isError && staleness < policy.staleIfError) return serve(stale, request, "STALE");
    return answer(outcome, request);
  }

  function serve(stored: StoredResponse, request: Request, cacheStatus: CacheStatus): Response {
    const headers = new Headers(stored.headers);
    // Only a response from the cache has `Age` (developers.cloudflare.com/cache/concepts/cache-responses, "`Age`
    // response header").
    const isFromCache = ["HIT", "UPDATING", "STALE"].includes(cacheStatus);
    if (isFromCache) headers.set("Age", String(Math.floor((now() - stored.storedAt) / 1_000)));
    const isUnmodified = stored.status === 200 && matches(request, stored.headers);
    if (isUnmodified) headers.delete("Content-Length");
    const status = isUnmodified ? 304 : stored.status;
    const body = hasBody(status) ? stored.body : null;
    return toClientResponse(new Response(body, { status, headers }), cacheStatus, request);
  }

  /**
   * Applies the rate limits (developers.cloudflare.com/workers/cache/purge, "Return value"). The error codes are made
   * up, because the documentation lists none.
   */
  function applyRateLimit(
    what: Selection,
    act: (key: string, stored: StoredResponse) => void,
  ): CachePurgeResult {
    const refilled = ((now() - calls.at) / 60_000) * LIMITS.perMinute;
    const left = Math.min(LIMITS.atOnce, calls.left + refilled);
    const isTooLarge = "tags" in what && what.tags.length > LIMITS.tags;
    const message = isTooLarge ? "too many tags" : "rate limited";
    if (isTooLarge || left < 1) return { success: false, errors: [{ code: 0, message }] };
    calls = { left: left - 1, at: now() };
    for (const [key, stored] of responses) if (isSelected(stored, what)) act(key, stored);
    return { success: true, errors: [] };
  }

  return {
    async fetch(request) {
      // Only GET and HEAD requests are served from the cache (developers.cloudflare.com/workers/cache, "What gets
      // cached").
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead) return toClientResponse(await runWorker(request), "BYPASS", request);
      const key = cacheKey(request, version);
      const stored = responses.get(key);
      if (stored === undefined) {
        return answer(await collapse(request, key, () => runAndStore(request, key)), request);
      }
      if (now() < stored.staleAt) return serve(stored, request, "HIT");
      return await answerStale(request, key, stored);
    },

    purge: (what) => applyRateLimit(what, (key) => responses.delete(key)),

    // Makes the selected responses stale. If a response was still fresh, its stale windows begin now
    // (developers.cloudflare.com/cache/guides/invalidate-cache, "Stale content during revalidation").
    invalidate: (what) =>
      applyRateLimit(what, (_, stored) => {
        stored.staleAt = Math.min(stored.staleAt, now());
      }),

    deploy(next) {
      version = next;
    },

    get runs() {
      return runs;
    },

    async settle() {
      while (background.size > 0) await Promise.all(background);
    },
  };
}

/**
 * Headers that are part of the cache key "as anti-cache-poisoning measures"
 * (developers.cloudflare.com/workers/cache/cache-keys).
 */
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

/**
 * Returns the cache key. It does not contain the host, the method or the body
 * (developers.cloudflare.com/workers/cache/cache-keys, "What goes into the cache key").
 */
function cacheKey(request: Request, version: string): string {
  const { pathname, search } = new URL(request.url);
  const headers = KEYED_HEADERS.map((name) => {
    const value = request.headers.get(name);
    return name === "x-forwarded-scheme" && /^https?$/.test(value ?? "") ? null : value;
  });
  return JSON.stringify([`${pathname}${search}`, version, headers]);
}

function isSelected({ tags }: StoredResponse, what: Selection): boolean {
  return !("tags" in what) || what.tags.some((tag) => tags.has(tag.toLowerCase()));
}

/**
 * Returns up to 1,000 tags in lower case. Tags are dropped silently unless they have 1 to 1,024 printable ASCII
 * characters (developers.cloudflare.com/workers/cache/configuration, "Cache-Tag").
 */
function parseTags(headers: Headers): Set<string> {
  const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim().toLowerCase());
  return new Set(tags.filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag)).slice(0, 1_000));
}

/** Returns the request that the cache sends to the Worker to fill an entry. */
function toFillRequest(request: Request): Request {
  const headers = new Headers(request.headers);
  // The cache always requests the whole body (developers.cloudflare.com/workers/cache/configuration, "`Range`
  // requests", and developers.cloudflare.com/cache/reference/etag-headers, "Important remarks").
  for (const name of ["Range", "If-Range", "If-None-Match", "If-Modified-Since"]) headers.delete(name);
  // The cache converts HEAD to GET (developers.cloudflare.com/workers/cache/cache-keys, "What goes into the cache
  // key").
  return new Request(request.url, { method: "GET", headers });
}

/** Returns the stored response with the headers of a 304 (RFC 9111 section 3.2). */
function updateHeaders({ status, headers: stored, body }: StoredResponse, confirmation: Response): Response {
  const headers = new Headers(stored);
  for (const [name, value] of confirmation.headers) {
    if (name !== "content-length") headers.set(name, value);
  }
  return new Response(body, { status, headers });
}

/**
 * Removes headers that the platform does not pass on to clients
 * (developers.cloudflare.com/workers/cache/configuration, "Header precedence" and "Cache-Tag").
 */
function toClientResponse(response: Response, cacheStatus: CacheStatus, request: Request): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete("Cache-Tag");
  headers.set("Cf-Cache-Status", cacheStatus);
  const body = request.method === "HEAD" || !hasBody(status) ? null : response.body;
  return new Response(body, { status, headers });
}

/**
 * Returns true if the request has the entity tag of the stored response. Compares weakly, because compression at the
 * edge makes entity tags weak (RFC 9110 section 13.1.2).
 */
function matches(request: Request, stored: Headers): boolean {
  const noneMatch = request.headers.get("If-None-Match");
  if (noneMatch === null) return false;
  const tags = noneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const entityTag = stored.get("ETag")?.replace(/^W\//, "");
  return noneMatch.trim() === "*" || (entityTag !== undefined && tags.includes(entityTag));
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

/** Returns the freshness policy of a response, or `null` if it is not stored. */
function parsePolicy(request: Request, { status, headers }: Response): Policy | null {
  const directives = parseDirectives(headers);
  // Responses with these statuses are never stored (developers.cloudflare.com/workers/cache/limitations, "Status
  // codes that are never cached"). A 304 has no body to store (RFC 9111 section 3).
  if (status === 206 || status === 304 || (status >= 520 && status <= 526)) return null;
  // These directives prevent storing (developers.cloudflare.com/workers/cache/configuration, "Automatic bypass
  // conditions", and RFC 9111 section 3.5).
  if (directives.has("no-store") || directives.get("private") === true) return null;
  const isPublic = ["public", "must-revalidate", "s-maxage"].some((name) => directives.has(name));
  if (request.headers.has("Authorization") && !isPublic) return null;
  // The documentation contradicts itself about `Age`, so the Worker does not send this header (docs/decisions/0003).
  for (const name of ["Vary", "Set-Cookie", "Expires", "Age", "Cloudflare-CDN-Cache-Control"]) {
    if (headers.has(name))
      throw new Error(`The model knows nothing of ${name}: no public response has had it so far.`);
  }
  const lifetime = parseSeconds(directives, "s-maxage") ?? parseSeconds(directives, "max-age");
  // The platform would apply a default lifetime for the status. The model does not need it, because all our responses
  // state their lifetime (hosts.test.ts).
  if (lifetime === null) return null;
  // These directives disable both stale windows (developers.cloudflare.com/workers/cache/configuration, "`s-maxage`,
  // `must-revalidate`, and `proxy-revalidate` disable …").
  const strict = ["s-maxage", "must-revalidate", "proxy-revalidate"].some((name) => directives.has(name));
  // `no-cache` disables stale-if-error (developers.cloudflare.com/cache/concepts/cache-control, "Revalidation"), but
  // not stale-while-revalidate (developers.cloudflare.com/workers/cache/configuration, "`no-cache` is not a bypass").
  const noCache = directives.get("no-cache") === true;
  return {
    lifetime: noCache ? 0 : lifetime,
    // The default is 0 (developers.cloudflare.com/workers/cache/debugging, "`UPDATING` never appears").
    staleWhileRevalidate: strict ? 0 : (parseSeconds(directives, "stale-while-revalidate") ?? 0),
    // By default, there is no limit (developers.cloudflare.com/workers/cache/configuration, "Serve stale on error").
    staleIfError: strict || noCache ? 0 : (parseSeconds(directives, "stale-if-error") ?? Infinity),
  };
}

/**
 * Cache directives by name (RFC 9111 section 5.2). The model does not use the Worker's parser, so that a fault in one
 * of the two parsers fails a test.
 */
type Directives = ReadonlyMap<string, string | true>;

/**
 * Parses the directives of CDN-Cache-Control, or of Cache-Control if the former is absent. Less specific headers do
 * "not affect caching decisions" (developers.cloudflare.com/cache/concepts/cdn-cache-control, "Header precedence"). A
 * value in quotation marks may contain commas.
 */
export function parseDirectives(headers: Headers): Directives {
  const text = headers.get("CDN-Cache-Control") ?? headers.get("Cache-Control") ?? "";
  const directives = new Map<string, string | true>();
  for (const [, name = "", quoted, token] of text.matchAll(/([^\s,=]+)(?:="([^"]*)"|=([^\s,]*))?/g)) {
    directives.set(name.toLowerCase(), quoted ?? token ?? true);
  }
  return directives;
}

/** Returns the seconds of a directive, or `null` if it is absent or not a whole number. */
export function parseSeconds(directives: Directives, name: string): number | null {
  const value = directives.get(name);
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : null;
}
