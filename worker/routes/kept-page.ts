/** A page from the cache where one is kept, else rendered, and kept where all of it is fresh. */
import { type CacheStatus, formatCacheStatus } from "../edge/cache-status.ts";
import type { StoredAnswer } from "../edge/entry.ts";
import { ageOf } from "../edge/freshness.ts";
import type { Ingredients } from "../edge/ingredients.ts";
import { pageCachingHeaders, STALE } from "../http/caching.ts";
import { noneMatch } from "../http/conditional.ts";
import type { Visit } from "./visit.ts";

export async function keptOrRendered(
  request: Request,
  visit: Visit,
  render: () => Promise<Response>,
): Promise<Response> {
  const { keptPages, ingredients } = visit.services();
  const kept = await keptPages.get(visit.url, (entityTag) => noneMatch(request, entityTag));
  if (kept !== null) {
    visit.observation.noteCache("hit");
    return pageResponse(kept, { hit: true }, request, visit);
  }
  const rendered = await render();
  if (!isWorthKeeping(rendered)) return rendered;
  const html = await rendered.text();
  const page = await keptPages.keep(visit.url, html, ingredients);
  if (page === null) return unkept(html, rendered, ingredients);
  return pageResponse(page, { fwd: "uri-miss", stored: true }, request, visit);
}

/** A page of which a part is not stored itself is not for any cache either, and one with a stale part not for a while. */
function unkept(html: string, rendered: Response, { isPassing, freshUntil }: Ingredients): Response {
  const response = new Response(html, rendered);
  response.headers.set("Cache-Status", formatCacheStatus({ fwd: "uri-miss" }));
  if (isPassing) response.headers.set("Cache-Control", "no-store");
  else if (freshUntil > 0 && freshUntil <= Date.now()) response.headers.set("Cache-Control", STALE);
  return response;
}

/** The site says itself which of its pages are the same for everyone. */
function isWorthKeeping({ status, headers }: Response): boolean {
  const isHtml = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return status === 200 && isHtml && (headers.get("Cache-Control")?.startsWith("public") ?? false);
}

function pageResponse(
  page: StoredAnswer,
  cacheStatus: CacheStatus,
  request: Request,
  visit: Visit,
): Response {
  const { entityTag, body, storedAt } = page;
  const headers = new Headers({
    "Content-Type": "text/html",
    ...pageCachingHeaders({
      age: ageOf(storedAt, Date.now()),
      entityTag,
      cacheStatus,
      path: visit.url.pathname,
      policies: visit.services().config.policies,
    }),
  });
  if (!noneMatch(request, entityTag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
