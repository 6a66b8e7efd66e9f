/** What the pages for developers take out of the OpenAPI document, which is the only source of what they say. */
import { OPENAPI } from "../../../worker/openapi/document.ts";

/** A parameter, or a field of an answer. */
export interface Entry {
  readonly name: string;
  /** In words: "integer", "string or null", "array of CrewEntry". */
  readonly type: string;
  readonly description: string;
  /** Beyond the service contract. */
  readonly extension: boolean;
}

export type SchemaName = keyof typeof OPENAPI.components.schemas;

export const PARAMETERS: readonly Entry[] = OPENAPI.paths["/v1"].parameters.map((parameter) => ({
  name: parameter.name,
  type: parameter.in === "header" ? "header" : typeOf(Object(parameter.schema)),
  description: parameter.description.replace(/^Extension\. /, ""),
  extension: "x-extension" in parameter,
}));

/** The fields of an object, in the order in which they are sent. */
export function fieldsOf(schema: SchemaName): readonly Entry[] {
  const properties: Record<string, Schema> = Object(OPENAPI.components.schemas[schema]).properties ?? {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeOf(property),
    description: property.description ?? "",
    extension: false,
  }));
}

export const HEADERS: readonly Entry[] = Object.entries(OPENAPI.components.headers).map(
  ([name, { description }]) => ({
    name,
    type: "header",
    description: description.replace(/^Extension, /, ""),
    extension: description.startsWith("Extension"),
  }),
);

const ANSWERS = OPENAPI.components.responses.Answer.content["application/json"].examples;

/** Real answers, as a test of the document holds. */
export const EXAMPLES = {
  search: pretty(ANSWERS.search.value),
  credits: pretty(ANSWERS.credits.value),
};

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined)
    return schema.$ref === "#/components/schemas/ImagePath" ? "string" : nameOf(schema.$ref);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(String).join(" or ");
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  return schema.type ?? "";
}

function nameOf(reference: string): string {
  return reference.replace(/.*\//, "");
}

/** One record, one entry a line: short enough to read, whole enough to trust. */
function pretty(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\{\n\s+"id"[^{}]*\}/g, (entry) => entry.replaceAll(/\n\s+/g, " ").replace(/\s*\}$/, " }"))
    .replaceAll("[]", "[ ]");
}
