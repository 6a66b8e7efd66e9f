/** Serves pages and sitemaps from the store while they are fresh, and otherwise renders and stores them. */
import type { CacheStatus } from "../cache/cache-status.ts";
import { areMixed, areUncacheable } from "../cache/compose.ts";
import { neverStale } from "../cache/freshness.ts";
import type { CacheResult } from "../cache/resource.ts";
import type { StoredResponse } from "../cache/stored-response.ts";
import { pageTags } from "../resources/keys.ts";
import { retryUntilConsistent } from "../resources/operation.ts";
import { NO_STORE } from "./http/headers.ts";
import { BROWSER_SECONDS, noneMatch, type SentFreshness, send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

type Render = () => Promise<Response>;

export async function storedOrRendered(
  request: Request,
  context: RequestContext,
  render: Render,
): Promise<Response> {
  const { url, env, observation, results, isolate } = context;
  const { pages, keys, invalidations } = context.services();
  const { now } = isolate;
  const key = keys.page(url, env.VERSION?.id ?? "");
  const stored = await pages.get(context, key, (entityTag) => noneMatch(request, entityTag));
  let unstored: Response | undefined;
  const rendering = () =>
    pages.render(context, key, async () => {
      const renderedAt = now();
      const logPosition = await invalidations.logPosition(context);
      const { rendered, body } = await retryUntilConsistent({
        async build() {
          results.length = 0;
          const rendered = await render();
          const body = mayBeStored(rendered) ? new Uint8Array(await rendered.arrayBuffer()) : null;
          return { rendered, body };
        },
        isMixed: ({ body }) => body !== null && areMixed(results),
        refresh: () => invalidations.live(context, "latest"),
      });
      unstored = rendered;
      if (body === null) return null;
      unstored = sendUnstored(request, { rendered, body, results });
      const contentType = rendered.headers.get("Content-Type") ?? "text/html";
      return { body, contentType, tags: pageTags(url.pathname), renderedAt, logPosition, results };
    });
  // A page from the previous catalog is served while a new one is rendered. A conditional request waits for the new
  // page, because a 304 would confirm the old one.
  if (stored !== null && (stored.replacedMs === undefined || !request.headers.has("If-None-Match"))) {
    observation.noteCache("hit");
    if (stored.replacedMs === undefined) return await sendStored(stored, { hit: true });
    context.waitUntil(rendering().catch(() => undefined));
    return await sendStored(stored, { hit: true, ttl: -1 - Math.floor(stored.replacedMs / 1_000) });
  }
  const { page, collapsed } = await rendering();
  if (page !== null) return await sendStored(page, { fwd: "uri-miss", stored: true, collapsed });
  if (unstored === undefined) throw new Error("The page was not rendered.");
  return unstored;

  async function sendStored(page: StoredResponse, cacheStatus: CacheStatus): Promise<Response> {
    const { contentType, body, entityTag, tags, freshUntil, replacedMs } = page;
    const left = replacedMs === undefined ? Math.floor((freshUntil - now()) / 1_000) : 0;
    const cdnSeconds = await invalidations.sharedLifetime(context, page);
    const freshness = pageFreshness(left, cdnSeconds);
    return send(request, { type: contentType, body, entityTag, cacheStatus, tags, freshness });
  }
}

interface UnstoredPage {
  readonly rendered: Response;
  readonly body: Uint8Array;
  readonly results: readonly CacheResult[];
}

/** Sends a page that was not stored. No cache may reuse it without revalidating it. */
function sendUnstored(request: Request, { rendered: { headers }, body, results }: UnstoredPage): Response {
  const freshness = areUncacheable(results) ? null : pageFreshness(0, Number.POSITIVE_INFINITY);
  return send(request, { body, headers, cacheStatus: { fwd: "uri-miss" }, freshness });
}

/**
 * Returns the freshness of a page for browsers and the CDN cache, which must never serve a page stale.
 * @param cdnSeconds see `SentFreshness`
 */
export function pageFreshness(secondsLeft: number, cdnSeconds: number): SentFreshness {
  const seconds = Math.max(0, Math.min(BROWSER_SECONDS, secondsLeft));
  return { remaining: neverStale(seconds), browserSeconds: BROWSER_SECONDS, cdnSeconds };
}

/** Returns true if the page may be stored. Redirects, problems and pages with `no-store` may not. */
function mayBeStored({ status, headers }: Response): boolean {
  const isPage = /^(?:text\/html|application\/xml)/.test(headers.get("Content-Type") ?? "");
  return status === 200 && isPage && headers.get("Cache-Control") !== "no-store";
}

export function redirectPermanently(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path, ...NO_STORE } });
}
