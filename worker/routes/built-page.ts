/**
 * Pages made at build time are the same under every host and for every origin. Where an address on them has to be absolute
 * they name `BUILT_HOST`, and the Worker puts the site's own in its place as it sends them. Where the origin has no
 * suggestions the Worker removes the list for them, so that the page asks for none.
 */
import { BUILT_HOST } from "./addresses.ts";
import type { RequestContext } from "./request-context.ts";

/** The file as this deployment sends it, when it is a page; its entity-tag too: another deployment sends another page. */
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

export function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
