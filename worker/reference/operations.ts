/**
 * Describes the operations by path. The two operations of the contract share the path `/v1/` (or `/v1`). Every other
 * operation has its own.
 */
import type { Documentation } from "../resources/operation.ts";
import { ADDRESSES, type Address } from "../web/addresses.ts";
import examples from "./examples.json" with { type: "json" };
import { referenceHeaders, referenceProblems } from "./responses.ts";
import {
  type DocumentedOperation,
  describeBody,
  describeParameters,
  findDocumentation,
  LOOKUPS,
  PARAMETERS,
} from "./schemas.ts";

function operationHeaders(parameters: readonly string[]) {
  return referenceHeaders(
    ...(["Age", "ETag", "CDN-Cache-Control", "Cache-Tag", "Content-Language", "RateLimit-Policy"] as const),
    ...(parameters.includes("page") ? (["Link"] as const) : []),
    ...(parameters.includes("text") && parameters.includes("genre")
      ? (["Marquee-Understood", "Marquee-Total", "Marquee-Ignored"] as const)
      : []),
  );
}

const LOOKUP_HEADERS = operationHeaders(PARAMETERS.map(({ name }) => name));

/** The recorded example responses by name. */
const RESPONSES: Readonly<Record<string, unknown>> = examples;

function formatExamples(documented: Documentation["examples"]) {
  const entries = Object.entries(documented).map(([name, [summary, request]]) => [
    name,
    { summary, value: RESPONSES[name], "x-request": request },
  ]);
  return Object.fromEntries(entries);
}

function describeResponse(
  description: string,
  schema: object,
  { examples, headers }: Pick<Documentation, "examples"> & { readonly headers: object },
) {
  const content = { "application/json": { schema, examples: formatExamples(examples) } };
  return { description, headers, content };
}

function describeNotModified(headers: object) {
  return {
    description: "Not modified. Your copy, whose ETag you sent in If-None-Match, is current.",
    headers,
  };
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The operations that are not in the contract, sorted by path, with batch operations last. */
const OWN_OPERATIONS = Object.values<Address>(ADDRESSES)
  .filter(({ kind, operations }) => kind === "api" && operations !== ADDRESSES.lookup.operations)
  .flatMap(({ path, operations = [] }) =>
    operations.map(
      (operation) => [path.replaceAll(/:(\w+)/g, "{$1}"), findDocumentation(operation)] as const,
    ),
  )
  .toSorted(([, one], [, other]) => Number(one.body !== undefined) - Number(other.body !== undefined));

/** The successful responses of the operations, by the name of their component. */
export const OPERATION_RESPONSES = {
  Lookup: describeResponse(
    "A bare array of title records for a search, or a bare object for credits.",
    { oneOf: LOOKUPS.map(({ schema }) => reference(schema)) },
    { examples: Object.assign({}, ...LOOKUPS.map(({ examples }) => examples)), headers: LOOKUP_HEADERS },
  ),
  ...Object.fromEntries(
    OWN_OPERATIONS.map(([, { schema, summary, examples, parameters, body }]) => {
      const headers = body
        ? referenceHeaders("Content-Language", "RateLimit-Policy")
        : operationHeaders(Object.keys(parameters));
      return [schema, describeResponse(summary, reference(schema), { examples, headers })];
    }),
  ),
};

function responses(schema: string, headers: object, ...statuses: readonly number[]) {
  return {
    "200": { $ref: `#/components/responses/${schema}` },
    "304": describeNotModified(headers),
    // Apart from `statuses`, every operation may return these.
    ...referenceProblems(400, 401, 404, 405, 414, 429, 431, 500, ...statuses, 502, 503, 504),
  };
}

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of your copy. If it is current, the response is a 304 without a body.",
  schema: { type: "string" },
  example: '"0123456789abcdef0123456789abcdef"',
};

export const PREFLIGHT = {
  tags: ["lookup"],
  summary: "CORS preflight",
  description: "Browsers send it before some cross-origin requests.",
  responses: {
    "204": {
      description: "The allowed methods.",
      headers: referenceHeaders(
        "Allow",
        "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers",
        "Access-Control-Max-Age",
      ),
    },
    ...referenceProblems(414, 431),
  },
};

