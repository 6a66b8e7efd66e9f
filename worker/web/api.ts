/** `/v1`: the operations of the API. `/3`: TMDB's API, which differs in its access rule and in the form of its errors. */
import { formatCacheStatus } from "../cache/cache-status.ts";
import type { Served } from "../cache/resource.ts";
import { Problem } from "../contract/problem.ts";
import { parseCategory } from "../contract/query.ts";
import { type Operation, ofOneVersion } from "../resources/operation.ts";
import { accessTo, callerKey, keepPrivate, requireKey } from "./http/access.ts";
import { cachingHeaders, noneMatch, uncachedHeaders } from "./http/caching.ts";
import { problemResponse } from "./http/problem-response.ts";
import { readJsonBody } from "./http/request-body.ts";
import { TMDB_TYPE, tmdbError } from "./http/tmdb-error.ts";
import { nearestAddress } from "./nearest-address.ts";
import type { RequestContext } from "./request-context.ts";

export async function api(request: Request, context: RequestContext): Promise<Response> {
  const access = accessTo(context.kind, context.config());
  if (access === null) noSuchOperation(context);
  if (access.mode === "keyed") await requireKey(callerKey(request), access.keyDigests);
  const response = await answerOperation(request, context);
  if (access.mode === "keyed") keepPrivate(response.headers);
  return response;
}

async function answerOperation(request: Request, context: RequestContext): Promise<Response> {
  const { resources, invalidations } = context.services();
  // With the caller's key, so that a repeated key is refused like any other repeated parameter.
  const asked = request.url === context.url.href ? context.url : new URL(request.url);
  const values = asked.searchParams;
  const operation = operationFor(context, request.method, values);
  const isPost = operation.method === "POST";
  const wanted = (entityTag: string) => isPost || noneMatch(request, entityTag);
  const path = context.matched?.values ?? {};
  let read: Promise<string> | undefined;
  const body = () => (read ??= readJsonBody(request));
  const isConditional = request.headers.has("If-None-Match");
  const call = { values, path, body, resources, context, wanted, isConditional };
  const {
    answer,
    lang,
    headers,
    movedTo = null,
  } = await ofOneVersion({
    make: () => operation.answer(call),
    isMixed: ({ answer }) => answer.kind === "served" && answer.isMixed === true,
    learn: () => invalidations.live(context, "asked"),
  });
  if (answer.kind === "failed") {
    const response = errorResponse(answer.problem, context);
    response.headers.set("Cache-Status", formatCacheStatus(answer.cacheStatus));
    return response;
  }
  if (answer.outcome === "missing") return missing(operation, answer, context);
  const most = isPost ? 0 : await invalidations.sharedLifetime(context, answer, answer.cacheStatus.stored);
  if (movedTo !== null) {
    const moving = { ...cachingHeaders(answer, most), Location: movedTo + context.url.search };
    return new Response(null, { status: 308, headers: moving });
  }
  // A plain object, since Response copies the headers it is given.
  const all = {
    "Content-Type": context.kind === "tmdb" ? TMDB_TYPE : "application/json",
    ...(lang !== null && { "Content-Language": lang }),
    ...(isPost ? uncachedHeaders(answer) : cachingHeaders(answer, most)),
    ...headers,
  };
  if (!wanted(answer.entityTag)) return new Response(null, { status: 304, headers: all });
  const length = String(answer.body?.byteLength ?? 0);
  return new Response(answer.body, { headers: { ...all, "Content-Length": length } });
}

/** Throws a Problem. */
function operationFor(context: RequestContext, method: string, values: URLSearchParams): Operation {
  const isAsked = (operation: Operation) => (operation.method === "POST") === (method === "POST");
  const operations = context.matched?.address.operations?.filter(isAsked) ?? [];
  const category = operations.length > 1 ? parseCategory(values) : null;
  return operations.find(({ name }) => category === null || name === category) ?? noSuchOperation(context);
}

/** A browser may reuse its own problem; the cache in front would send it to others. */
function missing(operation: Operation, answer: Served, context: RequestContext): Response {
  const { type, detail } = operation.missing;
  const response = errorResponse(new Problem(type, detail), context);
  const caching = cachingHeaders(answer, 0);
  for (const name of ["Cache-Control", "Cache-Status", "Cache-Tag"]) {
    response.headers.set(name, caching[name] ?? "");
  }
  return response;
}

/** A problem in the form of the API that was called. */
export function errorResponse(problem: Problem, context: RequestContext): Response {
  return context.kind === "tmdb" ? tmdbError(problem) : problemResponse(problem, context);
}

/** Throws a Problem: the API has nothing at this address. */
export function noSuchOperation({ url }: Pick<RequestContext, "url">): never {
  const nearest = nearestAddress(url);
  const hint = nearest === null ? "The API is at /v1/;" : `Did you mean ${nearest}?`;
  throw new Problem("not-found", `${hint} /v1/openapi.json describes all addresses.`);
}
