/** Pages and sitemaps made from an origin's responses: from the store while fresh, otherwise rendered and stored. */
import { type CacheStatus, formatCacheStatus } from "../cache/cache-status.ts";
import { areMixed, areUncacheable } from "../cache/compose.ts";
import type { Answer } from "../cache/resource.ts";
import type { StoredResponse } from "../cache/stored-response.ts";
import { pageTags } from "../resources/keys.ts";
import { ofOneVersion } from "../resources/operation.ts";
import { pageLifetimes } from "./http/caching.ts";
import { NO_STORE, noneMatch } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

type Render = () => Promise<Response>;

export async function storedOrRendered(
  request: Request,
  context: RequestContext,
  render: Render,
): Promise<Response> {
  const { url, env, observation, answers, isolate } = context;
  const { pages, keys, invalidations } = context.services();
  const { now } = isolate;
  const key = keys.page(url, env.VERSION?.id ?? "");
  const stored = await pages.get(context, key, (entityTag) => noneMatch(request, entityTag));
  let unstored: Response | undefined;
  const rendering = () =>
    pages.render(context, key, async () => {
      const renderedAt = now();
      const seen = await invalidations.seen(context);
      const { rendered, body } = await ofOneVersion({
        async make() {
          answers.length = 0;
          const rendered = await render();
          const body = mayBeStored(rendered) ? new Uint8Array(await rendered.arrayBuffer()) : null;
          return { rendered, body };
        },
        isMixed: ({ body }) => body !== null && areMixed(answers),
        learn: () => invalidations.live(context, "asked"),
      });
      unstored = rendered;
      if (body === null) return null;
      unstored = notStored(body, rendered, answers);
      const contentType = rendered.headers.get("Content-Type") ?? "text/html";
      return { body, contentType, tags: pageTags(url.pathname), renderedAt, seen, answers };
    });
  // A page of replaced data is served once more, unless the caller asks whether it is still right.
  if (stored !== null && (stored.replacedMs === undefined || !request.headers.has("If-None-Match"))) {
    observation.noteCache("hit");
    if (stored.replacedMs === undefined) return await send(stored, { hit: true });
    context.waitUntil(rendering().catch(() => undefined));
    return await send(stored, { hit: true, ttl: -1 - Math.floor(stored.replacedMs / 1_000) });
  }
  const { page, collapsed } = await rendering();
  if (page !== null) return await send(page, { fwd: "uri-miss", stored: true, collapsed });
  if (unstored === undefined) throw new Error("The page was not rendered.");
  return unstored;

  async function send(page: StoredResponse, cacheStatus: CacheStatus): Promise<Response> {
    const most = await invalidations.sharedLifetime(context, page);
    return pageResponse(page, { request, cacheStatus, most, now: now() });
  }
}

/** A page with an uncacheable part is uncacheable; one with a stale part is stale. */
function notStored(body: Uint8Array, rendered: Response, answers: readonly Answer[]): Response {
  const response = new Response(body, rendered);
  const caching = areUncacheable(answers) ? NO_STORE : pageLifetimes(0, Number.POSITIVE_INFINITY);
  for (const [name, value] of Object.entries(caching)) response.headers.set(name, value);
  response.headers.set("Cache-Status", formatCacheStatus({ fwd: "uri-miss" }));
  return response;
}

/** Redirects and problems are not stored, nor are pages with `no-store`. */
function mayBeStored({ status, headers }: Response): boolean {
  const isPage = /^(?:text\/html|application\/xml)/.test(headers.get("Content-Type") ?? "");
  return status === 200 && isPage && headers.get("Cache-Control") !== "no-store";
}

interface Sending {
  readonly request: Request;
  readonly cacheStatus: CacheStatus;
  /** The most seconds for which the cache in front may use the page. */
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function pageResponse(page: StoredResponse, { request, cacheStatus, most, now }: Sending): Response {
  const { entityTag, body, contentType, freshUntil, tags, replacedMs } = page;
  const left = replacedMs === undefined ? Math.floor((freshUntil - now) / 1_000) : 0;
  const headers = new Headers({
    "Content-Type": contentType,
    ETag: entityTag,
    "Cache-Status": formatCacheStatus(cacheStatus),
    "Cache-Tag": tags.join(","),
    ...pageLifetimes(left, most),
  });
  if (!noneMatch(request, entityTag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

/** `path`: on this host. */
export function moved(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path, ...NO_STORE } });
}
