/** Formats the types of the OpenAPI document in TypeScript's notation, for `/developers` and `docs/api.md`. */

/** A parameter, a field of a response, or a header. */
export interface DocumentedField {
  readonly name: string;
  /** A type such as "integer ≥ 1", "string | null" or "CrewEntry[]". */
  readonly type: string;
  readonly description: string;
  /** Labels that the page shows as badges, such as "required", "default en" or "extension". */
  readonly badges: readonly string[];
}

/** The subset of JSON Schema that the OpenAPI document uses. */
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
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

/** Returns functions that format types. The references in these are to the given schemas. */
export function describeTypes(schemas: Readonly<Record<string, Schema>>) {
  return { formatType, listFields };

  /**
   * Returns the type of a schema. For a named schema without fields, such as a list of titles, returns the type it
   * stands for.
   */
  function formatType(schema: Schema): string {
    if (schema.$ref !== undefined) return typeOfReference(schema.$ref.replace(/.*\//, ""));
    const alternatives = schema.anyOf ?? schema.oneOf ?? [];
    if (alternatives.length > 0) return alternatives.map(formatType).join(" | ");
    if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
    if (schema.const !== undefined) return String(schema.const);
    if (schema.items !== undefined) {
      const item = formatType(schema.items);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    return `${schema.type ?? ""}${range(schema)}`;
  }

  function typeOfReference(name: string): string {
    const schema = schemas[name] ?? {};
    return listFields(schema).length > 0 ? name : formatType(schema);
  }

  /**
   * Returns the fields of an object, including those of nested objects without a name, such as `people[].credits`. If
   * the object has several alternatives, a field that is missing in one of them is optional.
   */
  function listFields({ properties = {}, required, oneOf = [] }: Schema, within = ""): DocumentedField[] {
    if (oneOf.length > 0) return fieldsOfAlternatives(oneOf);
    return Object.entries(properties).flatMap(([name, property]) => {
      const isOptional = required !== undefined && !required.includes(name);
      const entry = {
        name: `${within}${name}`,
        type: formatType(property),
        description: property.description ?? "",
        badges: isOptional ? ["optional"] : [],
      };
      return [
        entry,
        ...listFields(property, `${entry.name}.`),
        ...listFields(property.items ?? {}, `${entry.name}[].`),
      ];
    });
  }

  function fieldsOfAlternatives(alternatives: readonly Schema[]): DocumentedField[] {
    const byName = Map.groupBy(
      alternatives.flatMap((schema) => listFields(schema)),
      ({ name }) => name,
    );
    return [...byName.values()].flatMap((entries) => {
      const [first] = entries;
      if (first === undefined) return [];
      const type = [...new Set(entries.map((entry) => entry.type))].join(" | ");
      const isOptional = entries.length < alternatives.length && !first.badges.includes("optional");
      return { ...first, type, badges: isOptional ? [...first.badges, "optional"] : first.badges };
    });
  }
}

function range({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (minimum === undefined) return "";
  return maximum === Number.MAX_SAFE_INTEGER ? ` ≥ ${minimum}` : ` ${minimum}–${maximum}`;
}
