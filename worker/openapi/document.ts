/**
 * The contract for machines: OpenAPI 3.1, made from the schemas that check the answers. It
 * is made at build, served at `/v1/openapi.json`, and is what the page /developers is made
 * from. The description of the reference is for people: short sentences, no markup but
 * paragraphs.
 */
import { version } from "../../package.json";
import { HEADERS, headersOf } from "./headers.ts";
import { ANSWERS, CONTRACT_ADDRESS, HEAD, OWN_ADDRESSES, PREFLIGHT, WITHOUT_SLASH } from "./lookup.ts";
import { PROBLEM_RESPONSES, problems } from "./problems.ts";
import { SCHEMAS } from "./schemas.ts";

const DESCRIPTION = `Look up films and series: find titles by their words, and get the people credited on one.

Answers are bare JSON, kept at the edge and fast. Errors are problems (RFC 9457), whose type leads to a page that explains them. Any site may read every answer, errors too (CORS).

Within /v1 things are only ever added: parameters, headers, fields, problems. Ignore what you do not know. What is here beyond the service contract is marked as an extension.`;

function json(schema: keyof typeof SCHEMAS, description: string) {
  return {
    description,
    headers: headersOf(),
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

/** An address about the service itself: no key is ever asked for. */
function aboutService(
  operationId: string,
  { responses, ...words }: { summary: string; description: string; responses: Record<string, object> },
) {
  const common = { tags: ["service"], security: [{}] };
  return {
    get: { operationId, ...words, ...common, responses },
    head: { operationId: `${operationId}Headers`, ...HEAD, ...common, responses },
    options: { operationId: `${operationId}Preflight`, ...PREFLIGHT, ...common },
  };
}

export const OPENAPI = {
  openapi: "3.1.1",
  info: {
    title: "Marquee",
    version,
    summary: "Titles and credits of films and series",
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
    contact: { name: "Whoever runs this deployment" },
  },
  servers: [{ url: "/", description: "The site this document comes from" }],
  tags: [
    { name: "lookup", description: "Titles and credits." },
    { name: "service", description: "About the service itself." },
  ],
  security: [{}, { api_key: [] }, { bearer: [] }],
  paths: {
    "/": CONTRACT_ADDRESS,
    "/v1": WITHOUT_SLASH,
    ...OWN_ADDRESSES,
    "/v1/openapi.json": aboutService("describe", {
      summary: "This document",
      description: "The contract for machines, in OpenAPI 3.1.",
      responses: {
        "200": {
          description: "The document.",
          headers: headersOf("Age", "ETag"),
          content: { "application/json": { schema: { type: "object" } } },
        },
        "304": { description: "The one you hold is the current one.", headers: headersOf("Age", "ETag") },
        ...problems(405, 414, 431, 500),
      },
    }),
    "/healthz": aboutService("health", {
      summary: "Whether the service can answer",
      description: "For monitors. Looked at anew at most every ten seconds.",
      responses: {
        "200": json("Health", "An origin answers: status is ok or degraded."),
        "503": json("Health", "No origin answers: status is down."),
        ...problems(405, 414, 431, 500),
      },
    }),
  },
  components: {
    schemas: SCHEMAS,
    responses: { ...ANSWERS, ...PROBLEM_RESPONSES },
    headers: HEADERS,
    securitySchemes: {
      api_key: {
        type: "apiKey",
        in: "query",
        name: "api_key",
        description: "The caller's key. A deployment that is open to anyone accepts and ignores it.",
      },
      bearer: {
        type: "http",
        scheme: "bearer",
        description: "Extension: the same key in a header, where it stays out of logs of addresses.",
      },
    },
  },
};
