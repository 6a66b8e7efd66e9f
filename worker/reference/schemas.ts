/// <reference types="vite/types/importMeta.d.ts" />
/**
 * Converts valibot schemas to OpenAPI 3.1 (JSON Schema 2020-12). Objects allow additional properties, because clients
 * must ignore fields that are added within `/v1`.
 */

import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { SimilarResponse } from "../contract/browse.ts";
import { Change, ChangesResponse } from "../contract/changes.ts";
import { CastEntry, Credits, CrewEntry } from "../contract/credits.ts";
import { Health } from "../contract/health.ts";
import {
  FileMatch,
  FindsResponse,
  MatchedTitle,
  MatchesResponse,
  MatchResponse,
  ParsedName,
} from "../contract/matching.ts";
import { type ListBody, MAX_LIST, type Parameters } from "../contract/parameters.ts";
import {
  FilmographyTitle,
  FindResponse,
  KnownTitle,
  PeopleResponse,
  Person,
  PersonCredit,
  PersonResult,
  Role,
  SearchSuggestion,
  SharedResponse,
  SharedTitle,
  SuggestResponse,
  TitleResponse,
  TitlesResponse,
} from "../contract/people.ts";
import { ProblemBody } from "../contract/problem.ts";
import { CountryProviders, ProvidersResponse } from "../contract/providers.ts";
import { CATEGORY } from "../contract/query.ts";
import { ImagePath, SearchResponse, TitleRecord } from "../contract/record.ts";
import { Episode, EpisodeReference, Season, SeasonResponse, SeasonsResponse } from "../contract/seasons.ts";
import { UsageDay, UsageResponse } from "../contract/usage.ts";
import type { Documentation, Documented, Operation } from "../resources/operation.ts";
import { ADDRESSES } from "../web/addresses.ts";

export const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  // JSON cannot represent infinite numbers, so the schema needs no rule against them.
  ignoreActions: ["finite"],
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === "safe_integer"
      ? { ...jsonSchema, type: "integer", format: "int64", maximum: Number.MAX_SAFE_INTEGER }
      : undefined,
  overrideSchema: ({ jsonSchema }) => {
    const { additionalProperties: _open, ...schema } = jsonSchema;
    const isInteger = schema.enum?.every(Number.isSafeInteger) ?? false;
    return isInteger ? { ...schema, type: "integer" } : schema;
  },
};

export function jsonSchemas<T extends Record<string, GenericSchema>>(schemas: T) {
  return toJsonSchemaDefs(schemas, {
    ...CONVERSION,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
}

export const SCHEMAS = jsonSchemas({
  SearchResponse,
  TitleRecord,
  TitleResponse,
  TitlesResponse,
  SimilarResponse,
  ProvidersResponse,
  SeasonsResponse,
  SeasonResponse,
  Person,
  PeopleResponse,
  SharedResponse,
  SuggestResponse,
  ChangesResponse,
  Change,
  FindResponse,
  FindsResponse,
  MatchResponse,
  MatchesResponse,
  FileMatch,
  MatchedTitle,
  ParsedName,
  PersonResult,
  PersonCredit,
  SharedTitle,
  Role,
  SearchSuggestion,
  FilmographyTitle,
  KnownTitle,
  CountryProviders,
  Season,
  Episode,
  EpisodeReference,
  Credits,
  CastEntry,
  CrewEntry,
  ImagePath,
  Problem: ProblemBody,
  UsageResponse,
  UsageDay,
  Health,
});

const modules = import.meta.glob<{ readonly documentation?: Documented }>("../resources/*.ts", {
  eager: true,
});
const DOCUMENTED: Documented = Object.assign(
  {},
  ...Object.values(modules).map((module) => module.documentation),
);

export interface DocumentedOperation extends Documentation, Pick<Operation, "name" | "body"> {
  readonly parameters: Parameters;
}

/** Returns an operation together with its documentation. Throws if it has none, so that the build fails. */
export function findDocumentation({ name, parameters = {}, body }: Operation): DocumentedOperation {
  const documentation = DOCUMENTED[name];
  if (documentation === undefined) throw new Error(`The operation ${name} is not documented.`);
  return { name, parameters, ...(body && { body }), ...documentation };
}

export const LOOKUPS = ADDRESSES.lookup.operations.map(findDocumentation);

const DESCRIBED: Parameters = Object.assign(
  { category: CATEGORY },
  ...LOOKUPS.map(({ parameters }) => parameters),
);

/** The categories that a request must name. A request with an id defaults to `credits`. */
const NEEDS_CATEGORY = ["search"];

/** The parameters of `/v1/`. `x-required-for` lists the operations for which a parameter is required. */
export const PARAMETERS = describeParameters(DESCRIBED).map((parameter) => {
  const { name } = parameter;
  const requiring = LOOKUPS.filter(({ parameters }) =>
    Object.values(parameters).some((accepted) => accepted.name === name && !("fallback" in accepted)),
  ).map((operation) => operation.name);
  const requiredFor = name === "category" ? NEEDS_CATEGORY : requiring;
  return {
    ...parameter,
    required: false,
    ...(requiredFor.length > 0 && { "x-required-for": requiredFor }),
  };
});

export function describeParameters(parameters: Parameters) {
  return Object.values(parameters).map((parameter) => {
    const { name, description, example, schema, isExtension = false, isInPath = false } = parameter;
    return {
      name,
      in: isInPath ? "path" : "query",
      required: !("fallback" in parameter),
      description: isExtension ? `Extension. ${description}` : description,
      ...(isExtension && { "x-extension": true }),
      schema,
      example,
    };
  });
}

export function describeBody({ field, description, item, common }: ListBody<unknown, Parameters>) {
  const list = { type: "array", items: item.schema, minItems: 1, maxItems: MAX_LIST, description };
  const others = Object.values(common).map(({ name, schema }) => [
    name,
    { ...schema, description: `Same as the parameter ${name} of a GET; applies to every item.` },
  ]);
  return { type: "object", properties: { [field]: list, ...Object.fromEntries(others) }, required: [field] };
}
