/** `/v1`: both operations of the contract, chosen by the parameter `category`. */
import { Problem } from "../contract/problem.ts";
import { parseExplain, parseQuery } from "../contract/query.ts";
import type { Answered } from "../edge/answer.ts";
import { formatCacheStatus } from "../edge/cache-status.ts";
import { admit, keepPrivate } from "../http/access.ts";
import { cachingHeaders } from "../http/caching.ts";
import { noneMatch } from "../http/conditional.ts";
import { callerKey } from "../http/credential.ts";
import { pageLinks } from "../http/link.ts";
import { problemResponse } from "../http/problem-response.ts";
import type { Visit } from "./visit.ts";

export async function api(request: Request, visit: Visit): Promise<Response> {
  // The router takes any number of slashes at the end.
  if (visit.url.pathname.endsWith("//")) noSuchAddress();
  const { access } = visit.services().config;
  if (access.mode === "keyed") await admit(callerKey(request), access.keyDigests);
  const response = await answerQuery(request, visit);
  if (access.mode === "keyed") keepPrivate(response.headers);
  return response;
}

async function answerQuery(request: Request, visit: Visit): Promise<Response> {
  const { lookup, explain, invalidations } = visit.services();
  // With the caller's key, where there is one: given twice it is refused like any other parameter.
  const asked = request.url === visit.url.href ? visit.url : new URL(request.url);
  const values = asked.searchParams;
  const query = parseQuery(values);
  const answer = await lookup(query, (entityTag) => noneMatch(request, entityTag));
  if (answer.kind === "failed") {
    const response = problemResponse(answer.problem, visit);
    response.headers.set("Cache-Status", formatCacheStatus(answer.cacheStatus));
    return response;
  }
  if (answer.finding === "unknown") return unknownTitle(answer, visit);
  const headers = new Headers({
    "Content-Type": "application/json",
    "Content-Language": query.lang,
    ...cachingHeaders(answer, invalidations.confirms(answer)),
  });
  if (query.category === "search") {
    headers.set("Link", pageLinks(query, answer.more));
    const explanation = parseExplain(values) ? await explain(query) : null;
    if (explanation !== null) headers.set("Marquee-Explain", explanation);
  }
  if (!noneMatch(request, answer.entityTag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String(answer.body.byteLength));
  return new Response(answer.body, { headers });
}

/** A browser may reuse its own problem; the cache in front would give it to others. */
function unknownTitle(answer: Answered, visit: Visit): Response {
  const response = problemResponse(new Problem("title-not-found", "No title has this id."), visit);
  const caching = cachingHeaders(answer, true);
  for (const name of ["Cache-Control", "Cache-Status", "Cache-Tag"]) {
    response.headers.set(name, caching[name] ?? "");
  }
  return response;
}

/** Addresses below `/v1` that are none. */
export function noSuchAddress(): never {
  throw new Problem("not-found", "The service answers at /v1/; /v1/openapi.json describes it.");
}
