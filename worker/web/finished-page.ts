/**
 * Changes pages as the Worker sends them. Pages made at build time are the same for every deployment: the site's own host
 * replaces `BUILT_HOST`; elements that need a missing capability (`data-needs`) are removed, such as the list of
 * suggestions, so that the page requests none; elements that report one (`data-lacks`) are shown. Every page gets the notice
 * that a source's terms require beside its data.
 */

import type { Services } from "../services.ts";
import { traitsOf } from "../sources.ts";
import { ADDRESSES, type Address, BUILT_HOST } from "./addresses.ts";
import type { RequestContext } from "./request-context.ts";
import type { SiteServices } from "./site-services.ts";

/** A page as this deployment sends it, with an entity-tag of its own, since each deployment sends a different page. */
export async function asDeployed(file: Response, context: RequestContext): Promise<Response> {
  if (!isPage(file) || file.status !== 200) return file;
  const { site, services } = context;
  const hosted = new Response((await file.text()).replaceAll(BUILT_HOST, site.origin), file);
  hosted.headers.delete("Content-Length");
  const lacking = lackingIn(services(), await services().findOffers(context));
  const variant = [site.origin, ...lacking];
  const entityTag = file.headers.get("ETag");
  if (entityTag !== null) hosted.headers.set("ETag", entityTag.replace(/"$/, `-${variant.join("-")}"`));
  const rewriter = new HTMLRewriter();
  for (const name of lacking) {
    rewriter.on(`[data-needs="${name}"]`, { element: (element) => void element.remove() });
    rewriter.on(`[data-lacks="${name}"]`, { element: (element) => void element.removeAttribute("hidden") });
  }
  return rewriter.transform(hosted);
}

/** Capabilities of the API; "images"; "keys" where access is open, "open" where a key is required. */
function lackingIn({ images, config }: Services, offers: SiteServices["offers"]): string[] {
  const names = Object.values<Address>(ADDRESSES)
    .flatMap(({ operations = [] }) => operations)
    .map(({ resource }) => resource);
  return [
    ...new Set(names.filter((name) => !offers(name))),
    ...(images === null ? ["images"] : []),
    config.access.mode === "open" ? "keys" : "open",
  ];
}

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

/** The entity-tag of a response with the notice, since another notice makes another page. `null`: no entity-tag. */
export function tagWithNotice(response: Response, notice: string | null): string | null {
  const entityTag = response.headers.get("ETag");
  if (notice === null || !isPage(response)) return entityTag;
  return entityTag?.replace(/"$/, `-${notice.length}"`) ?? null;
}

function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
