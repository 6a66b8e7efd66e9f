/**
 * The problems, which are the API's error responses (RFC 9457). `detail` is written for the caller, so it must not
 * contain settings, upstream text or URLs. `cause` is the underlying error, for the log only.
 */
import * as v from "valibot";

interface ProblemKind {
  readonly status: number;
  /** A short summary, which is the same for every occurrence of the problem. */
  readonly title: string;
  /** The text of the page that `type` links to: what the problem means, and what to do about it. */
  readonly explanation: string;
}

export const PROBLEMS = {
  "invalid-parameter": {
    status: 400,
    title: "Invalid parameter",
    explanation:
      "A parameter is missing, malformed, out of range or repeated. errors lists each invalid parameter and its expected form. Retrying unchanged will fail again.",
  },
  "key-required": {
    status: 401,
    title: "API key required",
    explanation:
      "This deployment only accepts requests with a valid API key. Send yours as the query parameter api_key, or as a Bearer token in the Authorization header. If you sent one, detail says whether it is malformed, unknown, expired or revoked. Ask the operator for a valid key.",
  },
  "title-not-found": {
    status: 404,
    title: "Title not found",
    explanation:
      "No title has this id. Use the id field of search results. This response is cached for a minute, so a title that was just added appears after that.",
  },
  "person-not-found": {
    status: 404,
    title: "Person not found",
    explanation:
      "No person has this id. With several ids, at least one is unknown. Use the id field of credits or of people search results. This response is cached for a minute, so a person who was just added appears after that.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    explanation: "Nothing matches this URL. See /v1/openapi.json for all endpoints.",
  },
  "cursor-gone": {
    status: 410,
    title: "Cursor expired",
    explanation:
      "Changes are kept for 30 days, and a cursor is valid on one deployment only, so your copy may have missed changes. Request /v1/changes without since, keep next, read everything in your copy again, and continue from next.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    explanation:
      "This URL does not support the request method. The Allow header lists the methods that it supports, usually GET and HEAD.",
  },
  "body-too-large": {
    status: 413,
    title: "Body too large",
    explanation: "The body is larger than 128 KiB. Send fewer names or ids in each request.",
  },
  "address-too-long": {
    status: 414,
    title: "URL too long",
    explanation:
      "The URL is longer than 2,048 bytes. Shorten its parameters; search text has at most 200 characters.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    explanation: "The body is not declared as JSON. Send it with the header Content-Type: application/json.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    explanation: "You exceeded the rate limit. Try again after the number of seconds in Retry-After.",
  },
  "headers-too-large": {
    status: 431,
    title: "Request headers too large",
    explanation:
      "The request has more than 100 header fields or 32 KiB of headers. In a browser, clear the cookies of this site.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    explanation:
      "The service failed or is misconfigured. Report the request id in instance to the operator, who can find it in the log.",
  },
  "not-offered": {
    status: 501,
    title: "Not available on this deployment",
    explanation:
      "The data source of this deployment does not support this operation. Search and credits, the two operations of the service contract, are always available.",
  },
  "bad-upstream": {
    status: 502,
    title: "Bad response from the source",
    explanation:
      "The data source failed or sent data that does not follow the contract, and no stored response was available. Try again later.",
  },
  "upstream-unavailable": {
    status: 503,
    title: "Source unavailable",
    explanation:
      "The data source is down or the catalog is empty, and no stored response was available. Try again after the number of seconds in Retry-After, if it is present.",
  },
  "upstream-timeout": {
    status: 504,
    title: "Source timed out",
    explanation:
      "The data source exceeded the deadline, and no stored response was available. Try again later.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemType = keyof typeof PROBLEMS;

export const PROBLEM_TYPES = Object.keys(PROBLEMS) as ProblemType[];

export const ParameterError = v.object({
  parameter: v.pipe(v.string(), v.description("Name of the parameter.")),
  detail: v.pipe(v.string(), v.description("The expected form.")),
});
export type ParameterError = v.InferOutput<typeof ParameterError>;

interface ProblemOptions {
  /** The underlying error, for the log only. */
  readonly cause?: unknown;
  readonly errors?: readonly ParameterError[];
  /** The `Allow` header. Defaults to GET and HEAD. */
  readonly allow?: string;
  /** The `Retry-After` header in seconds. */
  readonly retryAfter?: number;
}

export class Problem extends Error {
  override readonly name = "Problem";
  readonly type: ProblemType;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  readonly allow: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(type: ProblemType, detail: string, options: ProblemOptions = {}) {
    const { cause, errors = [], allow, retryAfter } = options;
    super(`${type}: ${detail}`, { cause });
    this.type = type;
    this.detail = detail;
    this.errors = errors;
    this.allow = allow;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return PROBLEMS[this.type].status;
  }

  get title(): string {
    return PROBLEMS[this.type].title;
  }
}

/** Returns a thrown Problem unchanged. Wraps any other error in a Problem `internal`. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem("internal", "The request failed because of an internal error.", { cause: thrown });
}

export const ProblemBody = v.object({
  type: v.pipe(
    v.string(),
    v.url(),
    v.description("The kind of problem, as the URL of a page that explains it."),
  ),
  title: v.pipe(v.string(), v.description("Short summary, the same for every occurrence.")),
  status: v.pipe(v.number(), v.integer(), v.description("HTTP status of the response.")),
  detail: v.pipe(v.string(), v.description("What went wrong with this request, in English.")),
  instance: v.pipe(v.string(), v.description("The id of the request, as in X-Request-Id.")),
  errors: v.optional(v.pipe(v.array(ParameterError), v.description("400 only: every invalid parameter."))),
});
export type ProblemBody = v.InferOutput<typeof ProblemBody>;
