/**
 * Changes pages as the Worker sends them. Pages made at build time are the same under every host and for every origin:
 * the site's own host replaces `BUILT_HOST`, what the origin cannot do is removed (the list of suggestions, so that the page
 * requests none, and the links to all titles), and the reference is filled. Every page gets the notice that a source's terms
 * require beside its data.
 */
import { traitsOf } from "../origins.ts";
import { ADDRESSES, BUILT_HOST } from "./addresses.ts";
import { filledReference } from "./reference-page.ts";
import type { RequestContext } from "./request-context.ts";

/** A page as this deployment sends it, with an entity-tag of its own, since each deployment sends a different page. */
export async function asDeployed(
  file: Response,
  { site, services, matched, now }: Pick<RequestContext, "site" | "services" | "matched" | "now">,
): Promise<Response> {
  if (!isPage(file) || file.status !== 200) return file;
  const hosted = new Response((await file.text()).replaceAll(BUILT_HOST, site.origin), file);
  hosted.headers.delete("Content-Length");
  const missing = CAPABILITIES.filter((capability) => !services().offers(capability));
  const isReference = matched?.address === ADDRESSES.developers;
  const reference = isReference ? await filledReference(services(), new Date(now()).getUTCFullYear()) : null;
  const variant = [site.origin, ...missing, ...(reference ? [reference.digest] : [])];
  const entityTag = file.headers.get("ETag");
  if (entityTag !== null) hosted.headers.set("ETag", entityTag.replace(/"$/, `-${variant.join("-")}"`));
  const filled = reference === null ? hosted : reference.fill(hosted);
  if (missing.length === 0) return filled;
  const rewriter = new HTMLRewriter();
  const remove = { element: (element: Element) => void element.remove() };
  for (const capability of missing) rewriter.on(NEEDED[capability], remove);
  return rewriter.transform(filled);
}

/** What pages made at build time have for a capability that an origin may lack. */
const NEEDED = { autocomplete: "#suggestions, #suggested", browse: "[data-browse]" };
const CAPABILITIES = ["autocomplete", "browse"] as const;

/** HTML; `null`: not required. */
export function noticeFor({ config }: Pick<RequestContext, "config">): string | null {
  try {
    return traitsOf(config().upstream)?.notice ?? null;
  } catch {
    // The page that reports an invalid setting shows no data of the source.
    return null;
  }
}

/** Adds the notice if the response is a page. */
export function withNotice(response: Response, notice: string | null): Response {
  if (notice === null || !isPage(response)) return response;
  const footer = { element: (element: Element) => void element.append(notice, { html: true }) };
  const noticed = new Response(response.body, response);
  const entityTag = tagWithNotice(response, notice);
  if (entityTag !== null) noticed.headers.set("ETag", entityTag);
  return new HTMLRewriter().on("footer", footer).transform(noticed);
}

/** The entity-tag of a response with the notice, since another notice makes another page. `null`: it has none. */
export function tagWithNotice(response: Response, notice: string | null): string | null {
  const entityTag = response.headers.get("ETag");
  if (notice === null || !isPage(response)) return entityTag;
  return entityTag?.replace(/"$/, `-${notice.length}"`) ?? null;
}

function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
