/** The parts that several responses have in common: headers, and problems by status. */
import { PROBLEM_TYPES, PROBLEMS, type ProblemBody, type ProblemType } from "../contract/problem.ts";

/**
 * The documented response headers, grouped by who needs them. Headers that only concern the connection, such as Date,
 * are left out.
 */
const NAMED = {
  callers: {
    ETag: "Strong entity tag of the body. Send it as If-None-Match to get a 304 if nothing changed.",
    "Content-Language": "The requested language; en on problems.",
    Link: "Extension. First, previous and next page of a search (RFC 8288).",
    "Marquee-Understood":
      "How q was interpreted, as a query string: parameters of this operation, person with an id followed by role, words in titles, about for words in plots, character for the name of a role, like with the id of a title to find similar ones, and omitted for words and filters that were ignored. A hyphen before a value means that the query excludes it.",
    "Marquee-Total":
      "The total number of titles on all pages, up to 1,000. Absent if it is larger or unknown.",
    "Marquee-Ignored":
      "Names of parameters that the source cannot combine with q, such as runtime, and q itself if the source cannot exclude what q excludes. Absent if everything applies.",
    "Retry-After": "Seconds to wait before the next request.",
    "RateLimit-Policy": "Your limit: q requests to the data source in w seconds.",
    Allow: "The methods that this URL supports.",
    "WWW-Authenticate": "On a 401, Bearer: the scheme of the Authorization header for a key.",
  },
  caches: {
    "Cache-Control":
      "How long a browser may reuse the response: the remaining freshness lifetime, at most a minute; five minutes for this document.",
    "CDN-Cache-Control":
      "The same for the CDN cache, and how long it may serve the response stale (RFC 9213, RFC 5861).",
    Age: "Seconds since the CDN cache stored the response. Absent if it comes from the Worker.",
    "Cache-Tag": "The tags by which the CDN cache can purge the response.",
  },
  support: {
    "X-Request-Id":
      "The id of this request: yours if you sent one (8 to 64 letters, digits, - and _), otherwise a new one.",
    "Cache-Status":
      "How the cache handled the request (RFC 9211): hit for a stored response, fwd=… if the request went to the source.",
    "Server-Timing": "The duration of each phase, in milliseconds.",
    "Marquee-Version": "The last 12 characters of the id of the version that responded.",
  },
  browsers: {
    "Access-Control-Allow-Origin": "Any site may read the response.",
    "Access-Control-Expose-Headers": "The headers that a page on another site may read.",
    "Access-Control-Allow-Methods": "The methods that a page on another site may use.",
    "Access-Control-Allow-Headers": "The headers that a page on another site may send.",
    "Access-Control-Max-Age": "Seconds for which a browser may remember this.",
    "Content-Security-Policy": "Blocks scripts and embedding.",
    "Strict-Transport-Security": "Over HTTPS: browsers use HTTPS only.",
    "X-Content-Type-Options": "nosniff.",
    "Referrer-Policy": "Limits what the Referer reveals.",
  },
} as const;

type HeaderGroup = keyof typeof NAMED;
type NamesOf<Group> = Group extends unknown ? keyof Group : never;
type HeaderName = NamesOf<(typeof NAMED)[HeaderGroup]>;

export const DOCUMENTED_HEADERS = Object.fromEntries(
  Object.entries(NAMED).flatMap(([group, headers]) =>
    Object.entries(headers).map(([name, description]) => [
      name,
      {
        description,
        "x-for": group,
        schema: { type: ["Age", "Marquee-Total", "Retry-After"].includes(name) ? "integer" : "string" },
      },
    ]),
  ),
);

const EVERY_RESPONSE = [
  "X-Request-Id",
  "Marquee-Version",
  "Cache-Status",
  "Cache-Control",
  "CDN-Cache-Control",
  "Server-Timing",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Content-Security-Policy",
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Referrer-Policy",
] as const satisfies readonly HeaderName[];

