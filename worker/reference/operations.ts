/** The operations by address: `/v1/` and `/v1`, which the contract's two share, and the addresses of single operations. */
import type { Documentation } from "../resources/operation.ts";
import { ADDRESSES, type Address } from "../web/addresses.ts";
import examples from "./examples.json" with { type: "json" };
import { headersOf, problems } from "./responses.ts";
import {
  bodySchema,
  type DocumentedOperation,
  documentationOf,
  LOOKUPS,
  PARAMETERS,
  parametersOf,
} from "./schemas.ts";

/** The headers of a response to a request with these parameters. */
function answerHeaders(parameters: readonly string[]) {
  return headersOf(
    ...(["Age", "ETag", "CDN-Cache-Control", "Cache-Tag", "Content-Language"] as const),
    ...(parameters.includes("page") ? (["Link"] as const) : []),
    ...(parameters.includes("text") && parameters.includes("genre")
      ? (["Marquee-Understood", "Marquee-Total", "Marquee-Ignored"] as const)
      : []),
  );
}

const LOOKUP_HEADERS = answerHeaders(PARAMETERS.map(({ name }) => name));

/** By the name of the example. */
const RESPONSES: Readonly<Record<string, unknown>> = examples;

function shown(documented: Documentation["examples"]) {
  const entries = Object.entries(documented).map(([name, [summary, request]]) => [
    name,
    { summary, value: RESPONSES[name], "x-request": request },
  ]);
  return Object.fromEntries(entries);
}

function answer(
  description: string,
  schema: object,
  { examples, headers }: Pick<Documentation, "examples"> & { readonly headers: object },
) {
  const content = { "application/json": { schema, examples: shown(examples) } };
  return { description, headers, content };
}

function notModified(headers: object) {
  return {
    description: "Not modified. Your copy, whose ETag you sent in If-None-Match, is current.",
    headers,
  };
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Operations with an address of their own, by their path in the document. Operations with a body come last. */
const OWN = Object.values<Address>(ADDRESSES)
  .filter(({ kind, operations }) => kind === "api" && operations !== ADDRESSES.lookup.operations)
  .flatMap(({ path, operations = [] }) =>
    operations.map((operation) => [path.replaceAll(/:(\w+)/g, "{$1}"), documentationOf(operation)] as const),
  )
  .toSorted(([, one], [, other]) => Number(one.body !== undefined) - Number(other.body !== undefined));

/** By name, for the components of the document. */
export const ANSWERS = {
  Answer: answer(
    "A bare array of title records for a search, or a bare object for credits.",
    { oneOf: LOOKUPS.map(({ answer: schema }) => reference(schema)) },
    { examples: Object.assign({}, ...LOOKUPS.map(({ examples }) => examples)), headers: LOOKUP_HEADERS },
  ),
  ...Object.fromEntries(
    OWN.map(([, { answer: schema, summary, examples, parameters, body }]) => {
      const headers = body ? headersOf("Content-Language") : answerHeaders(Object.keys(parameters));
      return [schema, answer(summary, reference(schema), { examples, headers })];
    }),
  ),
};

function responses(schema: string, headers: object, ...statuses: readonly number[]) {
  return {
    "200": { $ref: `#/components/responses/${schema}` },
    "304": notModified(headers),
    // Any request may end in a problem.
    ...problems(400, 401, 404, 405, 414, 429, 431, 500, ...statuses, 502, 503, 504),
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
      headers: headersOf(
        "Allow",
        "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers",
        "Access-Control-Max-Age",
      ),
    },
    ...problems(414, 431),
  },
};

export const HEAD = {
  tags: ["lookup"],
  summary: "Headers only",
  description: "Same status and headers as GET, without the body.",
};

interface Described extends Pick<Documentation, "summary" | "description"> {
  /** Operation ids are unique, so each address has its own: of GET, HEAD and OPTIONS. */
  readonly ids: readonly [get: string, head: string, options: string];
  readonly parameters: ReturnType<typeof parametersOf>;
  readonly responses: ReturnType<typeof responses>;
}

function address({ ids: [get, head, options], parameters, responses, ...words }: Described) {
  return {
    parameters: [...parameters, IF_NONE_MATCH],
    get: { operationId: get, tags: ["lookup"], ...words, responses },
    head: { operationId: head, ...HEAD, responses },
    options: { operationId: options, ...PREFLIGHT },
  };
}

function asked(documentation: DocumentedOperation) {
  const { name, answer: schema, summary, description, parameters, furtherProblems = [] } = documentation;
  const statuses = [...furtherProblems, ...(documentation.isAlwaysOffered ? [] : [501])];
  return address({
    ids: [name, `${name}Headers`, `${name}Preflight`],
    parameters: parametersOf(parameters),
    summary,
    description: `Extension. ${description}`,
    responses: responses(schema, answerHeaders(Object.keys(parameters)), ...statuses),
  });
}

/** An operation whose query is a body. */
function posted(documentation: DocumentedOperation) {
  const { name, answer: schema, summary, description, body, isAlwaysOffered = false } = documentation;
  const request = body && bodySchema(body);
  return {
    operationId: name,
    tags: ["lookup"],
    summary,
    description: `Extension. ${description}`,
    requestBody: { required: true, content: { "application/json": { schema: request } } },
    responses: {
      "200": { $ref: `#/components/responses/${schema}` },
      ...problems(400, 401, 413, 414, 415, 429, 431, 500, ...(isAlwaysOffered ? [] : [501]), 502, 503, 504),
    },
  };
}

/** The operations of one address. A POST has no parameters: at its address they belong to GET and HEAD. */
function own(documented: readonly DocumentedOperation[]) {
  const [get] = documented.filter(({ body }) => body === undefined).map(asked);
  const [post] = documented.filter(({ body }) => body !== undefined);
  if (post === undefined) return get;
  const options = { operationId: `${post.name}Preflight`, ...PREFLIGHT };
  if (get === undefined) return { post: posted(post), options };
  const { parameters } = get;
  return {
    get: { ...get.get, parameters },
    head: { ...get.head, parameters },
    post: posted(post),
    options: get.options,
  };
}

/** Extensions of the contract, below `/v1/`. */
export const OWN_ADDRESSES = Object.fromEntries(
  [...Map.groupBy(OWN, ([path]) => path)].map(([path, operations]) => [
    path,
    own(operations.map(([, documentation]) => documentation)),
  ]),
);

const DESCRIPTIONS = LOOKUPS.map(({ name, description }) => `${name}: ${description}`).join(" ");

function lookup(...ids: Described["ids"]) {
  return address({
    ids,
    parameters: PARAMETERS,
    summary: "Search titles, or get the credits of a title",
    description: `The parameter category selects the operation. ${DESCRIPTIONS} Repeated parameters are rejected, unknown ones ignored.`,
    responses: responses("Answer", LOOKUP_HEADERS),
  });
}

/** The contract's own address, `/v1/`, written as `/` of the server `/v1`: linters reject paths that end in a slash. */
export const CONTRACT_ADDRESS = {
  servers: [{ url: "/v1", description: "Base address of the contract" }],
  ...lookup("lookUpAtBase", "lookUpHeadersAtBase", "preflightAtBase"),
};

/** `/v1`, the same without the slash. */
export const WITHOUT_SLASH = lookup("lookUp", "lookUpHeaders", "preflight");
