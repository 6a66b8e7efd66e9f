/** Loads the OpenAPI document from the Worker and validates responses against it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, inject } from "vitest";

export const TARGET = inject("target");

export const DOCUMENT: Document = await (await fetch(`${TARGET}/v1/openapi.json`)).json();

type Operations = Record<string, { readonly responses: Record<string, object> }>;

interface Server {
  readonly url: string;
}

interface Document {
  readonly servers: readonly Server[];
  readonly paths: Record<string, Operations & { readonly servers?: readonly Server[] }>;
  readonly components: {
    readonly responses: Record<string, DocumentedResponse>;
    readonly headers: Record<string, { readonly description: string; readonly "x-for": string }>;
  };
}

interface DocumentedResponse {
  readonly headers: Record<string, object>;
  readonly content?: Record<
    string,
    { readonly schema: object; readonly examples?: Record<string, DocumentedExample> }
  >;
}

interface DocumentedExample {
  readonly value: unknown;
  readonly "x-request": string;
}

/** Headers of the connection, which clients do not see. */
const TRANSPORT = [
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
// The tests forbid undocumented fields, although clients must accept them.
const components = forbidOtherFields(DOCUMENT.components);
ajv.addSchema({ $id: "document", components });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** The operations by path. A path is relative to its own server, or to the document's server if it has none. */
export const ADDRESSES: ReadonlyMap<string, Operations> = new Map(
  Object.entries(DOCUMENT.paths).flatMap(([path, { servers = DOCUMENT.servers, ...operations }]) =>
    servers.map(({ url }): [string, Operations] => [url.replace(/\/$/, "") + path, operations]),
  ),
);

/** Returns the documented response for a status. Fails the test if there is none. */
export function documented(address: string, method: string, status: number): DocumentedResponse {
  const response = ADDRESSES.get(address)?.[method]?.responses[status];
  if (response === undefined) return expect.fail(`${method} ${address} ${status} is not documented`);
  const reference: unknown = Object(response).$ref;
  return typeof reference === "string" ? Object(resolve(reference)) : Object(response);
}

/** Asserts that the status, media type, body and headers are documented. Returns the body. */
export async function expectDocumented(response: Response, address: string, method: string): Promise<string> {
  const { headers, content } = documented(address, method, response.status);
  const documentedNames = new Set([...Object.keys(headers).map((name) => name.toLowerCase()), ...TRANSPORT]);
  expect([...response.headers.keys()].filter((name) => !documentedNames.has(name))).toEqual([]);
  const text = await response.text();
  if ((method !== "get" && method !== "post") || content === undefined) {
    expect(text).toBe("");
    return text;
  }
  const type = response.headers.get("Content-Type") ?? "";
  const schema = content[type]?.schema;
  if (schema === undefined) return expect.fail(`${type} is not documented for ${response.status}`);
  expect(complaints(schema, JSON.parse(text))).toEqual([]);
  return text;
}

function complaints(schema: object, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"document#/')));
  validators.set(key, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => Object(value)[step], DOCUMENT);
}

function forbidOtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forbidOtherFields);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, forbidOtherFields(member)]);
  const isObjectSchema = "properties" in value && Object(value).type === "object";
  return { ...Object.fromEntries(entries), ...(isObjectSchema ? { additionalProperties: false } : {}) };
}
