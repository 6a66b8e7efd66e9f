/** Reads operations, schemas and headers from the OpenAPI document, so that `/developers` always shows all of them. */
import { OPENAPI } from "../../../worker/openapi/document.ts";
import type { HeaderGroup } from "../../../worker/openapi/responses.ts";

/** A parameter, a field of a response, or a header. */
export interface Entry {
  readonly name: string;
  /** Such as "integer", "string or null", "array of CrewEntry". */
  readonly type: string;
  readonly description: string;
  /** Such as "required", "default en", "extension". */
  readonly badges: readonly string[];
}

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Entry[];
  readonly examples: readonly Example[];
}

interface Example {
  readonly summary: string;
  /** Method, path and query string, and the body of a POST. */
  readonly request: string;
  readonly response: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema?: unknown;
  readonly "x-extension"?: boolean;
  readonly "x-required-for"?: readonly string[];
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: {
    readonly "application/json": {
      readonly schema: object;
      readonly examples?: Readonly<Record<string, DocumentedExample>>;
    };
  };
}

interface DocumentedExample {
  readonly summary: string;
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

/** The part of JSON Schema that the document uses. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

const EXTENSION = /^Extension[.,] /;

const PATHS: Readonly<Record<string, PathItem>> = OPENAPI.paths;
const RESPONSES: Readonly<Record<string, DocumentedResponse>> = OPENAPI.components.responses;

/** Every operation of the document; `/` is the contract's own name for `/v1`. */
export const OPERATIONS: readonly ReferenceOperation[] = Object.entries(PATHS)
  .filter(([path]) => path !== "/")
  .flatMap(([path, { parameters = [], get, post }]) => [
    ...(get === undefined ? [] : [operationOf("GET", path, { parameters, ...get })]),
    ...(post === undefined ? [] : [operationOf("POST", path, post)]),
  ]);

function operationOf(method: string, path: string, operation: DocumentedOperation): ReferenceOperation {
  const { operationId, summary = "", description = "", parameters = [], requestBody, responses } = operation;
  const body: Schema = Object(requestBody?.content["application/json"].schema);
  return {
    id: operationId,
    method,
    path,
    summary,
    description: withoutMark(description),
    parameters: [...parameters.map(parameterEntry), ...fieldsOf(body)],
    examples: examplesOf(responses["200"]),
  };
}

function parameterEntry(parameter: Parameter): Entry {
  const { required, "x-required-for": requiredFor = [] } = parameter;
  const schema: Schema = Object(parameter.schema);
  return {
    name: parameter.name,
    type: parameter.in === "query" ? typeOf(schema) : `${typeOf(schema)}, ${parameter.in}`,
    description: withoutMark(parameter.description),
    badges: [
      ...(required ? ["required"] : []),
      ...requiredFor.map((operation) => `required for ${operation}`),
      ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
      ...(parameter["x-extension"] ? ["extension"] : []),
    ],
  };
}

/** Real responses: a test of the document sends each request. Empty lists are left out. */
function examplesOf(response: DocumentedResponse = {}): Example[] {
  const { content } = response.$ref === undefined ? response : (RESPONSES[lastSegment(response.$ref)] ?? {});
  return Object.values(content?.["application/json"].examples ?? {})
    .filter(({ value }) => !(Array.isArray(value) && value.length === 0))
    .map(({ summary, value, "x-request": request }) => ({
      summary,
      request,
      response: pretty(value),
    }));
}

export interface ReferenceSchema {
  readonly name: string;
  readonly fields: readonly Entry[];
}

/** Every object of the document, with its fields in the order they are sent. */
export const SCHEMAS: readonly ReferenceSchema[] = Object.entries(
  OPENAPI.components.schemas as Readonly<Record<string, Schema>>,
).flatMap(([name, schema]) => {
  const fields = fieldsOf(schema);
  return fields.length > 0 ? [{ name, fields }] : [];
});

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

function lastSegment(reference: string): string {
  return reference.replace(/.*\//, "");
}

/** One line for each record and entry. */
function pretty(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\{\n\s+"id"[^{}]*\}/g, (entry) => entry.replaceAll(/\n\s+/g, " ").replace(/\s*\}$/, " }"))
    .replaceAll("[]", "[ ]");
}

/** The type of a value in words. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined)
    return schema.$ref === "#/components/schemas/ImagePath" ? "string" : schema.$ref.replace(/.*\//, "");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(String).join(" or ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  return `${schema.type ?? ""}${range(schema)}`;
}

function range({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (minimum === undefined) return "";
  return maximum === Number.MAX_SAFE_INTEGER ? ` ≥ ${minimum}` : `, ${minimum} to ${maximum}`;
}

/** Also of objects within it that have no schema of their own: `known_for[].title`. */
function fieldsOf({ properties = {}, required }: Schema, within = ""): Entry[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const isOptional = required !== undefined && !required.includes(name);
    const entry = {
      name: `${within}${name}`,
      type: typeOf(property),
      description: property.description ?? "",
      badges: isOptional ? ["optional"] : [],
    };
    return [
      entry,
      ...fieldsOf(property, `${entry.name}.`),
      ...fieldsOf(property.items ?? {}, `${entry.name}[].`),
    ];
  });
}
