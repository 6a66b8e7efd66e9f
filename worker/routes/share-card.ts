/** The picture of a title for those who share a link to it: kept like the title's page; drawn by the site, counted here. */
import { NO_STORE } from "../http/caching.ts";
import { problemResponse } from "../http/problem-response.ts";
import { keptOrRendered } from "./kept-page.ts";
import type { Visit } from "./visit.ts";

/** Below an optional language. */
const CARD = /^\/(?:[a-z]{2}\/)?share\//;

export function isShareCard({ pathname }: URL): boolean {
  return CARD.test(pathname);
}

/** A problem is never a page here: whoever asks for an image has no use for one. */
export async function shareCard(
  request: Request,
  visit: Visit,
  draw: () => Promise<Response>,
): Promise<Response> {
  const { pathname, search } = visit.url;
  // The cache in front would keep the same card once more for each query.
  if (search !== "") return new Response(null, { status: 308, headers: { Location: pathname, ...NO_STORE } });
  return await keptOrRendered(request, visit, async () => {
    const refusal = await visit.services().allowance();
    return refusal === null ? await draw() : problemResponse(refusal, visit);
  });
}
