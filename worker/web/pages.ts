/** The site: Astro renders it in the same Worker, from the same resources as the API. */
import { handle } from "@astrojs/cloudflare/handler";
import { Problem } from "../contract/problem.ts";
import { canonicalUrl } from "./addresses.ts";
import { asDeployed, noticeFor, tagWithNotice, withNotice } from "./finished-page.ts";
import { problemHeaders } from "./http/problem-response.ts";
import { noneMatch } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";
import { type SiteServices, siteServices } from "./site-services.ts";
import { moved, storedOrRendered } from "./stored-page.ts";

/** `Astro.locals.cfContext`: the adapter passes the execution context through unchanged. */
export interface PageContext extends Pick<ExecutionContext, "waitUntil" | "passThroughOnException"> {
  readonly services: SiteServices;
  /** Set for the page that explains a problem. */
  readonly problem: Problem | null;
}

/** Scripts, styles and images are files of the site: a cached page cannot carry nonces, and needs none. */
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

/** In addition to the headers of every response; `site/public/_headers` has the same for pages made at build time. */
const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** English has no prefix. The rest must not begin with a slash: two would name another host. */
const ENGLISH = /^\/en(?:\/+(.*))?$/;

export async function pages(request: Request, asked: RequestContext): Promise<Response> {
  const context = withCanonicalUrl(asked);
  const { url, matched } = context;
  const { headers } = request;
  const notice = noticeFor(context);
  const render = async () =>
    withNotice(await siteResponse(new Request(url, { headers }), context, null), notice);
  return withPageHeaders(await answer());

  async function answer(): Promise<Response> {
    const [isPrefixed, rest = ""] = ENGLISH.exec(url.pathname) ?? [];
    if (isPrefixed) return moved(`/${rest}${asked.url.search}`);
    if (matched !== null && matched.path !== asked.url.pathname)
      return moved(matched.path + asked.url.search);
    if (matched?.address.isStored) return await storedOrRendered(request, context, render);
    const file = await fileAt(request, context, (response) => tagWithNotice(response, notice));
    if (file !== null) return withNotice(file, notice);
    // Astro has pages at addresses of its own, such as /index.html, and an endpoint for images.
    if (matched === null) throw new Problem("not-found", "No page matches this URL.");
    // `npm run dev` has no files: it renders pages that a build makes in advance.
    return await asDeployed(await render(), context);
  }
}

/** A stored page gets only what its key contains, so that it depends on nothing else. */
function withCanonicalUrl(context: RequestContext): RequestContext {
  const { url, matched } = context;
  return matched?.address.isStored ? { ...context, url: canonicalUrl(url, matched.address) } : context;
}

/** The file of the build at the address, a redirect to it or a 304; `null`: none. */
async function fileAt(
  request: Request,
  context: RequestContext,
  tagOf: (file: Response) => string | null,
): Promise<Response | null> {
  const { env, url } = context;
  const headers = new Headers(request.headers);
  // The platform only understands a single entity-tag, not a list or `*` (RFC 9110 section 13.1.2).
  headers.delete("If-None-Match");
  const found = await env.ASSETS.fetch(new Request(url, { headers, redirect: "manual" }));
  const file = await asDeployed(found, context);
  const entityTag = tagOf(file)?.replace(/^W\//, "");
  if (file.status === 404) return await withoutFile(file, null);
  const isCurrent = file.status === 200 && entityTag !== undefined && !noneMatch(request, entityTag);
  return isCurrent
    ? await withoutFile(file, new Response(null, { status: 304, headers: file.headers }))
    : file;
}

async function withoutFile<T>(file: Response, instead: T): Promise<T> {
  await file.body?.cancel();
  return instead;
}

/** The page that explains a problem in words, with its status. */
export async function problemPage(
  problem: Problem,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const page = new Request(new URL("/problem", context.url), { headers: request.headers });
  const rendered = await siteResponse(page, context, problem);
  const response = withPageHeaders(withNotice(rendered, noticeFor(context)));
  for (const [name, value] of Object.entries(problemHeaders(problem))) response.headers.set(name, value);
  return response;
}

/** Adds the headers that all pages have. */
function withPageHeaders(rendered: Response): Response {
  // Without Astro's reason phrase, which does not match the status.
  const response = new Response(rendered.body, { status: rendered.status, headers: rendered.headers });
  const { headers } = response;
  // Astro sends text/html without a charset.
  if (headers.get("Content-Type") === "text/html") headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  return response;
}

/** Astro's response: a rendered page, or a file of the build. */
export async function siteResponse(
  request: Request,
  context: RequestContext,
  problem: Problem | null,
): Promise<Response> {
  const { execution, env, observation } = context;
  const pageContext: PageContext = {
    waitUntil: (work) => execution.waitUntil(work),
    passThroughOnException: () => execution.passThroughOnException(),
    services: await siteServices(context),
    problem,
  };
  return await observation.time("render", () => handle(request, env, pageContext));
}
