/** Runs the checks, then the handler of the address; turns thrown problems into responses; adds common headers. */
import { asProblem, Problem } from "./contract/problem.ts";
import { ADDRESSES, type AddressKind, decoded, methodsOf } from "./web/addresses.ts";
import { api, errorResponse, noSuchOperation } from "./web/api.ts";
import {
  ALLOWED_METHODS,
  addSecurity,
  addVersion,
  allowAnyOrigin,
  JSON_POLICY,
  methodsAllowed,
  preflight,
  REQUEST_ID,
  setCdnHeaders,
  withoutBody,
} from "./web/http/headers.ts";
import { problemResponse } from "./web/http/problem-response.ts";
import { drainBody } from "./web/http/request-body.ts";
import { images } from "./web/images.ts";
import { nearestAddress } from "./web/nearest-address.ts";
import { serverTiming } from "./web/observe.ts";
import { pages, problemPage } from "./web/pages.ts";
import { purge } from "./web/purge.ts";
import { checkSize, type RequestContext } from "./web/request-context.ts";
import { health, openapi } from "./web/service.ts";

type Handler = (request: Request, context: RequestContext) => Promise<Response>;

const HANDLERS: Readonly<Record<AddressKind, Handler>> = {
  api,
  tmdb: api,
  page: pages,
  image: images,
  admin: purge,
};

/** Read by programs and by pages of other sites. */
const isApi = (kind: AddressKind) => kind === "api" || kind === "tmdb";
/** Whether scripts of any site may read it. */
const isPublic = (kind: AddressKind) => isApi(kind) || kind === "image";

export async function respond(request: Request, context: RequestContext): Promise<Response> {
  const response = await handle(request, context).catch((thrown) => answerProblem(thrown, request, context));
  await drainBody(request);
  return finish(response, request, context);
}

async function handle(request: Request, context: RequestContext): Promise<Response> {
  const answered = checkMethod(request, context);
  if (answered !== null) return answered;
  checkSize(request);
  // Fail every request on invalid configuration.
  context.config();
  checkAddress(context);
  return await handlerOf(context)(request, context);
}

function handlerOf({ kind, matched }: RequestContext): Handler {
  if (matched?.address === ADDRESSES.health) return health;
  if (matched?.address === ADDRESSES.openapi) return openapi;
  return HANDLERS[kind];
}

/** Responds to OPTIONS; `null`: continue. Throws a Problem `method-not-allowed`. */
function checkMethod({ method }: Request, { kind, matched, url }: RequestContext): Response | null {
  // The handler checks the method itself, once it knows that this deployment has the address.
  if (kind === "admin") return null;
  const allow = matched === null ? ALLOWED_METHODS : methodsOf(matched.address);
  if (method === "OPTIONS") return isPublic(kind) ? preflight(allow) : methodsAllowed(allow);
  if (allow.split(", ").includes(method)) return null;
  const nearest = kind === "api" && method === "GET" ? nearestAddress(url) : null;
  const hint = nearest === null ? "" : ` Did you mean ${nearest}?`;
  throw new Problem("method-not-allowed", `${method} is not allowed here.${hint}`, { allow });
}

/** Astro logs an error for a path that is not a valid percent-encoding. */
function checkAddress(context: RequestContext): void {
  const { url, kind, matched } = context;
  // No path of TMDB's API has percent-encoding, and an encoded slash would become a slash.
  const isEncoded = kind === "tmdb" && matched?.path.includes("%");
  if (isApi(kind) && (matched === null || isEncoded)) noSuchOperation(context);
  if (!isApi(kind) && decoded(url.pathname) === null) {
    throw new Problem("not-found", "Nothing matches this URL.");
  }
}

/** Visitors get a problem as a page, programs as JSON, with the same status. */
async function answerProblem(thrown: unknown, request: Request, context: RequestContext): Promise<Response> {
  const problem = asProblem(thrown);
  if (problem.type === "internal") {
    context.log({ event: "internal", reason: String(problem.cause) });
  }
  const { kind, matched } = context;
  if (kind !== "page" || matched?.address.isFile) return errorResponse(problem, context);
  return await problemPage(problem, request, context).catch((failure: unknown) => {
    context.log({ event: "internal", reason: String(failure) });
    return problemResponse(problem, context);
  });
}

/** Applies what all responses have in common: headers, and no body for HEAD. */
function finish(answered: Response, request: Request, context: RequestContext): Response {
  const { url, kind, site, env, observation, requestId } = context;
  const response = request.method === "HEAD" ? withoutBody(answered, request, context) : answered;
  const { headers } = response;
  headers.set(REQUEST_ID, requestId);
  headers.set("Server-Timing", serverTiming(observation));
  addVersion(headers, env.VERSION);
  addSecurity(headers, url, site.strictTransport);
  const isPage = kind === "page" || kind === "admin";
  if (isPage && !site.isListed) headers.set("X-Robots-Tag", "noindex");
  // Pages depend on their host: in links and in X-Robots-Tag.
  setCdnHeaders(headers, !isPage || site.isCanonical);
  if (!headers.has("Cache-Status")) headers.set("Cache-Status", "marquee; detail=not-cached");
  if (isPublic(kind)) allowAnyOrigin(headers);
  if (isApi(kind)) headers.set("Content-Security-Policy", JSON_POLICY);
  return response;
}
