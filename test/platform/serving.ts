/** How Workers Cache answers a request from a stored response. Pages are those below developers.cloudflare.com. */
import type { StoredResponse } from "./storage.ts";

/** cache/concepts/cache-responses. */
export type CacheStatus =
  | "HIT"
  | "MISS"
  | "EXPIRED"
  | "REVALIDATED"
  | "UPDATING"
  | "STALE"
  | "BYPASS"
  | "DYNAMIC";

/** The request as it reaches the Worker when the response may be stored. */
export function requestForFill(request: Request): Request {
  const headers = new Headers(request.headers);
  // workers/cache/configuration, "`Range` requests"; cache/reference/etag-headers, "Important remarks":
  // the cache asks for the whole body.
  for (const name of ["Range", "If-Range", "If-None-Match", "If-Modified-Since"]) headers.delete(name);
  // workers/cache/cache-keys, "What goes into the cache key": a HEAD is converted to a GET.
  return new Request(request.url, { method: "GET", headers });
}

/** The request that revalidates: cache/concepts/revalidation, "Stale-while-revalidate". */
export function requestForRevalidation(request: Request, { headers: stored }: StoredResponse): Request {
  const revalidation = requestForFill(request);
  const entityTag = stored.get("ETag");
  if (entityTag !== null) revalidation.headers.set("If-None-Match", entityTag);
  return revalidation;
}

/** `age`: in seconds; `null`: the response came from the Worker just now, which said its age itself. */
export function serve(
  stored: StoredResponse,
  request: Request,
  { age, cacheStatus }: { age: number | null; cacheStatus: CacheStatus },
): Response {
  const headers = new Headers(stored.headers);
  // cache/concepts/cache-responses, "`Age` response header": only on what is served from the cache.
  if (age !== null) headers.set("Age", String(age));
  if (stored.status === 200 && isUnmodified(request, stored.headers)) {
    headers.delete("Content-Length");
    return forClient(new Response(null, { status: 304, headers }), cacheStatus, request);
  }
  const body = isNullBody(stored.status) ? null : stored.body;
  return forClient(new Response(body, { status: stored.status, headers }), cacheStatus, request);
}

/** Without what the platform keeps to itself: workers/cache/configuration, "Header precedence" and "Cache-Tag". */
export function forClient(response: Response, cacheStatus: CacheStatus, request: Request): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete("Cloudflare-CDN-Cache-Control");
  headers.delete("Cache-Tag");
  headers.set("Cf-Cache-Status", cacheStatus);
  const body = request.method === "HEAD" || isNullBody(status) ? null : response.body;
  return new Response(body, { status, headers });
}

/** RFC 9110 section 13.1.2. Entity tags are compared weakly: compression at the edge makes them weak. */
function isUnmodified(request: Request, stored: Headers): boolean {
  const noneMatch = request.headers.get("If-None-Match");
  if (noneMatch === null) return false;
  const tags = noneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const entityTag = stored.get("ETag")?.replace(/^W\//, "");
  return noneMatch.trim() === "*" || (entityTag !== undefined && tags.includes(entityTag));
}

function isNullBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
