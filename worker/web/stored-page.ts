/** Serves pages and sitemaps from the cache, which renders those that it does not have. */
import { formatCacheStatus } from "../cache/cache-status.ts";
import { areMixed, areUncacheable, combineResults } from "../cache/compose.ts";
import { neverStale } from "../cache/freshness.ts";
import type {
  DatedResponse,
  FetchSnapshot,
  Representation,
  ResourceRequest,
  Unstorable,
} from "../cache/resource.ts";
import { pageTags } from "../resources/keys.ts";
import { retryUntilConsistent } from "../resources/operation.ts";
import { toSendable } from "./api.ts";
import { NO_STORE } from "./http/headers.ts";
import { noneMatch, send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

type Render = () => Promise<Response>;

/** The policy for a page without data. Its lifetime is short, because such a page may depend on settings. */
const CONSTANT = neverStale(3_600);

const MAX_RENDERING_MS = 10_000;

export async function storedOrRendered(
  request: Request,
  context: RequestContext,
  render: Render,
): Promise<Response> {
  const { cache, keys, invalidations } = context.services();
  const { url, env } = context;
  const page: ResourceRequest<Unstorable> = {
    name: "page",
    key: keys.page(url, env.VERSION?.id ?? ""),
    policy: ({ policy }: DatedResponse) => policy ?? CONSTANT,
    // A conditional request waits for the new page, because a 304 would confirm the old one.
    mayBeReplaced: !request.headers.has("If-None-Match"),
    timeoutMs: MAX_RENDERING_MS,
    load: (snapshot) => renderPage(context, snapshot, render),
  };
  const result = await cache.lookupRendered(context, page, (entityTag) => noneMatch(request, entityTag));
  if (result.kind === "unstorable") return result.response;
  if (result.kind === "failed") throw result.problem;
  if (result.cacheStatus.hit) context.observe(result);
  const cdnSeconds = await invalidations.sharedLifetime(context, result);
  const { contentType: type, body } = result;
  return send(request, { ...toSendable(result, cdnSeconds), type, body });
}

/** Renders a page, repeatedly if its data is replaced meanwhile. The response of an unstorable page is sent as it is. */
async function renderPage(
  context: RequestContext,
  snapshot: FetchSnapshot,
  render: Render,
): Promise<Representation | Unstorable> {
  const { url, results, services } = context;
  const { rendered, body } = await retryUntilConsistent({
    async build() {
      results.length = 0;
      const rendered = await render();
      const body = mayBeStored(rendered) ? new Uint8Array(await rendered.arrayBuffer()) : null;
      return { rendered, body };
    },
    isMixed: ({ body }) => body !== null && areMixed(results),
    refresh: () => services().invalidations.live(context, "latest"),
  });
  const { headers, status } = rendered;
  if (body === null) return { kind: "unstorable", response: rendered, isFailure: status >= 500 };
  if (areUncacheable(results)) {
    const response = new Response(body, { headers: { ...Object.fromEntries(headers), ...NO_STORE } });
    response.headers.set("Cache-Status", formatCacheStatus({ fwd: "uri-miss" }));
    return { kind: "unstorable", response, isFailure: true };
  }
  const { tags, ...combined } = combineResults(results, snapshot, CONSTANT);
  const contentType = headers.get("Content-Type") ?? "text/html";
  return {
    ...combined,
    body,
    contentType,
    outcome: "found",
    tags: [...new Set([...pageTags(url.pathname), ...tags])],
  };
}

/** Returns true if the page may be stored. Redirects, problems and pages with `no-store` may not. */
function mayBeStored({ status, headers }: Response): boolean {
  const isPage = /^(?:text\/(?:html|markdown)|application\/xml|image\/png)/.test(
    headers.get("Content-Type") ?? "",
  );
  return status === 200 && isPage && headers.get("Cache-Control") !== "no-store";
}

export function redirectPermanently(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path, ...NO_STORE } });
}
