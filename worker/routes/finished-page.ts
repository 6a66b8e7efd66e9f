/**
 * What the Worker changes in pages as it sends them. Those made at build time are the same under every host and for
 * every origin: the site's own host takes the place of `BUILT_HOST`, and where the origin has no suggestions the list
 * for them is removed, so that the page asks for none. In front of TMDB every page gets the notice that TMDB's terms
 * require where its data is shown (developer.themoviedb.org/docs/faq).
 */
import { BUILT_HOST } from "./addresses.ts";
import type { RequestContext } from "./request-context.ts";

/** The file as this deployment sends it, if it is a page; its entity-tag too: another deployment sends another page. */
export async function asDeployed(
  file: Response,
  { site, services }: Pick<RequestContext, "site" | "services">,
): Promise<Response> {
  if (!isPage(file) || file.status !== 200) return file;
  const hosted = new Response((await file.text()).replaceAll(BUILT_HOST, site.origin), file);
  hosted.headers.delete("Content-Length");
  const hasSuggestions = services().offers("suggest");
  const variant = hasSuggestions ? site.origin : `${site.origin}-plain`;
  const entityTag = file.headers.get("ETag");
  if (entityTag !== null) hosted.headers.set("ETag", entityTag.replace(/"$/, `-${variant}"`));
  if (hasSuggestions) return hosted;
  return new HTMLRewriter()
    .on("#suggestions, #suggested", { element: (element) => void element.remove() })
    .transform(hosted);
}

const NOTICE =
  '<p lang="en" dir="ltr">This product uses the TMDB API but is not endorsed or certified by <a href="https://www.themoviedb.org/">TMDB</a>.</p>';

/** The response with the notice, if it is a page. */
export function withAttribution(response: Response): Response {
  if (!isPage(response)) return response;
  const footer = { element: (element: Element) => void element.append(NOTICE, { html: true }) };
  const attributed = new Response(response.body, response);
  const entityTag = attributedTag(response);
  if (entityTag !== null) attributed.headers.set("ETag", entityTag);
  return new HTMLRewriter().on("footer", footer).transform(attributed);
}

/** The entity-tag of the response with the notice: another notice is another page. `null`: it has none. */
export function attributedTag(response: Response): string | null {
  const entityTag = response.headers.get("ETag");
  return isPage(response) ? (entityTag?.replace(/"$/, `-${NOTICE.length}"`) ?? null) : entityTag;
}

function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
