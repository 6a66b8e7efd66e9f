/**
 * Responds with a problem in TMDB's error format, for clients that read its `status_code`
 * (developer.themoviedb.org/docs/errors).
 */
import type { Problem, ProblemType } from "../../contract/problem.ts";
import { isSourceLimit } from "../../source/failure.ts";
import { problemHeaders } from "./problem-response.ts";

interface TmdbError {
  readonly code: number;
  readonly message: string;
  /** The HTTP status. Defaults to the problem's status. */
  readonly status?: number;
}

const NOT_FOUND: TmdbError = { code: 34, message: "The resource you requested could not be found." };
const INVALID: TmdbError = {
  code: 5,
  status: 422,
  message: "Invalid parameters: Your request parameters are incorrect.",
};

const ERRORS: Readonly<Record<ProblemType, TmdbError>> = {
  "invalid-parameter": INVALID,
  "key-required": { code: 7, message: "Invalid API key: You must be granted a valid key." },
  "title-not-found": NOT_FOUND,
  "person-not-found": NOT_FOUND,
  "not-found": NOT_FOUND,
  "method-not-allowed": { code: 42, message: "This request method is not supported for this resource." },
  "body-too-large": { ...INVALID, status: 413 },
  "cursor-gone": { ...INVALID, status: 410 },
  "unsupported-media-type": { ...INVALID, status: 415 },
  "address-too-long": { ...INVALID, status: 414 },
  "rate-limited": { code: 25, message: "Your request count is over the allowed limit." },
  "headers-too-large": { ...INVALID, status: 431 },
  internal: { code: 11, message: "Internal error: Something went wrong." },
  "not-offered": { ...NOT_FOUND, status: 404 },
  "bad-upstream": { code: 43, message: "Couldn't connect to the backend server." },
  "upstream-unavailable": {
    code: 9,
    message: "Service offline: This service is temporarily offline, try again later.",
  },
  "upstream-timeout": { code: 24, message: "Your request to the backend server timed out. Try again." },
};

/** TMDB's error for a request limit, on which clients wait for `Retry-After` and repeat the request. */
const LIMITED: TmdbError = { ...ERRORS["rate-limited"], status: 429 };

const BY_PARAMETER: Readonly<Record<string, TmdbError>> = {
  authentication: {
    code: 3,
    message: "Authentication failed: You do not have permissions to access the service.",
  },
  page: {
    code: 22,
    message: "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.",
  },
  append_to_response: {
    code: 27,
    message: "Too many append to response objects: The maximum number of remote calls is 20.",
  },
};

export const TMDB_TYPE = "application/json;charset=utf-8";

export function tmdbError(problem: Problem): Response {
  const parameter = problem.errors[0]?.parameter ?? "";
  const error = isSourceLimit(problem) ? LIMITED : (BY_PARAMETER[parameter] ?? ERRORS[problem.type]);
  const { code, message, status = problem.status } = error;
  const body = JSON.stringify({ success: false, status_code: code, status_message: message });
  return new Response(body, {
    status,
    headers: {
      ...problemHeaders(problem),
      ...(error === LIMITED && { "Retry-After": String(problem.retryAfter ?? 1) }),
      "Content-Type": TMDB_TYPE,
      "Content-Length": String(body.length),
    },
  });
}
