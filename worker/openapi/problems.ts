/** The problems, by status: what they look like, with one real answer for each. */
import { PROBLEM_TYPES, PROBLEMS, type ProblemBody, type ProblemType } from "../contract/problem.ts";
import { type HeaderName, headersOf } from "./headers.ts";

interface Occurrence {
  /** What was asked. An ellipsis stands for 2,048 more of the character before it. */
  readonly request: string;
  readonly detail: string;
  readonly errors?: ProblemBody["errors"];
}

const SEARCH = "GET /v1/?category=search&q=godzilla";

/** A test asks each of these of the built Worker and gets the answer said here. */
const OCCURRENCES: Record<ProblemType, Occurrence> = {
  "invalid-parameter": {
    request: "GET /v1/?category=credits&id=abc",
    detail: "id must be the id of a title: a whole number from 1 to 9007199254740991.",
    errors: [
      {
        parameter: "id",
        detail: "must be the id of a title: a whole number from 1 to 9007199254740991",
      },
    ],
  },
  "key-required": {
    request: SEARCH,
    detail: "A known key is required, as the parameter api_key or as a Bearer token.",
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
    detail: "The service answers at /v1/; /v1/openapi.json describes it.",
  },
  "method-not-allowed": { request: "POST /v1/", detail: "POST is not allowed here." },
  "address-too-long": {
    request: `${SEARCH}…`,
    detail: "The address is longer than 2048 bytes.",
  },
  "rate-limited": {
    request: SEARCH,
    detail: "More than 120 new answers were asked for in 60 seconds.",
  },
  "headers-too-large": {
    request: SEARCH,
    detail: "More than 100 header fields, 32768 bytes in all, are not read.",
  },
  internal: { request: SEARCH, detail: "The request could not be answered." },
  "not-offered": {
    request: "GET /v1/titles/123",
    detail: "The source of this deployment does not offer this.",
  },
  "bad-upstream": { request: SEARCH, detail: "The source could not be reached." },
  "upstream-unavailable": { request: SEARCH, detail: "The catalog is empty: it has not been filled yet." },
  "upstream-timeout": { request: SEARCH, detail: "The source did not answer in time." },
};

/** Headers that only some problems carry. */
const FURTHER_HEADERS: Record<number, readonly HeaderName[]> = {
  401: ["WWW-Authenticate"],
  404: ["Age", "CDN-Cache-Control", "Cache-Tag"],
  405: ["Allow"],
  429: ["Retry-After", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** One response for each status a problem has, by a name of its own. */
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
    headers: headersOf("Content-Language", ...(FURTHER_HEADERS[status] ?? [])),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(types.map((type) => [type, example(type)])),
      },
    },
  };
}

function example(type: ProblemType) {
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

/** References to the responses of these statuses. */
export function problems(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
  );
}
