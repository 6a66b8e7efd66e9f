/** The routes in order; what any of them throws becomes a problem; what all answers carry is put on last. */
import { type IRequest, Router } from "itty-router";
import { asProblem, Problem } from "./contract/problem.ts";
import { isApi } from "./http/address.ts";
import { allowAnyOrigin, preflight } from "./http/cors.ts";
import { instructFront } from "./http/front.ts";
import { withoutBody } from "./http/head.ts";
import { problemResponse } from "./http/problem-response.ts";
import { REQUEST_ID } from "./http/request-id.ts";
import { checkSize } from "./http/request-limits.ts";
import { JSON_POLICY, secure } from "./http/security.ts";
import { nameVersion } from "./http/version.ts";
import { serverTiming } from "./observe/server-timing.ts";
import { api, noSuchAddress } from "./routes/api.ts";
import { health } from "./routes/health.ts";
import { images } from "./routes/images.ts";
import { openapi } from "./routes/openapi.ts";
import { pages, problemPage } from "./routes/pages.ts";
import { PURGE_PATH, purge } from "./routes/purge.ts";
import type { Visit } from "./routes/visit.ts";

type Arguments = [visit: Visit];

export const app = Router<IRequest, Arguments>({
  before: [checkMethod, checkSize, checkSettings],
  catch: answerProblem,
  finally: [finish],
});

app
  .all("/healthz", health)
  .all("/v1", api)
  .all("/v1/openapi.json", openapi)
  .all("/v1/*", noSuchAddress)
  .all("/images/*", images)
  .all(PURGE_PATH, purge)
  .all("*", pages);

function checkMethod(request: Request): Response | undefined {
  // It takes other methods than all other addresses, and only where there is such an address.
  if (new URL(request.url).pathname === PURGE_PATH) return undefined;
  if (request.method === "OPTIONS") return preflight();
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  throw new Problem("method-not-allowed", `${request.method} is not allowed here.`);
}

/** Whatever is asked for: a wrong setting is not to be found out by the one visitor who needs it. */
function checkSettings(_request: Request, { services }: Visit): void {
  services();
}

/** In the API a problem is JSON, elsewhere it is a page; the status is the same. */
async function answerProblem(thrown: unknown, request: Request, visit: Visit): Promise<Response> {
  const problem = asProblem(thrown);
  if (problem.type === "internal") {
    visit.log({ event: "internal", reason: String(problem.cause) });
  }
  if (isApi(visit.url)) return problemResponse(problem, visit);
  return await problemPage(problem, request, visit).catch((failure: unknown) => {
    visit.log({ event: "internal", reason: String(failure) });
    return problemResponse(problem, visit);
  });
}

/** What every answer carries. */
function finish(given: Response, request: Request, visit: Visit): Response {
  const waitUntil = (work: Promise<unknown>) => visit.context.waitUntil(work);
  const response =
    request.method === "HEAD" ? withoutBody(given, request, { waitUntil, log: visit.log }) : given;
  const { headers } = response;
  headers.set(REQUEST_ID, visit.requestId);
  headers.set("Server-Timing", serverTiming(visit.observation));
  nameVersion(headers, visit.env.VERSION);
  secure(headers, visit.url, visit.site.strictTransport);
  const isPage = !isApi(visit.url) && !visit.url.pathname.startsWith("/images/");
  const { isListed, isPreview, isCanonical } = visit.site;
  if (isPreview || (isPage && !isListed)) headers.set("X-Robots-Tag", "noindex");
  // Pages name their host, in links and in X-Robots-Tag.
  instructFront(headers, !isPage || isCanonical);
  if (!headers.has("Cache-Status")) headers.set("Cache-Status", "marquee; fwd=bypass");
  if (isApi(visit.url)) {
    allowAnyOrigin(headers);
    headers.set("Content-Security-Policy", JSON_POLICY);
  }
  return response;
}
