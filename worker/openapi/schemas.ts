/**
 * The contract's valibot schemas as the schemas of OpenAPI 3.1 (JSON Schema 2020-12).
 * Objects are left open: within `/v1` fields may be added, and a client that refuses what
 * it does not know would break on that day.
 */
import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { CastEntry, Credits, CrewEntry, TitleAnswer } from "../contract/credits.ts";
import { Health } from "../contract/health.ts";
import { ProblemBody } from "../contract/problem.ts";
import { ImagePath, SearchAnswer, TitleRecord } from "../contract/record.ts";

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  // JSON knows no other numbers.
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
  SearchAnswer,
  TitleRecord,
  TitleAnswer,
  Credits,
  CastEntry,
  CrewEntry,
  ImagePath,
  Problem: ProblemBody,
  Health,
});
