/**
 * Handles a request: runs the checks and the handler of its URL, turns thrown problems into responses, and adds
 * common headers.
 */
import { asProblem, Problem } from "./contract/problem.ts";
import { ADDRESSES, type AddressKind, decoded, formatMethods } from "./web/addresses.ts";
import { api, errorResponse } from "./web/api.ts";
import { policyFor } from "./web/caller.ts";
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
import { formatServerTiming } from "./web/observe.ts";
import { pages, problemPage } from "./web/pages.ts";
import { purge } from "./web/purge.ts";
import { checkSize, type RequestContext } from "./web/request-context.ts";
import { health, openapi } from "./web/service.ts";
import { suggestUrl, throwNotFound } from "./web/suggest-url.ts";
import { usage } from "./web/usage.ts";

type Handler = (request: Request, context: RequestContext) => Promise<Response>;

const HANDLERS: Readonly<Record<AddressKind, Handler>> = {
  api,
  tmdb: api,
  mcp: async (request, context) => (await import("./web/mcp/mcp.ts")).mcp(request, context),
  page: pages,
  image: images,
  admin: purge,
};

/** Returns true for JSON endpoints. */
const isApi = (kind: AddressKind) => kind === "api" || kind === "tmdb";
/** Returns true if any site may read the response (CORS). */
const isPublic = (kind: AddressKind) => isApi(kind) || kind === "image";

export async function respond(request: Request, context: RequestContext): Promise<Response> {
  const response = await handle(request, context).catch((thrown) =>
    respondWithProblem(thrown, request, context),
  );
  await drainBody(request);
  return finish(response, request, context);
}

async function handle(request: Request, context: RequestContext): Promise<Response> {
  const answered = checkMethod(request, context);
  if (answered !== null) return answered;
  checkSize(request);
  // Reads the settings first, because an invalid configuration must fail every request.
  context.config();
  checkAddress(context);
  return await selectHandler(context)(request, context);
}

function selectHandler({ kind, matched }: RequestContext): Handler {
  if (matched?.address === ADDRESSES.health) return health;
  if (matched?.address === ADDRESSES.openapi) return openapi;
  if (matched?.address === ADDRESSES.usage) return usage;
  return HANDLERS[kind];
}

/**
 * Responds to OPTIONS. Returns `null` if the handler should run. Throws a Problem `method-not-allowed` for
 * unsupported methods.
 */
function checkMethod({ method }: Request, { kind, matched, url }: RequestContext): Response | null {
  // The admin handler checks the method itself, because it first has to check that the URL exists on this deployment.
  if (kind === "admin") return null;
  const allow = matched === null ? ALLOWED_METHODS : formatMethods(matched.address);
  if (method === "OPTIONS") return isPublic(kind) ? preflight(allow) : methodsAllowed(allow);
  if (allow.split(", ").includes(method)) return null;
  const nearest = kind === "api" && method === "GET" ? suggestUrl(url) : null;
  const hint = nearest === null ? "" : ` Did you mean ${nearest}?`;
  throw new Problem("method-not-allowed", `${method} is not allowed here.${hint}`, { allow });
}

/** Throws a Problem for an unknown URL or malformed percent-encoding. Astro would log the latter as an error. */
function checkAddress(context: RequestContext): void {
  const { url, kind, matched } = context;
  // TMDB paths never need percent-encoding. It is rejected, because decoding could turn `%2F` into a slash.
  const isEncoded = kind === "tmdb" && matched?.path.includes("%");
  if (isApi(kind) && (matched === null || isEncoded)) throwNotFound(context);
  if (!isApi(kind) && decoded(url.pathname) === null) {
    throw new Problem("not-found", "Nothing matches this URL.");
  }
}

/** Renders a problem as HTML for pages and as JSON for everything else. */
async function respondWithProblem(
  thrown: unknown,
  request: Request,
  context: RequestContext,
): Promise<Response> {
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

/** Adds common headers, and removes the body for HEAD. */
function finish(answered: Response, request: Request, context: RequestContext): Response {
  const { url, kind, site, env, observation, requestId } = context;
  const response = request.method === "HEAD" ? withoutBody(answered, request, context) : answered;
  const { headers } = response;
  headers.set(REQUEST_ID, requestId);
  headers.set("Server-Timing", formatServerTiming(observation));
  addVersion(headers, env.VERSION);
  addSecurity(headers, url, site.strictTransport);
  const isPage = kind === "page" || kind === "admin";
  if (isPage && !site.isListed) headers.set("X-Robots-Tag", "noindex");
  // The links and X-Robots-Tag of a page depend on its host, so the CDN cache may only store pages of the canonical
  // host.
  setCdnHeaders(headers, !context.isSelected && (!isPage || site.isCanonical));
  if (!headers.has("Cache-Status")) headers.set("Cache-Status", "marquee; detail=not-cached");
  const policy = request.method === "OPTIONS" ? null : policyFor(context);
  if (policy !== null) headers.set("RateLimit-Policy", policy);
  if (isPublic(kind)) allowAnyOrigin(headers);
  if (isApi(kind) || kind === "mcp") headers.set("Content-Security-Policy", JSON_POLICY);
  return response;
}