/** Returns references to the headers that all responses have, and to the given headers. */
export function referenceHeaders(...names: readonly HeaderName[]) {
  return Object.fromEntries(
    [...EVERY_RESPONSE, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

interface Occurrence {
  /** The request that causes the problem. `…` means that the character before it is repeated 2,048 times. */
  readonly request: string;
  readonly detail: string;
  readonly errors?: ProblemBody["errors"];
}

const SEARCH = "GET /v1/?category=search&q=godzilla";

/** An example of each problem. A test sends the requests to the built Worker and compares the responses. */
const OCCURRENCES: Record<ProblemType, Occurrence> = {
  "invalid-parameter": {
    request: "GET /v1/?category=credits&id=abc",
    detail: "id must be the id of a title: an integer from 1 to 9007199254740991.",
    errors: [
      {
        parameter: "id",
        detail: "must be the id of a title: an integer from 1 to 9007199254740991",
      },
    ],
  },
  "key-required": {
    request: SEARCH,
    detail: "An API key is required. Send it as the parameter api_key or as a Bearer token.",
  },
  "title-not-found": {
    request: "GET /v1/?category=credits&id=9007199254740991",
    detail: "No title has this id.",
  },
  "person-not-found": {
    request: "GET /v1/people/9007199254740991",
    detail: "No person has this id.",
  },
  "not-found": {
    request: "GET /v1/films",
    detail: "Did you mean /v1/titles/{id}? See /v1/openapi.json for all endpoints.",
  },
  "cursor-gone": {
    request: "GET /v1/changes?since=1-1",
    detail:
      "The cursor is unknown, or older than 30 days. Start again without since, keep next, and read everything again.",
  },
  "method-not-allowed": { request: "POST /v1/", detail: "POST is not allowed here." },
  "body-too-large": {
    request: 'POST /v1/match {"names":["a…"]}'.replace("a…", "a…".repeat(65)),
    detail: "The body is longer than 131,072 bytes.",
  },
  "unsupported-media-type": {
    request: "POST /v1/match",
    detail: "Content-Type must be application/json.",
  },
  "address-too-long": {
    request: `${SEARCH}…`,
    detail: "The URL is longer than 2,048 bytes.",
  },
  "rate-limited": {
    request: SEARCH,
    detail: "Rate limit exceeded: 120 uncached requests in 60 seconds.",
  },
  "headers-too-large": {
    request: SEARCH,
    detail: "The request headers exceed the limit of 100 fields or 32,768 bytes.",
  },
  internal: { request: SEARCH, detail: "The request failed because of an internal error." },
  "not-offered": {
    request: "GET /v1/titles/123",
    detail: "The data source of this deployment does not support this operation.",
  },
  "bad-upstream": { request: SEARCH, detail: "The data source could not be reached. Try again later." },
  "upstream-unavailable": {
    request: SEARCH,
    detail: "The data is temporarily unavailable. Try again in a second.",
  },
  "upstream-timeout": {
    request: SEARCH,
    detail: "The data source did not respond in time. Try again later.",
  },
};

const FURTHER_HEADERS: Record<number, readonly HeaderName[]> = {
  401: ["WWW-Authenticate"],
  404: ["Age", "CDN-Cache-Control", "Cache-Tag"],
  405: ["Allow"],
  410: ["Age", "CDN-Cache-Control", "Cache-Tag"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

export const PROBLEM_RESPONSES = Object.fromEntries(
  [...new Set(PROBLEM_TYPES.map((type) => PROBLEMS[type].status))].map((status) => [
    `Problem${status}`,
    problemResponse(status),
  ]),
);

function problemResponse(status: number) {
  const types = PROBLEM_TYPES.filter((type) => PROBLEMS[type].status === status);
  return {
    description: types.map((type) => `${type}: ${PROBLEMS[type].explanation}`).join("\n\n"),
    headers: referenceHeaders("Content-Language", "RateLimit-Policy", ...(FURTHER_HEADERS[status] ?? [])),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(types.map((type) => [type, describeProblem(type)])),
      },
    },
  };
}

function describeProblem(type: ProblemType) {
  const { request, detail, errors } = OCCURRENCES[type];
  const { status, title } = PROBLEMS[type];
  const value: ProblemBody = {
    type: `https://marquee.example/problems/${type}`,
    title,
    status,
    detail,
    instance: "0a4f0c2e-6f0b-4c57-9a53-0d7b2f6a1c11",
    ...(errors === undefined ? {} : { errors }),
  };
  return { summary: title, value, "x-request": request };
}

/** Returns references to the problem responses for these statuses. */
export function referenceProblems(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
  );
}
