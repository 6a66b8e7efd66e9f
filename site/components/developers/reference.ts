/** Reads operations and headers from the OpenAPI document, so that `/developers` always shows all of them. */
import { OPENAPI } from "../../../worker/openapi/document.ts";
import type { HeaderGroup } from "../../../worker/openapi/responses.ts";
import { LOOKUPS, parametersOf } from "../../../worker/openapi/schemas.ts";
import type { Documentation } from "../../../worker/resources/documentation.ts";
import { type Entry, fieldsOf, nameOf, type Schema, typeOf } from "./schema-types.ts";

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Those that no other operation has. */
  readonly parameters: readonly Entry[];
  /** The names of those that are described once for all. */
  readonly common: readonly string[];
  /** The type of the response: of its JSON, else its media type. */
  readonly returns: string;
  /** Statuses of problems that most operations do not have. */
  readonly problems: readonly string[];
  /** What the form asks for. A request with a body has no form. */
  readonly fields: readonly RequestField[];
  readonly example: Example | null;
}

export interface Example {
  /** Path and query string. */
  readonly address: string;
  readonly body: string;
  readonly response: string;
}

export interface RequestField {
  readonly name: string;
  readonly value: string;
  /**
   * `constant`: tells two operations of one address apart. `option`: a parameter that the example does not have; the API
   * rejects most of them if they are empty, so only a script can send it.
   */
  readonly place: "path" | "query" | "option" | "constant";
  readonly isRequired: boolean;
  readonly isNumber: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly "x-extension"?: boolean;
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, DocumentedBody>>;
}

interface DocumentedBody {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, DocumentedExample>>;
}

interface DocumentedExample {
  readonly value: unknown;
  readonly "x-request": string;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: unknown } } };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface PathItem {
  /** Of all methods. */
  readonly parameters?: readonly Parameter[];
  readonly get?: DocumentedOperation;
  readonly post?: DocumentedOperation;
}

const EXTENSION = /^Extension[.,] /;
/** Written with the slash, as the contract writes it. */
const LOOKUP_PATH = "/v1";
const PATHS: Readonly<Record<string, PathItem>> = OPENAPI.paths;
const RESPONSES: Readonly<Record<string, DocumentedResponse>> = OPENAPI.components.responses;

/** `/` is the contract's own name for `/v1`, which has an operation for each `category`. */
const DOCUMENTED = Object.entries(PATHS)
  .filter(([path]) => path !== "/")
  .flatMap(([path, { parameters = [], get, post }]) => {
    if (path === LOOKUP_PATH && get !== undefined)
      return LOOKUPS.map((lookup) => lookupOperation(lookup, { parameters, ...get }));
    return [
      ...(get === undefined ? [] : [{ method: "GET", path, operation: { parameters, ...get } }]),
      ...(post === undefined ? [] : [{ method: "POST", path, operation: post }]),
    ];
  });

function lookupOperation(lookup: Documentation, { parameters = [], responses }: DocumentedOperation) {
  const { name, summary, description, answer } = lookup;
  const conditional = parameters.filter((parameter) => parameter.in === "header");
  const found = responses["200"]?.$ref ?? "";
  const examples = Object.entries(RESPONSES[nameOf(found)]?.content?.["application/json"]?.examples ?? {});
  const content = {
    "application/json": {
      schema: { $ref: answer },
      examples: Object.fromEntries(examples.filter(([example]) => example in lookup.examples)),
    },
  };
  const operation: DocumentedOperation = {
    operationId: name,
    summary,
    description,
    parameters: [...parametersOf(lookup), ...conditional],
    responses: { ...responses, "200": { content } },
  };
  return { method: "GET", path: `${LOOKUP_PATH}/`, operation };
}

const optionalParameters = Map.groupBy(
  DOCUMENTED.flatMap(({ operation }) => operation.parameters ?? []).filter(({ required }) => !required),
  (parameter) => `${parameter.name}: ${withoutMark(parameter.description)}`,
);

/** Optional parameters that several operations have, with the same meaning. */
export const COMMON: readonly Entry[] = [...optionalParameters.values()].flatMap(([first, ...others]) =>
  first === undefined || others.length === 0 ? [] : parameterEntry(first),
);

/** Where links to an operation lead. */
export function anchorOf(operation: string): string {
  return `operation-${operation}`;
}

/** Every operation takes it. */
const CONDITION = "If-None-Match";

/** What the contract's address may respond with; 404 only for an unknown id. */
const COMMON_PROBLEMS = new Set(Object.keys(PATHS[LOOKUP_PATH]?.get?.responses ?? {}));

