/** Operations as the document describes them: each has its documentation beside it in `resources/`. */
/// <reference types="vite/types/importMeta.d.ts" />
import * as v from "valibot";
import type { Documentation, ParameterDocumentation } from "../resources/documentation.ts";
import type { Operation } from "../resources/operation.ts";
import { ADDRESSES } from "../routes/addresses.ts";
import { jsonSchemas } from "./schemas.ts";

const modules = import.meta.glob<{ readonly documentation?: Documentation }>("../resources/*.ts", {
  eager: true,
});
const DOCUMENTED = Object.values(modules).flatMap(({ documentation }) => documentation ?? []);

/** Throws where an operation has no documentation: a build without it fails. */
export function documentationOf({ name }: Pick<Operation, "name">): Documentation {
  const documentation = DOCUMENTED.find((documented) => documented.name === name);
  if (documentation === undefined) throw new Error(`The operation ${name} is not documented.`);
  return documentation;
}

/** The operations at the contract's address. */
export const LOOKUPS = ADDRESSES.lookup.operations.map(documentationOf);

const CATEGORY: ParameterDocumentation = {
  schema: v.picklist(ADDRESSES.lookup.operations.map(({ name }) => name)),
  description:
    "The operation: search finds titles by their words, credits gives the people of one title. Left out beside an id it is credits; left out otherwise it is refused.",
  example: "search",
};

const DESCRIBED: Readonly<Record<string, ParameterDocumentation>> = Object.assign(
  { category: CATEGORY },
  ...LOOKUPS.map(({ parameters }) => parameters),
);

/** Of the contract's address: none is required, since that depends on the operation. */
export const PARAMETERS = parameters(DESCRIBED, "query");

/** Of an operation with an address of its own. */
export function parametersOf({ path = {}, parameters: query }: Documentation) {
  return [...parameters(path, "path"), ...parameters(query, "query")];
}

function parameters(described: Readonly<Record<string, ParameterDocumentation>>, place: "path" | "query") {
  const entries = Object.entries(described);
  const schemas = jsonSchemas(Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])));
  return entries.map(([name, { description, example, isExtension }]) => ({
    name,
    in: place,
    required: place === "path",
    description: isExtension ? `Extension. ${description}` : description,
    ...(isExtension ? { "x-extension": true } : {}),
    schema: schemas[name],
    example,
  }));
}
