/** The reference in `docs/api.md`: the operations, objects and problems of the OpenAPI document as Markdown. Pure. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string | number;
  readonly "x-required-for"?: readonly string[];
}

interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get?: Operation;
  readonly post?: Operation;
}

/** The parts of the document that are shown. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Body>>;
  };
}

const SAFE_INTEGER = Number.MAX_SAFE_INTEGER;

export function apiReference({ paths, components }: ApiDocument): string {
  // `/` is `/v1` at another address.
  const operations = Object.entries(paths)
    .filter(([path]) => path !== "/")
    .flatMap(([path, { parameters = [], get, post }]) => [
      ...(get ? [operation(`GET ${path}`, get, parameters)] : []),
      ...(post ? [operation(`POST ${path}`, post, parameters)] : []),
    ]);
  const endpoints = operations.map(({ address, summary, returned, example }) => [
    `[\`${address}\`](#${anchor(summary)})`,
    returned,
    example,
  ]);
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) => objectOf(name, schema));
  const problems = Object.entries(components.responses)
    .filter(([name]) => name.startsWith("Problem"))
    .flatMap(([name, { description = "" }]) =>
      description.split("\n\n").map((text): Row => {
        const [type = "", ...meaning] = text.split(": ");
        return [name.slice("Problem".length), `\`${type}\``, meaning.join(": ")];
      }),
    )
    .toSorted(([one], [other]) => Number(one) - Number(other));
  return [
    "## Endpoints",
    table(["address", "returns", "example"], endpoints),
    ...operations.flatMap(({ text }) => text),
    "## Objects",
    ...objects,
    "## Problems",
    table(["status", "type", "what it means"], problems),
    "",
  ].join("\n\n");

  function operation(
    address: string,
    { summary, description, ...own }: Operation,
    shared: readonly Parameter[],
  ) {
    const parameters = [...(own.parameters ?? []), ...shared].filter(
      (parameter) => parameter.in !== "header",
    );
    const returned = typeOf(contentOf(own.responses["200"] ?? {}));
    const rows = parameters.map((parameter) => [
      `\`${parameter.name}\`${parameter.required ? ", required" : ""}`,
      typeOf(parameter.schema),
      parameter.description,
      parameter.example === undefined ? "" : `\`${parameter.example}\``,
    ]);
    const text = [
      `### ${summary}`,
      `\`${address}\` returns ${returned}. ${description}`,
      ...(own.requestBody ? ["The body:", fieldTable(contentOf(own.requestBody))] : []),
      ...(rows.length > 0 ? [table(["parameter", "form", "", "example"], rows)] : []),
    ];
    return { address, summary, returned, example: exampleOf(address, parameters), text };
  }

  function contentOf(body: Body): Schema {
    const { content = {} } =
      body.$ref === undefined ? body : (components.responses[nameOf(body.$ref)] ?? body);
    const [media = "", { schema = {} } = {}] = Object.entries(content)[0] ?? [];
    return media === "application/json" ? schema : { const: media };
  }
}

type Row = readonly string[];

function objectOf(name: string, { description = "", properties, oneOf = [], items }: Schema): string[] {
  if (items !== undefined) return [`### ${name}`, `${typeOf({ items }).replace(/^a/, "A")}.`];
  const shapes = properties === undefined ? oneOf : [{ properties }];
  const fields: Record<string, Schema> = {};
  for (const [field, schema] of shapes.flatMap((shape) => Object.entries(shape.properties ?? {}))) {
    const known = fields[field];
    const isAnother = known !== undefined && typeOf(known) !== typeOf(schema);
    fields[field] = isAnother ? { ...schema, anyOf: [known, schema] } : schema;
  }
  const isObject = Object.keys(fields).length > 0;
  return [`### ${name}`, isObject ? fieldTable({ properties: fields }) : description];
}

function fieldTable({ properties = {} }: Schema): string {
  const rows = Object.entries(properties).map(([field, schema]) => [
    `\`${field}\``,
    typeOf(schema),
    schema.description ?? "",
  ]);
  return table(["field", "form", ""], rows);
}

/** The address with the parameters that it needs, as the document's examples have them. */
function exampleOf(address: string, parameters: readonly Parameter[]): string {
  const [method = "", path = ""] = address.split(" ");
  if (method === "POST") return "";
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example = "", ...parameter } of parameters) {
    if (place === "path") filled = filled.replace(`{${name}}`, String(example));
    else if (required || parameter["x-required-for"]?.includes("search")) query.set(name, String(example));
  }
  return `\`${filled}${query.size === 0 ? "" : `?${decodeURIComponent(String(query))}`}\``;
}

function typeOf(schema: Schema): string {
  const { $ref, type = "", items, anyOf, oneOf } = schema;
  if ($ref !== undefined) return `[${nameOf($ref)}](#${anchor(nameOf($ref))})`;
  if (items !== undefined) return `an array of ${typeOf(items)}`;
  const shapes = anyOf ?? oneOf;
  if (shapes !== undefined) return shapes.map(typeOf).join(" or ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
  return `${schema.format === "date-time" ? "time" : type}${rangeOf(schema)}`;
}

function rangeOf({ minimum, maximum = SAFE_INTEGER, maxLength }: Schema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  if (minimum === undefined) return "";
  return maximum === SAFE_INTEGER ? `, from ${minimum}` : `, ${minimum} to ${maximum}`;
}

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w ]/g, "")
    .replaceAll(" ", "-");

function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
