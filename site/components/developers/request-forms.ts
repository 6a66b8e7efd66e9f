/** A form for each operation, filled with the values of its first example. */
import { OWN } from "../../../worker/openapi/operations.ts";
import { LOOKUPS } from "../../../worker/openapi/schemas.ts";
import type { Documentation } from "../../../worker/resources/documentation.ts";
import { ADDRESSES } from "../../../worker/routes/addresses.ts";

export interface RequestForm {
  readonly summary: string;
  /** The path, with the names of its parameters in braces. */
  readonly template: string;
  /** The path of the example: where the form leads without JavaScript. */
  readonly action: string;
  readonly fields: readonly RequestField[];
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
}

const BASE = `${ADDRESSES.lookup.path}/`;

export const REQUEST_FORMS: readonly RequestForm[] = [
  ...LOOKUPS.map((operation) => formOf(BASE, operation)),
  ...OWN.map(([path, operation]) => formOf(path, operation)),
];

function formOf(template: string, { summary, path = {}, parameters, examples }: Documentation): RequestForm {
  const [example] = Object.values(examples);
  const { pathname, searchParams } = new URL(
    example?.request.replace(/^GET /, "") ?? template,
    "https://host.example",
  );
  const segments = pathname.split("/");
  const places = template.split("/");
  const inPath = Object.keys(path).map((parameter): RequestField => {
    const value = decodeURIComponent(segments[places.indexOf(`{${parameter}}`)] ?? "");
    return { name: parameter, value, place: "path", isRequired: true };
  });
  const inQuery = Object.entries(parameters).map(([parameter, { isRequired = false }]): RequestField => {
    const value = searchParams.get(parameter);
    return { name: parameter, value: value ?? "", place: value === null ? "option" : "query", isRequired };
  });
  const category = searchParams.get("category");
  const constants: RequestField[] =
    category === null ? [] : [{ name: "category", value: category, place: "constant", isRequired: true }];
  const fields = [...constants, ...inPath, ...inQuery.filter((field) => field.name !== "category")];
  return { summary, template, action: pathname, fields };
}