export const OPERATIONS: readonly ReferenceOperation[] = DOCUMENTED.map(({ method, path, operation }) => {
  const { operationId, summary = "", description = "", parameters = [], requestBody, responses } = operation;
  const { mediaType, schema, examples = {} } = contentOf(responses["200"]);
  const entries = parameters.map(parameterEntry);
  const isCommon = ({ name, description }: Entry) =>
    COMMON.some((common) => common.name === name && common.description === description);
  const [example] = Object.values(examples).map(exampleOf);
  const address = example?.address ?? exampleAddress(path, parameters);
  return {
    id: operationId,
    method,
    path,
    summary,
    description: withoutMark(description),
    parameters: [
      ...entries.filter((entry) => !isCommon(entry)),
      ...fieldsOf(Object(requestBody?.content["application/json"].schema)),
    ],
    common: entries.filter((entry) => isCommon(entry) && entry.name !== CONDITION).map(({ name }) => name),
    returns: schema === undefined ? mediaType : typeOf(schema),
    problems: Object.keys(responses).filter(
      (status) => Number(status) >= 400 && !COMMON_PROBLEMS.has(status),
    ),
    fields: requestBody === undefined ? requestFields(path, parameters, address) : [],
    example: example ?? null,
  };
});

function contentOf(response: DocumentedResponse = {}): DocumentedBody & { readonly mediaType: string } {
  const { content = {} } = response.$ref === undefined ? response : (RESPONSES[nameOf(response.$ref)] ?? {});
  const [[mediaType, body] = ["", {}]] = Object.entries(content);
  return { mediaType, ...body };
}

/** For an operation without an example response. */
function exampleAddress(path: string, parameters: readonly Parameter[]): string {
  const exampleOfName = (name: string) => parameters.find((parameter) => parameter.name === name)?.example;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(exampleOfName(name))));
}

/** A real response: a test of the document sends each request. */
function exampleOf({ value, "x-request": request }: DocumentedExample): Example {
  const [, address = "", ...body] = request.split(" ");
  return { address, body: body.join(" "), response: pretty(value) };
}

function parameterEntry(parameter: Parameter): Entry {
  const schema: Schema = Object(parameter.schema);
  return {
    name: parameter.name,
    type: parameter.in === "query" ? typeOf(schema) : `${typeOf(schema)}, ${parameter.in}`,
    description: withoutMark(parameter.description),
    badges: [
      ...(parameter.required ? ["required"] : []),
      ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
      ...(parameter["x-extension"] ? ["extension"] : []),
    ],
  };
}

/** Filled with the values of an example. */
function requestFields(template: string, parameters: readonly Parameter[], address: string): RequestField[] {
  const { pathname, searchParams } = new URL(address, "https://host.example");
  const segments = pathname.split("/");
  const places = template.split("/");
  const asked = parameters.filter((parameter) => parameter.in !== "header");
  const fields = asked.map((parameter): RequestField => {
    const { name, required: isRequired } = parameter;
    const isNumber = Object(parameter.schema).type === "integer";
    if (parameter.in === "path") {
      const value = decodeURIComponent(segments[places.indexOf(`{${name}}`)] ?? "");
      return { name, value, place: "path", isRequired, isNumber };
    }
    const value = searchParams.get(name);
    return { name, value: value ?? "", place: value === null ? "option" : "query", isRequired, isNumber };
  });
  const category = searchParams.get("category");
  if (category === null) return fields;
  return [
    { name: "category", value: category, place: "constant", isRequired: true, isNumber: false },
    ...fields,
  ];
}

/** The headers for one group of readers. */
export function headersFor(group: HeaderGroup): Entry[] {
  return Object.entries(OPENAPI.components.headers)
    .filter(([, header]) => header["x-for"] === group)
    .map(([name, { description, schema }]) => ({
      name,
      type: schema.type,
      description: withoutMark(description),
      badges: EXTENSION.test(description) ? ["extension"] : [],
    }));
}

/** Without "Extension", which is shown as a badge. */
function withoutMark(description: string): string {
  return description
    .replace(/^Extension, (.)/, (_, letter: string) => letter.toUpperCase())
    .replace(EXTENSION, "");
}

/** One line for each record and entry. */
function pretty(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\{\n\s+"id"[^{}]*\}/g, (entry) => entry.replaceAll(/\n\s+/g, " ").replace(/\s*\}$/, " }"))
    .replaceAll("[]", "[ ]");
}
