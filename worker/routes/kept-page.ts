/** A page from the cache where one is kept, else rendered, and kept where all of it is fresh. */
import { type CacheStatus, formatCacheStatus } from "../edge/cache-status.ts";
import type { StoredAnswer } from "../edge/entry.ts";
import type { Ingredients } from "../edge/ingredients.ts";
import { NO_STORE, pageLifetimes } from "../http/caching.ts";
import { noneMatch } from "../http/conditional.ts";
import type { Visit } from "./visit.ts";

export async function keptOrRendered(
  request: Request,
  visit: Visit,
  render: () => Promise<Response>,
): Promise<Response> {
  const { keptPages, ingredients, invalidations } = visit.services();
  const kept = await keptPages.get(visit.url, (entityTag) => noneMatch(request, entityTag));
  if (kept !== null) {
    visit.observation.noteCache("hit");
    return pageResponse(kept, { hit: true }, { request, confirmed: invalidations.confirms(kept) });
  }
  const rendered = await render();
  if (!isWorthKeeping(rendered)) return rendered;
  const body = new Uint8Array(await rendered.arrayBuffer());
  const contentType = rendered.headers.get("Content-Type") ?? "text/html";
  const page = await keptPages.keep(visit.url, { body, contentType }, ingredients);
  if (page === null) return unkept(body, rendered, ingredients);
  const confirmed = invalidations.confirms(page);
  return pageResponse(page, { fwd: "uri-miss", stored: true }, { request, confirmed });
}

/** A page of which a part is not stored itself is not for any cache either, and one with a stale part not for a while. */
function unkept(body: Uint8Array, rendered: Response, { isPassing }: Ingredients): Response {
  const response = new Response(body, rendered);
  const caching = isPassing ? NO_STORE : pageLifetimes(0, true);
  for (const [name, value] of Object.entries(caching)) response.headers.set(name, value);
  response.headers.set("Cache-Status", formatCacheStatus({ fwd: "uri-miss" }));
  return response;
}

/** The site says itself which of its pages are the same for everyone. */
function isWorthKeeping({ status, headers }: Response): boolean {
  const isPage = /^(?:text\/html|image\/png)/.test(headers.get("Content-Type") ?? "");
  return status === 200 && isPage && (headers.get("Cache-Control")?.startsWith("public") ?? false);
}

interface Sending {
  readonly request: Request;
  /** Whether the cache in front may take the page for fresh. */
  readonly confirmed: boolean;
}

function pageResponse(
  page: StoredAnswer,
  cacheStatus: CacheStatus,
  { request, confirmed }: Sending,
): Response {
  const { entityTag, body, contentType, freshUntil, tags } = page;
  const headers = new Headers({
    "Content-Type": contentType,
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    "Cache-Tag": tags.join(","),
    ...pageLifetimes(Math.floor((freshUntil - Date.now()) / 1_000), confirmed),
  });
  if (!noneMatch(request, entityTag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
