/** The operations and headers on `/developers`, from the OpenAPI document. */
import { OPENAPI } from "../../../worker/reference/document.ts";
import { withPlaceholders } from "../../../worker/reference/example-values.ts";
import recorded from "../../../worker/reference/examples.json" with { type: "json" };
import { type DocumentedField, describeTypes, type Schema } from "../../../worker/reference/schema-types.ts";
import { describeBody, describeParameters, findDocumentation } from "../../../worker/reference/schemas.ts";
import { ADDRESSES, type Address, BUILT_HOST } from "../../../worker/web/addresses.ts";

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  /** The path. If two operations have the same path, it includes the parameter that distinguishes them. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /**
   * The capability that the operation needs, which the source of a deployment may lack
   * (`worker/web/finalize-page.ts`).
   */
  readonly needs: string;
  readonly parameters: readonly ReferenceParameter[];
  /** The fields in the JSON body of a POST. */
  readonly fields: readonly DocumentedField[];
  /** The type of the response. */
  readonly returns: string;
  /** The statuses of the operation's problems, except those that every operation may have. */
  readonly problems: readonly number[];
  /** The URL of the example request, without the host. */
  readonly address: string;
  /** The JSON body of the example request, or "" for a GET. */
  readonly body: string;
  /** The response to the example request, recorded with the starter catalog. */
  readonly response: unknown;
}

export interface ReferenceParameter extends DocumentedField {
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  /** The allowed values. Empty if any value is allowed. */
  readonly choices: readonly string[];
  /** The value in the example request, or "" if the request omits the parameter. */
  readonly value: string;
}

const COMPONENTS = OPENAPI.components.schemas as Readonly<Record<string, Schema>>;
const { formatType, listFields } = describeTypes(COMPONENTS);

/** The objects in the document. Their fields are in the order in which responses have them. */
export const SCHEMAS = Object.entries(COMPONENTS)
  .map(([name, schema]) => ({ name, fields: listFields(schema) }))
  .filter(({ fields }) => fields.length > 0);

const RESPONSES: Readonly<Record<string, unknown>> = recorded;
const EXTENSION = /^Extension[.,] /;
const PAYLOAD_PROBLEMS = [413, 415];

export const OPERATIONS = Object.values<Address>(ADDRESSES)
  .filter(({ kind }) => kind === "api")
  .flatMap(({ path, operations = [] }) =>
    operations.map((operation): ReferenceOperation => {
      const { name, method = "GET", resource } = operation;
      const { description = "", schema, body, ...documentation } = findDocumentation(operation);
      const [[example = "", [, request] = ["", ""]] = []] = Object.entries(documentation.examples);
      const [, address = "", ...json] = request.split(" ");
      const category = path === ADDRESSES.lookup.path ? `/?category=${name}` : "";
      const template = path.replaceAll(/:(\w+)/g, "{$1}") + category;
      return {
        id: name,
        method,
        path: template,
        summary: documentation.summary,
        description,
        needs: resource,
        parameters: parametersIn(
          withPlaceholders(address),
          template,
          describeParameters(documentation.parameters),
        ),
        fields: body === undefined ? [] : listFields(describeBody(body)),
        returns: formatType({ $ref: schema }),
        problems: [
          ...(documentation.furtherProblems ?? []),
          ...(body === undefined ? [] : PAYLOAD_PROBLEMS),
          ...(documentation.isAlwaysOffered ? [] : [501]),
        ],
        address: withPlaceholders(address),
        body: withPlaceholders(json.join(" ")),
        response: RESPONSES[example],
      };
    }),
  );

/** The shortest request for the title in the other examples. */
export const QUICKSTART = shorten(OPERATIONS.find(({ id }) => id === "title"));

/** Removes the optional parameters from an example. */
function shorten(example: ReferenceOperation | undefined): ReferenceOperation {
  if (example === undefined) throw new Error("The reference needs an example of a title.");
  const parameters = example.parameters.filter(({ isRequired }) => isRequired);
  return { ...example, address: example.address.replace(/\?.*/, ""), parameters };
}

/** Returns the id of an operation on the page, for links to it. */
export function toAnchor(operation: string): string {
  return `operation-${operation}`;
}

const optional = OPERATIONS.flatMap(({ parameters }) => parameters).filter(({ isRequired }) => !isRequired);

/** The optional parameters that more than one operation has. */
export const COMMON = [...Map.groupBy(optional, keyOf).values()].flatMap(([first, ...others]) =>
  first === undefined || others.length === 0 ? [] : first,
);

export function isCommon(parameter: ReferenceParameter): boolean {
  return COMMON.some((common) => keyOf(common) === keyOf(parameter));
}

function keyOf({ name, description }: ReferenceParameter): string {
  return `${name}: ${description}`;
}

/** A parameter as the OpenAPI document describes it. */
interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
}

/** Returns the parameters of an operation, with the values they have in an example URL. */
export function parametersIn(
  address: string,
  path: string,
  parameters: readonly DocumentedParameter[],
): ReferenceParameter[] {
  const { pathname, searchParams } = new URL(address, BUILT_HOST);
  const segments = pathname.split("/").map(decodeURIComponent);
  const places = path.split("/");
  return parameters.map(({ name, in: place, required, description, ...parameter }) => {
    const schema: Schema = parameter.schema;
    const isInPath = place === "path";
    return {
      name,
      type: isInPath ? `${formatType(schema)}, path` : formatType(schema),
      description: withoutMark(description),
      badges: [
        ...(required ? ["required"] : []),
        ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
        ...("x-extension" in parameter ? ["extension"] : []),
      ],
      isRequired: required,
      isNumber: schema.type === "integer" || schema.type === "number",
      choices: schema.enum?.map(String) ?? [],
      value: (isInPath ? segments[places.indexOf(`{${name}}`)] : searchParams.get(name)) ?? "",
    };
  });
}

/** The headers in the order of the document, which starts with those for callers. */
export const HEADERS = Object.entries(OPENAPI.components.headers).map(
  ([name, { description, schema, ...header }]) => ({
    name,
    type: schema.type,
    description: withoutMark(description),
    badges: EXTENSION.test(description) ? ["extension"] : [],
    readers: header["x-for"],
  }),
);

/** Removes the word "Extension" from a description, because the page shows it as a badge. */
export function withoutMark(description: string): string {
  return description
    .replace(/^Extension, (.)/, (_, letter: string) => letter.toUpperCase())
    .replace(EXTENSION, "");
}
