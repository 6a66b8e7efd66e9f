/**
 * Every problem (error answer) Marquee has, RFC 9457. What went wrong underneath goes into
 * `cause`, for the log; `detail` is for the caller and never holds a value of a setting,
 * an upstream's words or an address.
 */
import * as v from "valibot";

interface ProblemKind {
  readonly status: number;
  /** Short, the same for every occurrence. */
  readonly title: string;
  /** What it means and what to do, for the page at the problem's `type` address. */
  readonly explanation: string;
}

export const PROBLEMS = {
  "invalid-parameter": {
    status: 400,
    title: "A parameter is not acceptable",
    explanation:
      "A query parameter is missing, malformed, out of range or given twice. The member errors names each parameter and what it has to look like. Correct the request; repeating it unchanged gives the same answer.",
  },
  "key-required": {
    status: 401,
    title: "A known API key is required",
    explanation:
      "This deployment answers only callers it knows. Send your key as the query parameter api_key, or in the header Authorization as a Bearer token. If you sent one, it is not, or no longer, on the list: ask whoever runs this deployment.",
  },
  "title-not-found": {
    status: 404,
    title: "There is no such title",
    explanation:
      "No film or series has this id. Ids come from the field id of a search answer. The answer is remembered for a minute; a title added since then appears after that.",
  },
  "person-not-found": {
    status: 404,
    title: "There is no such person",
    explanation:
      "No person has this id, or one of several has not. Ids come from the field id of credits and of a search for people. The answer is remembered for a minute; a person added since then appears after that.",
  },
  "not-found": {
    status: 404,
    title: "There is nothing at this address",
    explanation: "The API answers at /v1/ and at the addresses below it; /v1/openapi.json lists them.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not allowed here",
    explanation: "Everything here is read with GET or HEAD. The header Allow lists what the address takes.",
  },
  "address-too-long": {
    status: 414,
    title: "The address is too long",
    explanation: "Addresses of up to 2,048 bytes are read. A search text has at most 200 characters.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    explanation: "You asked more often than the limit allows. Wait for the seconds given in Retry-After.",
  },
  "headers-too-large": {
    status: 431,
    title: "The request has too many headers",
    explanation:
      "Up to 100 header fields are read, of 32 KiB in all. A browser that sends more has collected too many cookies: delete those of this site.",
  },
  internal: {
    status: 500,
    title: "Something is wrong on our side",
    explanation:
      "The service failed, or is not set up correctly. The log has the reason under the request id in instance.",
  },
  "not-offered": {
    status: 501,
    title: "This deployment does not offer that",
    explanation:
      "The source of this deployment cannot answer this operation. The two operations of the service contract, search and credits, are always offered.",
  },
  "bad-upstream": {
    status: 502,
    title: "The source gave no usable answer",
    explanation:
      "The service this answer comes from failed or sent something that does not follow the contract, and no earlier answer was left to serve. Trying again a little later usually helps.",
  },
  "upstream-unavailable": {
    status: 503,
    title: "The source is unavailable",
    explanation:
      "The service this answer comes from is known to be down, or the catalog has not been filled, and no earlier answer was left to serve. Where Retry-After is given, wait that many seconds.",
  },
  "upstream-timeout": {
    status: 504,
    title: "The source did not answer in time",
    explanation:
      "The service this answer comes from took longer than the deadline, and no earlier answer was left to serve. Trying again a little later usually helps.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemType = keyof typeof PROBLEMS;

export const PROBLEM_TYPES = Object.keys(PROBLEMS) as ProblemType[];

/** One refused parameter of a 400. */
export interface ParameterError {
  readonly parameter: string;
  readonly detail: string;
}

interface ProblemOptions {
  /** For the log only. */
  readonly cause?: unknown;
  readonly errors?: readonly ParameterError[];
  /** The methods that the address takes, where they are not those of most, sent as `Allow`. */
  readonly allow?: string;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** The limit that was exceeded, sent as `RateLimit-Policy`. */
  readonly rateLimitPolicy?: string;
}

export class Problem extends Error {
  override readonly name = "Problem";
  readonly type: ProblemType;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  readonly allow: string | undefined;
  readonly retryAfter: number | undefined;
  readonly rateLimitPolicy: string | undefined;

  constructor(type: ProblemType, detail: string, options: ProblemOptions = {}) {
    const { cause, errors = [], allow, retryAfter, rateLimitPolicy } = options;
    super(`${type}: ${detail}`, { cause });
    this.type = type;
    this.detail = detail;
    this.errors = errors;
    this.allow = allow;
    this.retryAfter = retryAfter;
    this.rateLimitPolicy = rateLimitPolicy;
  }

  get status(): number {
    return PROBLEMS[this.type].status;
  }

  get title(): string {
    return PROBLEMS[this.type].title;
  }
}

/** What was thrown, as a problem: anything that is not one is `internal`, its own words kept for the log. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem("internal", "The request could not be answered.", { cause: thrown });
}

/** A problem as it is sent: `application/problem+json`. Clients ignore members they do not know. */
export const ProblemBody = v.object({
  /** Names the kind of problem; leads to a page that explains it. */
  type: v.pipe(
    v.string(),
    v.url(),
    v.description("Names the kind of problem, and leads to a page of this site that explains it."),
  ),
  /** The same for every occurrence. */
  title: v.pipe(v.string(), v.description("In a few words, the same for every occurrence.")),
  /** The status of the answer. */
  status: v.pipe(v.number(), v.integer(), v.description("The status of the answer.")),
  /** What is wrong this time. */
  detail: v.pipe(v.string(), v.description("What is wrong this time, in English.")),
  /** The id of the request. */
  instance: v.pipe(v.string(), v.description("The id of the request, as in X-Request-Id.")),
  /** Of a 400: every parameter that is not acceptable. */
  errors: v.optional(
    v.pipe(
      v.array(
        v.object({
          parameter: v.pipe(v.string(), v.description("Name of the parameter.")),
          detail: v.pipe(v.string(), v.description("What it has to be.")),
        }),
      ),
      v.description("Of a 400: every parameter that is not acceptable."),
    ),
  ),
});
export type ProblemBody = v.InferOutput<typeof ProblemBody>;
