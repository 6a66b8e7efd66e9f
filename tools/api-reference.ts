/** Formats the operations, objects and problems of the OpenAPI document as Markdown, for `docs/api.md`. */

import { type DocumentedField, describeTypes, type Schema } from "../worker/reference/schema-types.ts";

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

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface PathItem {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly get?: Operation;
  readonly post?: Operation;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Body>>;
  };
}

export function apiReference({ paths, components }: ApiDocument): string {
  const { formatType, listFields } = describeTypes(components.schemas);
  // `/` is omitted, because it is the same operation as `/v1`.
  const shown = Object.entries(paths).filter(([path]) => path !== "/");
  const common = repeated(
    shown.flatMap(([, { parameters = [], get, post }]) =>
      [get, post].flatMap((operation) => (operation ? listed(parameters, operation.parameters) : [])),
    ),
  );
  const operations = shown.flatMap(([path, { parameters = [], get, post }]) => [
    ...(get ? [operation(`GET ${path}`, get, parameters)] : []),
    ...(post ? [operation(`POST ${path}`, post, parameters)] : []),
  ]);
  const endpoints = operations.map(({ address, summary, returned, example }) => [
    `[\`${address}\`](#${anchor(summary)})`,
    returned,
    example,
  ]);
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) => {
    const fields = listFields(schema);
    return fields.length === 0 ? [] : [`### ${name}`, fieldTable(fields)];
  });
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
    table(["endpoint", "returns", "example"], endpoints),
    ...operations.flatMap(({ text }) => text),
    "## Common parameters",
    table(
      PARAMETER_COLUMNS,
      common.map((parameter) => parameterRow({ ...parameter, required: false })),
    ),
    "## Objects",
    ...objects,
    "## Problems",
    table(["status", "type", "what it means"], problems),
    "",
  ].join("\n\n");

  function operation(
    address: string,
    { summary, description, ...details }: Operation,
    shared: PathItem["parameters"],
  ) {
    const parameters = listed(details.parameters, shared);
    const returned = linked(findSchema(details.responses["200"] ?? {}));
    const rows = parameters.map((parameter) =>
      parameterRow(
        common.some((other) => keyOf(other) === keyOf(parameter))
          ? { ...parameter, description: SEE_COMMON }
          : parameter,
      ),
    );
    const text = [
      `### ${summary}`,
      `\`${address}\` returns ${returned}. ${description}`,
      ...(details.requestBody ? ["The body:", fieldTable(listFields(findSchema(details.requestBody)))] : []),
      ...(rows.length > 0 ? [table(PARAMETER_COLUMNS, rows)] : []),
    ];
    return { address, summary, returned, example: formatExample(address, parameters), text };
  }

  function parameterRow({ name, required, schema, description, example }: Parameter): Row {
    const shownName = `\`${name}\`${required ? ", required" : ""}`;
    return [shownName, linked(schema), description, example === undefined ? "" : `\`${example}\``];
  }

  function fieldTable(fields: readonly DocumentedField[]): string {
    const rows = fields.map(({ name, type, badges, description }) => [
      [`\`${name}\``, ...badges].join(", "),
      linkNames(type),
      description,
    ]);
    return table(["field", "form", ""], rows);
  }

  function linked(schema: Schema): string {
    return linkNames(formatType(schema));
  }

  /** Links the names of objects in a type. */
  function linkNames(type: string): string {
    return type.replaceAll(/[A-Z]\w+/g, (name) =>
      name in components.schemas ? `[${name}](#${anchor(name)})` : name,
    );
  }

  /** Returns the parameters in the given lists, with references resolved. Omits headers. */
  function listed(...lists: readonly PathItem["parameters"][]): Parameter[] {
    return lists
      .flatMap((list = []) => list)
      .flatMap((parameter) =>
        "$ref" in parameter ? (components.parameters[getSchemaName(parameter.$ref)] ?? []) : parameter,
      )
      .filter((parameter) => parameter.in !== "header");
  }

  function findSchema(body: Body): Schema {
    const { content = {} } =
      body.$ref === undefined ? body : (components.responses[getSchemaName(body.$ref)] ?? body);
    const [media = "", { schema = {} } = {}] = Object.entries(content)[0] ?? [];
    return media === "application/json" ? schema : { const: media };
  }
}

type Row = readonly string[];

const PARAMETER_COLUMNS: Row = ["parameter", "form", "", "example"];
const SEE_COMMON = "See [common parameters](#common-parameters).";

/** Returns the parameters that occur in more than one operation, without duplicates. */
function repeated(parameters: readonly Parameter[]): Parameter[] {
  const groups = Map.groupBy(parameters, keyOf);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : first,
  );
}

function keyOf({ name, description }: Parameter): string {
  return `${name}: ${description}`;
}

/** Returns an example URL with the required parameters only. Returns an empty string for POST. */
function formatExample(address: string, parameters: readonly Parameter[]): string {
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

const getSchemaName = (ref: string) => ref.split("/").at(-1) ?? "";
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
