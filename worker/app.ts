/** The routes in order; a thrown problem becomes a response; what every response carries is added last. */
import { type IRequest, Router } from "itty-router";
import { asProblem, Problem } from "./contract/problem.ts";
import { instructFront } from "./http/caching.ts";
import { withoutBody } from "./http/head.ts";
import {
  ALLOWED_METHODS,
  addSecurity,
  addVersion,
  allowAnyOrigin,
  JSON_POLICY,
  methodsAllowed,
  preflight,
  REQUEST_ID,
} from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import { checkSize } from "./http/request-limits.ts";
import { serverTiming } from "./observe/observation.ts";
import { ADDRESSES, decoded } from "./routes/addresses.ts";
import { api, noSuchOperation } from "./routes/api.ts";
import { images } from "./routes/images.ts";
import { pages, problemPage } from "./routes/pages.ts";
import { purge } from "./routes/purge.ts";
import type { RequestContext } from "./routes/request-context.ts";
import { health, openapi } from "./routes/service.ts";

type Arguments = [context: RequestContext];

export const app = Router<IRequest, Arguments>({
  before: [checkMethod, checkSize, checkSettings, checkAddress],
  catch: answerProblem,
  finally: [finish],
});

app.all(ADDRESSES.health.path, health).all(ADDRESSES.openapi.path, openapi);
app.all("/v1/*", api).all("/images/*", images).all(ADDRESSES.purge.path, purge).all("*", pages);

function checkMethod(request: Request, { url, kind }: RequestContext): Response | undefined {
  // It takes other methods than all other addresses, and only where there is such an address.
  if (url.pathname === ADDRESSES.purge.path) return undefined;
  if (request.method === "OPTIONS") return kind === "api" ? preflight() : methodsAllowed(ALLOWED_METHODS);
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  throw new Problem("method-not-allowed", `${request.method} is not allowed here.`);
}

/** Fail every request on invalid configuration. */
function checkSettings(_request: Request, { services }: RequestContext): void {
  services();
}

/** The router takes any number of slashes at the end. Astro logs an error for a path that is no percent-encoding. */
function checkAddress(_request: Request, { url, kind, matched }: RequestContext): void {
  if (kind === "api" && matched === null) noSuchOperation();
  if (kind !== "api" && decoded(url.pathname) === null) {
    throw new Problem("not-found", "There is nothing at this address.");
  }
}

/** To visitors of the site a problem is a page, to programs it is JSON; the status is the same. */
async function answerProblem(thrown: unknown, request: Request, context: RequestContext): Promise<Response> {
  const problem = asProblem(thrown);
  if (problem.type === "internal") {
    context.log({ event: "internal", reason: String(problem.cause) });
  }
  const { kind, matched } = context;
  if (kind !== "page" || matched?.address.isFile) return problemResponse(problem, context);
  return await problemPage(problem, request, context).catch((failure: unknown) => {
    context.log({ event: "internal", reason: String(failure) });
    return problemResponse(problem, context);
  });
}

/** What every response carries. */
function finish(answered: Response, request: Request, context: RequestContext): Response {
  const { url, kind, site, env, log, execution, observation, requestId } = context;
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const response = request.method === "HEAD" ? withoutBody(answered, request, { waitUntil, log }) : answered;
  const { headers } = response;
  headers.set(REQUEST_ID, requestId);
  headers.set("Server-Timing", serverTiming(observation));
  addVersion(headers, env.VERSION);
  addSecurity(headers, url, site.strictTransport);
  const isPage = kind === "page" || kind === "admin";
  if (site.isPreview || (isPage && !site.isListed)) headers.set("X-Robots-Tag", "noindex");
  // Pages name their host, in links and in X-Robots-Tag.
  instructFront(headers, !isPage || site.isCanonical);
  if (!headers.has("Cache-Status")) headers.set("Cache-Status", "marquee; detail=not-cached");
  if (kind === "api") {
    allowAnyOrigin(headers);
    headers.set("Content-Security-Policy", JSON_POLICY);
  }
  return response;
}