export const HEAD = {
  tags: ["lookup"],
  summary: "Headers only",
  description: "Same status and headers as GET, without the body.",
};

interface Described extends Pick<Documentation, "summary" | "description"> {
  /** The operation ids for GET, HEAD and OPTIONS. They must be unique. */
  readonly ids: readonly [get: string, head: string, options: string];
  readonly parameters: ReturnType<typeof describeParameters>;
  readonly responses: ReturnType<typeof responses>;
}

function describeOperations({ ids: [get, head, options], parameters, responses, ...words }: Described) {
  return {
    parameters: [...parameters, IF_NONE_MATCH],
    get: { operationId: get, tags: ["lookup"], ...words, responses },
    head: { operationId: head, ...HEAD, responses },
    options: { operationId: options, ...PREFLIGHT },
  };
}

function describeGet(documentation: DocumentedOperation) {
  const { name, schema, summary, description, parameters, furtherProblems = [] } = documentation;
  const statuses = [...furtherProblems, ...(documentation.isAlwaysOffered ? [] : [501])];
  return describeOperations({
    ids: [name, `${name}Headers`, `${name}Preflight`],
    parameters: describeParameters(parameters),
    summary,
    description: `Extension. ${description}`,
    responses: responses(schema, operationHeaders(Object.keys(parameters)), ...statuses),
  });
}

function describePost(documentation: DocumentedOperation) {
  const { name, schema, summary, description, body, isAlwaysOffered = false } = documentation;
  const request = body && describeBody(body);
  return {
    operationId: name,
    tags: ["lookup"],
    summary,
    description: `Extension. ${description}`,
    requestBody: { required: true, content: { "application/json": { schema: request } } },
    responses: {
      "200": { $ref: `#/components/responses/${schema}` },
      ...referenceProblems(
        400,
        401,
        413,
        414,
        415,
        429,
        431,
        500,
        ...(isAlwaysOffered ? [] : [501]),
        502,
        503,
        504,
      ),
    },
  };
}

/** Describes the operations at a path. Parameters belong to GET and HEAD only, because a POST has a body instead. */
function describePath(documented: readonly DocumentedOperation[]) {
  const [get] = documented.filter(({ body }) => body === undefined).map(describeGet);
  const [post] = documented.filter(({ body }) => body !== undefined);
  if (post === undefined) return get;
  const options = { operationId: `${post.name}Preflight`, ...PREFLIGHT };
  if (get === undefined) return { post: describePost(post), options };
  const { parameters } = get;
  return {
    get: { ...get.get, parameters },
    head: { ...get.head, parameters },
    post: describePost(post),
    options: get.options,
  };
}

export const OWN_ADDRESSES = Object.fromEntries(
  [...Map.groupBy(OWN_OPERATIONS, ([path]) => path)].map(([path, operations]) => [
    path,
    describePath(operations.map(([, documentation]) => documentation)),
  ]),
);

const DESCRIPTIONS = LOOKUPS.map(({ name, description }) => `${name}: ${description}`).join(" ");

function describeLookup(...ids: Described["ids"]) {
  return describeOperations({
    ids,
    parameters: PARAMETERS,
    summary: "Search titles, or get the credits of a title",
    description: `The parameter category selects the operation. ${DESCRIPTIONS} Repeated parameters are rejected, unknown ones ignored.`,
    responses: responses("Lookup", LOOKUP_HEADERS),
  });
}

/**
 * The path of the contract's operations, `/v1/`. In the document it is `/` below the server `/v1`, because linters
 * reject paths with a trailing slash.
 */
export const CONTRACT_ADDRESS = {
  servers: [{ url: "/v1", description: "Base address of the contract" }],
  ...describeLookup("lookUpAtBase", "lookUpHeadersAtBase", "preflightAtBase"),
};

export const WITHOUT_SLASH = describeLookup("lookUp", "lookUpHeaders", "preflight");
