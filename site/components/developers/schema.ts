/** Schemas of the OpenAPI document in words: the type of a value, and the fields of an object. */
import type { Entry } from "./reference.ts";

export interface Schema {
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

export function typeOf(schema: Schema): string {
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
export function fieldsOf({ properties = {}, required }: Schema, within = ""): Entry[] {
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
