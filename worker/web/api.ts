/** The API at `/v1`, and TMDB's API at `/3`, which has its own access rule and error format. */
import { formatCacheStatus } from "../cache/cache-status.ts";
import { remaining } from "../cache/freshness.ts";
import { MAX_REPLACED_MS } from "../cache/invalidation.ts";
import type { Served } from "../cache/resource.ts";
import { languageOf } from "../contract/language-tags.ts";
import { Problem } from "../contract/problem.ts";
import { parseCategory } from "../contract/query.ts";
import { type Call, type Operation, retryUntilConsistent } from "../resources/operation.ts";
import { requireAccess } from "./caller.ts";
import { keepPrivate } from "./http/access.ts";
import { problemResponse } from "./http/problem-response.ts";
import { readJsonBody } from "./http/request-body.ts";
import { BROWSER_SECONDS, noneMatch, type Sendable, send } from "./http/send.ts";
import { TMDB_TYPE, tmdbError } from "./http/tmdb-error.ts";
import type { RequestContext } from "./request-context.ts";
import { throwNotFound } from "./suggest-url.ts";

export async function api(request: Request, context: RequestContext): Promise<Response> {
  const mode = await requireAccess(request, context);
  const response = await runOperation(request, context);
  if (mode === "keyed") keepPrivate(response.headers);
  return response;
}

async function runOperation(request: Request, context: RequestContext): Promise<Response> {
  const { invalidations } = context.services();
  // The request URL still contains the API key, so a repeated key is rejected like any other repeated parameter.
  const url = request.url === context.url.href ? context.url : new URL(request.url);
  const values = url.searchParams;
  const operation = selectOperation(context, request.method, values);
  const isPost = operation.method === "POST";
  const needsBody = (entityTag: string) => isPost || noneMatch(request, entityTag);
  const path = context.matched?.values ?? {};
  let read: Promise<string> | undefined;
  const body = () => (read ??= readJsonBody(request));
  const isConditional = request.headers.has("If-None-Match");
  const {
    result,
    lang,
    headers,
    missing = operation.missing,
  } = await performOperation(operation, context, { values, path, body, needsBody, isConditional });
  if (result.kind === "failed") {
    const response = errorResponse(result.problem, context);
    response.headers.set("Cache-Status", formatCacheStatus(result.cacheStatus));
    return response;
  }
  if (result.outcome === "missing") return missingResponse(request, missing, result, context);
  const cdnSeconds = isPost
    ? 0
    : await invalidations.sharedLifetime(context, result, result.cacheStatus.stored);
  const stored = toSendable(result, cdnSeconds);
  return send(request, {
    // No cache may store the response to a POST.
    ...(isPost ? { cacheStatus: result.cacheStatus, freshness: null } : stored),
    type: context.kind === "tmdb" ? TMDB_TYPE : "application/json",
    body: result.body,
    headers: { ...(lang !== null && { "Content-Language": languageOf(lang) }), ...headers },
  });
}

/** Runs an operation, again if its parts come from different versions of the data. Throws a Problem. */
export function performOperation(
  operation: Operation,
  context: RequestContext,
  request: Omit<Call, "resources" | "context" | "now">,
): ReturnType<Operation["respond"]> {
  const { resources, invalidations } = context.services();
  const call = { ...request, resources, context, now: context.isolate.now() };
  return retryUntilConsistent({
    build: () => operation.respond(call),
    isMixed: ({ result }) => result.kind === "served" && result.isMixed === true,
    refresh: () => invalidations.live(context, "latest"),
  });
}

/**
 * Returns the headers and freshness of a stored response.
 * @param cdnSeconds see `SentFreshness`
 */
export function toSendable(
  { age, policy, entityTag, cacheStatus, tags, isUncacheable, sourceVersion }: Served,
  cdnSeconds: number,
): Pick<Sendable, "entityTag" | "cacheStatus" | "tags" | "freshness"> {
  const remainingPolicy = remaining(age, policy);
  // After a catalog switch, responses stay in the CDN cache as stale. That cache must not serve them for longer than
  // our own store would.
  const longest = sourceVersion === null ? Number.POSITIVE_INFINITY : MAX_REPLACED_MS / 1_000;
  const left = {
    ...remainingPolicy,
    staleWhileRevalidate: Math.min(remainingPolicy.staleWhileRevalidate, longest),
  };
  return {
    entityTag,
    cacheStatus,
    tags,
    freshness: isUncacheable ? null : { remaining: left, browserSeconds: BROWSER_SECONDS, cdnSeconds },
  };
}

/** Returns the requested operation. Throws a Problem if there is none. */
function selectOperation(context: RequestContext, method: string, values: URLSearchParams): Operation {
  const hasMethod = (operation: Operation) => (operation.method === "POST") === (method === "POST");
  const operations = context.matched?.address.operations?.filter(hasMethod) ?? [];
  const category = operations.length > 1 ? parseCategory(values) : null;
  return operations.find(({ name }) => category === null || name === category) ?? throwNotFound(context);
}

/**
 * Responds with a problem that browsers may cache. The CDN cache must not store it, because the problem contains a
 * request id.
 */
function missingResponse(
  request: Request,
  { type, detail }: Operation["missing"],
  result: Served,
  context: RequestContext,
): Response {
  const { status, headers, body } = errorResponse(new Problem(type, detail), context);
  const { cacheStatus, tags, freshness } = toSendable(result, 0);
  return send(request, { status, body, headers, cacheStatus, tags, freshness });
}

export function errorResponse(problem: Problem, context: RequestContext): Response {
  return context.kind === "tmdb" ? tmdbError(problem) : problemResponse(problem, context);
}
