/**
 * Builds the OpenAPI 3.1 document from the schemas that validate responses. The document is served at
 * `/v1/openapi.json` and rendered at `/developers`. Its descriptions are short sentences without markup.
 */
import * as v from "valibot";
import { version } from "../../package.json";
import { IMAGE_WIDTHS, ImagePath } from "../contract/record.ts";
import {
  CONTRACT_ADDRESS,
  HEAD,
  OPERATION_RESPONSES,
  OWN_ADDRESSES,
  PREFLIGHT,
  WITHOUT_SLASH,
} from "./operations.ts";
import { DOCUMENTED_HEADERS, PROBLEM_RESPONSES, referenceHeaders, referenceProblems } from "./responses.ts";
import { jsonSchemas, SCHEMAS } from "./schemas.ts";
import { shareParameters } from "./shared-parameters.ts";

const DESCRIPTION = `Look up films and series: search titles, and get the cast and crew of a title.

Responses are bare JSON, cached at the edge. Errors are problem details (RFC 9457), whose type is the URL of a page that explains them. Scripts of any site may read every response, including errors (CORS).

Within /v1, parameters, headers, fields and problems are only ever added, so ignore unknown ones. Extensions of the service contract are marked.`;

function describeHealth(schema: keyof typeof SCHEMAS, description: string) {
  return {
    description,
    headers: referenceHeaders(),
    ...describeBody(schema),
  };
}

const describeBody = (schema: keyof typeof SCHEMAS) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

interface ServiceEndpoint {
  readonly summary: string;
  readonly description: string;
  readonly responses: Record<string, object>;
  /** The accepted credentials. By default, the endpoint requires no key. */
  readonly security?: readonly object[];
}

/** Describes an endpoint that is about the service itself. */
function describeServiceEndpoint(
  operationId: string,
  { responses, security = [{}], ...words }: ServiceEndpoint,
) {
  const common = { tags: ["service"], security };
  return {
    get: { operationId, ...words, ...common, responses },
    head: { operationId: `${operationId}Headers`, ...HEAD, ...common, responses },
    options: { operationId: `${operationId}Preflight`, ...PREFLIGHT, ...common },
  };
}

/** The description of image responses, which have no CORS headers. */
const IMAGE = {
  tags: ["lookup"],
  security: [{}],
  responses: {
    "200": {
      description: "The image.",
      headers: referenceHeaders("Age", "Cache-Tag"),
      content: { "image/*": {} },
    },
    ...referenceProblems(404, 405, 414, 431, 500, 502, 503, 504),
  },
};

const IMAGE_SCHEMAS = jsonSchemas({ path: ImagePath, width: v.picklist(IMAGE_WIDTHS) });

const IMAGES = {
  parameters: [
    {
      name: "path",
      in: "path",
      required: true,
      description:
        "The poster of a title or the profile_path of a person, with or without its slashes encoded.",
      schema: IMAGE_SCHEMAS.path,
      example: "2023/11/godzilla.jpg",
    },
    {
      name: "width",
      in: "path",
      required: true,
      description: "Width in pixels. The source may have only a larger one.",
      schema: IMAGE_SCHEMAS.width,
      example: 240,
    },
  ],
  get: {
    operationId: "image",
    summary: "Get an image",
    description:
      "Extension. A poster or portrait. The image at a path never changes. 404 if the path is unknown or the deployment has no image source.",
    ...IMAGE,
  },
  head: { operationId: "imageHeaders", summary: HEAD.summary, description: HEAD.description, ...IMAGE },
};

const SHARED = shareParameters({
  "/": CONTRACT_ADDRESS,
  "/v1": WITHOUT_SLASH,
  ...OWN_ADDRESSES,
  "/images/{width}/{path}": IMAGES,
  "/v1/openapi.json": describeServiceEndpoint("describe", {
    summary: "OpenAPI document",
    description: "This API as OpenAPI 3.1.",
    responses: {
      "200": {
        description: "The document.",
        headers: referenceHeaders("Age", "ETag"),
        content: { "application/json": { schema: { type: "object" } } },
      },
      "304": { description: "Not modified. Your copy is current.", headers: referenceHeaders("Age", "ETag") },
      ...referenceProblems(405, 414, 431, 500),
    },
  }),
  "/v1/usage": describeServiceEndpoint("usage", {
    summary: "Use of your key",
    description:
      "Extension. Requests with your key by day, for the last 31 days, a minute or two late. Always requires a key, even if the other operations do not.",
    security: [{ api_key: [] }, { bearer: [] }],
    responses: {
      "200": {
        description: "The use of the key.",
        headers: referenceHeaders("RateLimit-Policy"),
        ...describeBody("UsageResponse"),
      },
      ...referenceProblems(401, 405, 414, 429, 431, 500, 501, 503),
    },
  }),
  "/healthz": describeServiceEndpoint("health", {
    summary: "Health check",
    description: "For monitoring; refreshed at most every ten seconds.",
    responses: {
      "200": describeHealth("Health", "A source responds: status is ok or degraded."),
      "503": describeHealth("Health", "No source responds: status is down."),
      ...referenceProblems(405, 414, 431, 500),
    },
  }),
});

export const OPENAPI = {
  openapi: "3.1.1",
  info: {
    title: "Marquee",
    version,
    summary: "Titles and credits of films and series",
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
    contact: { name: "Operator of this deployment" },
  },
  servers: [{ url: "/", description: "The site that serves this document" }],
  tags: [
    { name: "lookup", description: "Titles and credits." },
    { name: "service", description: "About the service itself." },
  ],
  security: [{}, { api_key: [] }, { bearer: [] }],
  paths: SHARED.paths,
  components: {
    schemas: SCHEMAS,
    parameters: SHARED.components,
    responses: { ...OPERATION_RESPONSES, ...PROBLEM_RESPONSES },
    headers: DOCUMENTED_HEADERS,
    securitySchemes: {
      api_key: {
        type: "apiKey",
        in: "query",
        name: "api_key",
        description: "The caller's key. Accepted and ignored where no key is required.",
      },
      bearer: {
        type: "http",
        scheme: "bearer",
        description: "Extension. The same key in a header, which keeps it out of URL logs.",
      },
    },
  },
};
