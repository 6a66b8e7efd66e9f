/**
 * Adapts pages to this deployment. In pages from the build, it replaces `BUILT_HOST` and the values in samples, removes
 * elements that need a missing capability (`data-needs`), and shows elements that explain a missing capability
 * (`data-lacks`). To all pages, it adds the notice that the source's terms require.
 */

import { entityTag } from "../cache/stored-response.ts";
import { EXAMPLE_RESPONSE, fillPlaceholders } from "../reference/example-values.ts";
import type { Services } from "../services.ts";
import { findTraits } from "../sources.ts";
import { ADDRESSES, type Address, BUILT_HOST } from "./addresses.ts";
import { readExamples } from "./reference-examples.ts";
import type { RequestContext } from "./request-context.ts";

/** Adapts a page from the build. Its entity tag then depends on everything that differs between deployments. */
export async function finalizePage(file: Response, context: RequestContext): Promise<Response> {
  if (!isPage(file) || file.status !== 200) return file;
  const { site, services } = context;
  const built = (await file.text()).replaceAll(BUILT_HOST, site.origin);
  const examples = built.includes(EXAMPLE_RESPONSE) ? await readExamples(context) : null;
  const filled = examples === null ? built : fillPlaceholders(built, examples.values, examples.response);
  const hosted = new Response(filled, file);
  hosted.headers.delete("Content-Length");
  const lacking = findMissingCapabilities(services());
  const content = examples && (await entityTag(new TextEncoder().encode(JSON.stringify(examples))));
  const variant = [site.origin, ...lacking, ...(content === null ? [] : [content.replaceAll('"', "")])];
  const fileTag = file.headers.get("ETag");
  if (fileTag !== null) hosted.headers.set("ETag", fileTag.replace(/"$/, `-${variant.join("-")}"`));
  const rewriter = new HTMLRewriter();
  for (const name of lacking) {
    rewriter.on(`[data-needs="${name}"]`, { element: (element) => void element.remove() });
    rewriter.on(`[data-lacks="${name}"]`, { element: (element) => void element.removeAttribute("hidden") });
  }
  return rewriter.transform(hosted);
}

/**
 * Returns the values of `data-needs` whose elements have to be removed: missing capabilities, "images" if there are
 * no images, "mcp" if `/mcp` is disabled, and "keys" or "open" depending on the access rule.
 */
function findMissingCapabilities({ images, config, resources }: Services): string[] {
  const names = Object.values<Address>(ADDRESSES)
    .flatMap(({ operations = [] }) => operations)
    .map(({ resource }) => resource);
  return [
    ...new Set(names.filter((name) => !resources.offers(name))),
    ...(images === null ? ["images"] : []),
    ...(config.mcp === null ? ["mcp"] : []),
    config.access === "open" ? "keys" : "open",
  ];
}

/** Returns the HTML of the notice that the source's terms require, or `null`. */
export function findNotice({ config }: Pick<RequestContext, "config">): string | null {
  try {
    return findTraits(config().upstream)?.notice ?? null;
  } catch {
    // The page that reports invalid settings contains no source data, so it needs no notice.
    return null;
  }
}

/** Appends a notice to the footer of a page. Returns other responses unchanged. */
export function addNotice(response: Response, notice: string | null): Response {
  if (notice === null || !isPage(response)) return response;
  const footer = { element: (element: Element) => void element.append(notice, { html: true }) };
  const noticed = new Response(response.body, response);
  const entityTag = addNoticeToTag(response, notice);
  if (entityTag !== null) noticed.headers.set("ETag", entityTag);
  return new HTMLRewriter().on("footer", footer).transform(noticed);
}

/** Returns the entity tag of a response that contains the notice, or `null` if it has no entity tag. */
export function addNoticeToTag(response: Response, notice: string | null): string | null {
  const entityTag = response.headers.get("ETag");
  if (notice === null || !isPage(response)) return entityTag;
  return entityTag?.replace(/"$/, `-${notice.length}"`) ?? null;
}

function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}
