/** `/v1`: the operations of the API. `/3`: TMDB's API, which differs in who may call it and in the form of its errors. */
import { formatCacheStatus } from "../cache/cache-status.ts";
import type { Served } from "../cache/resource.ts";
import { Problem } from "../contract/problem.ts";
import { parseCategory } from "../contract/query.ts";
import { accessTo, admit, callerKey, keepPrivate } from "../http/access.ts";
import { cachingHeaders, noneMatch } from "../http/caching.ts";
import { problemResponse } from "../http/problem-response.ts";
import { TMDB_TYPE, tmdbError } from "../http/tmdb-error.ts";
import type { Operation } from "../resources/operation.ts";
import type { RequestContext } from "./request-context.ts";

export async function api(request: Request, context: RequestContext): Promise<Response> {
  const access = accessTo(context.kind, context.services().config);
  if (access === null) noSuchOperation();
  if (access.mode === "keyed") await admit(callerKey(request), access.keyDigests);
  const response = await answerOperation(request, context);
  if (access.mode === "keyed") keepPrivate(response.headers);
  return response;
}

async function answerOperation(request: Request, context: RequestContext): Promise<Response> {
  const { ask, peek, allowance, invalidations } = context.services();
  // With the caller's key, so that a repeated key is refused like any other repeated parameter.
  const asked = request.url === context.url.href ? context.url : new URL(request.url);
  const values = asked.searchParams;
  const wanted = (entityTag: string) => noneMatch(request, entityTag);
  const operation = operationFor(context, values);
  const path = context.matched?.values ?? {};
  const { answer, lang, headers } = await operation.answer({ values, path, ask, peek, allowance, wanted });
  if (answer.kind === "failed") {
    const response = errorResponse(answer.problem, context);
    response.headers.set("Cache-Status", formatCacheStatus(answer.cacheStatus));
    return response;
  }
  if (answer.outcome === "missing") return missing(operation, answer, context);
  const most = await invalidations.sharedLifetime(answer, answer.cacheStatus.stored);
  // A plain object, since Response copies the headers it is given.
  const all = {
    "Content-Type": context.kind === "tmdb" ? TMDB_TYPE : "application/json",
    ...(lang !== null && { "Content-Language": lang }),
    ...cachingHeaders(answer, most),
    ...headers,
  };
  if (!wanted(answer.entityTag)) return new Response(null, { status: 304, headers: all });
  const length = String(answer.body?.byteLength ?? 0);
  return new Response(answer.body, { headers: { ...all, "Content-Length": length } });
}

/** Throws a Problem. */
function operationFor({ matched }: RequestContext, values: URLSearchParams): Operation {
  const operations = matched?.address.operations ?? [];
  const category = operations.length > 1 ? parseCategory(values) : null;
  return operations.find(({ name }) => category === null || name === category) ?? noSuchOperation();
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
export function noSuchOperation(): never {
  throw new Problem("not-found", "The API is at /v1/; /v1/openapi.json describes it.");
}
