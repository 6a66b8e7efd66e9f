/** Serves the site, which Astro renders in this Worker from the same resources as the API. */
import { handle } from "@astrojs/cloudflare/handler";
import { Problem } from "../contract/problem.ts";
import { ADDRESSES, canonicalUrl, PLAYER_HOST } from "./addresses.ts";
import { addNotice, addNoticeToTag, finalizePage, findNotice } from "./finalize-page.ts";
import { problemHeaders } from "./http/problem-response.ts";
import { noneMatch } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";
import { type SiteServices, siteServices } from "./site-services.ts";
import { redirectPermanently, storedOrRendered } from "./stored-page.ts";

/** The execution context, which the adapter passes to Astro as `Astro.locals.cfContext`. */
export interface PageContext extends Pick<ExecutionContext, "waitUntil" | "passThroughOnException"> {
  readonly services: SiteServices;
  readonly problem: Problem | null;
}

/**
 * The content security policy, which only allows files of this site. It has no nonces, because pages are cached. The
 * page of a title may also play its trailer.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The headers of all pages. `site/public/_headers` repeats them for pages made at build time. */
const PAGE_HEADERS = {
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/**
 * Matches a path that starts with `/en`, because English pages have no prefix. The captured rest must not start with
 * a slash, because a redirect to `//name` would lead to another host.
 */
const ENGLISH = /^\/en(?:\/+(.*))?$/;

export async function pages(request: Request, original: RequestContext): Promise<Response> {
  const context = withCanonicalUrl(original);
  const { url, matched } = context;
  const { headers } = request;
  const notice = findNotice(context);
  const render = async () =>
    addNotice(await renderSite(new Request(url, { headers }), context, null), notice);
  const isTitle = matched?.address === ADDRESSES.title;
  return addPageHeaders(await serve(), isTitle ? `${POLICY}; frame-src ${PLAYER_HOST}` : POLICY);

  async function serve(): Promise<Response> {
    const [isPrefixed, rest = ""] = ENGLISH.exec(url.pathname) ?? [];
    if (isPrefixed) return redirectPermanently(`/${rest}${original.url.search}`);
    if (matched !== null && matched.path !== original.url.pathname)
      return redirectPermanently(matched.path + original.url.search);
    if (matched?.address.isStored) return await storedOrRendered(request, context, render);
    const file = await findFile(request, context, (response) => addNoticeToTag(response, notice));
    if (file !== null) return withOwnHeaders(addNotice(file, notice));
    // Astro would also serve paths that are not in our table, such as /index.html and an image endpoint.
    if (matched === null) throw new Problem("not-found", "No page matches this URL.");
    // In `npm run dev` nothing is prerendered, so these pages are rendered on request.
    return await finalizePage(await render(), context);
  }
}

/** Reduces the URL of a stored page to the parts in its cache key, so that the page depends on nothing else. */
function withCanonicalUrl(context: RequestContext): RequestContext {
  const { url, matched } = context;
  return matched?.address.isStored ? { ...context, url: canonicalUrl(url, matched.address) } : context;
}

/** Returns a file from the build, or a redirect or 304 for it. Returns `null` if there is no such file. */
async function findFile(
  request: Request,
  context: RequestContext,
  getTag: (file: Response) => string | null,
): Promise<Response | null> {
  const { env, url } = context;
  const headers = new Headers(request.headers);
  // The platform does not support `*` or a list of entity tags (RFC 9110 section 13.1.2).
  headers.delete("If-None-Match");
  const response = await env.ASSETS.fetch(new Request(url, { headers, redirect: "manual" }));
  const file = await finalizePage(response, context);
  const entityTag = getTag(file)?.replace(/^W\//, "");
  if (file.status === 404) return await discardFile(file, null);
  const isCurrent = file.status === 200 && entityTag !== undefined && !noneMatch(request, entityTag);
  return isCurrent
    ? await discardFile(file, new Response(null, { status: 304, headers: file.headers }))
    : file;
}

async function discardFile<T>(file: Response, instead: T): Promise<T> {
  await file.body?.cancel();
  return instead;
}

export async function problemPage(
  problem: Problem,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const page = new Request(new URL("/problem", context.url), { headers: request.headers });
  const rendered = await renderSite(page, context, problem);
  const response = addPageHeaders(addNotice(rendered, findNotice(context)));
  for (const [name, value] of Object.entries(problemHeaders(problem))) response.headers.set(name, value);
  return response;
}

/**
 * Returns a copy whose headers can be changed. It does not keep Astro's reason phrase, which may not match the
 * status. Stored pages are sent without copying, because their bodies are bytes and a copy would be a stream.
 */
function withOwnHeaders({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

function addPageHeaders(response: Response, policy = POLICY): Response {
  const { headers } = response;
  // Astro sends no charset.
  if (headers.get("Content-Type") === "text/html") headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  headers.set("Content-Security-Policy", policy);
  // Other sites show the card of a shared link.
  if (headers.get("Content-Type") === "image/png") headers.delete("Cross-Origin-Resource-Policy");
  return response;
}

/** Returns Astro's response: a rendered page, or a file from the build. */
export async function renderSite(
  request: Request,
  context: RequestContext,
  problem: Problem | null,
): Promise<Response> {
  const { execution, env, observation } = context;
  const pageContext: PageContext = {
    waitUntil: (work) => execution.waitUntil(work),
    passThroughOnException: () => execution.passThroughOnException(),
    services: siteServices(context),
    problem,
  };
  return withOwnHeaders(await observation.time("render", () => handle(request, env, pageContext)));
}
