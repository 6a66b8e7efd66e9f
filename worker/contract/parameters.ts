/**
 * Describes each parameter once: its name, default, syntax, validation message and documentation. Parsing,
 * formatting, query types, the OpenAPI document and the client are derived from these descriptions. All errors of a
 * request are reported together, so that the caller can fix them at once.
 */
import * as v from "valibot";
import { parseJson } from "./json.ts";
import { LANGUAGE_PATTERN, parseLanguageTag } from "./language-tags.ts";
import { type ParameterError, Problem } from "./problem.ts";

export interface ParameterSchema {
  readonly type: "string" | "integer" | "number";
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly format?: "int64";
  readonly default?: string | number;
}

export interface ParameterForm<T = unknown, Name extends string = string> {
  readonly name: Name;
  /** Parses a value. Returns `null` if it is invalid. */
  readonly parse: (text: string) => T | null;
  /** The validation message without the parameter's name, such as "must be a four-digit year". */
  readonly expected: string;
  /** The default. A parameter without a default is required. */
  readonly fallback?: T;
  /**
   * Formats a value for URLs and cache keys. Defaults to `String(value)`. A parameter that is formatted as "" is
   * omitted.
   */
  format?(value: T): string;
  /** Whether the parameter is in the path rather than in the query string. */
  readonly isInPath?: boolean;
}

export interface Parameter<T, Name extends string = string> extends ParameterForm<T, Name> {
  readonly schema: ParameterSchema;
  readonly description: string;
  readonly example: string | number;
  readonly isExtension?: boolean;
}

/** Parameters, keyed by the query field that they set. */
export type Parameters<P extends ParameterForm = Parameter<unknown>> = Readonly<Record<string, P>>;
export type InferQuery<P extends Parameters<ParameterForm>> = {
  readonly [Field in keyof P]: P[Field] extends ParameterForm<infer T> ? T : never;
};
export type Path = Readonly<Record<string, string>>;

/**
 * Parses a query from the query string and the path. Values are normalised, so that equivalent requests result in
 * equal queries. Ignores unknown parameters. Throws a Problem `invalid-parameter` that lists all invalid and repeated
 * parameters.
 */
export function readQuery<P extends Parameters<ParameterForm>>(
  parameters: P,
  values: URLSearchParams,
  path: Path = {},
): InferQuery<P> {
  const errors: ParameterError[] = [];
  for (const name of new Set(values.keys())) {
    if (values.getAll(name).length > 1) errors.push({ parameter: name, detail: "is repeated" });
  }
  const query = collectQuery(parameters, { values, path, errors });
  refuse(errors);
  return query;
}

interface Collecting {
  readonly values: URLSearchParams;
  readonly path?: Path;
  /** The errors of all invalid parameters are added to this list. */
  readonly errors: ParameterError[];
}

function collectQuery<P extends Parameters<ParameterForm>>(
  parameters: P,
  { values, path = {}, errors }: Collecting,
): InferQuery<P> {
  const read = Object.entries(parameters).map(([field, parameter]) => {
    const { name, parse, expected, isInPath = false } = parameter;
    const text = isInPath ? (path[name] ?? "") : values.get(name);
    if (text === null && "fallback" in parameter) return [field, parameter.fallback];
    const value = text === null ? null : parse(text);
    if (value === null) errors.push({ parameter: name, detail: expected });
    return [field, value];
  });
  return Object.fromEntries(read);
}

/** The maximum number of items in a request body. */
export const MAX_LIST = 100;

/** A JSON body with a list of strings, and parameters that apply to the whole list. */
export interface ListBody<T, P extends Parameters> {
  readonly field: string;
  readonly description: string;
  readonly item: Pick<Parameter<T>, "parse" | "expected" | "schema">;
  /** The parameters that apply to all items, given as strings or numbers in the body. */
  readonly common: P;
}

const Body = v.record(v.string(), v.unknown());

/**
 * Parses a body into one query per item. Ignores unknown fields. Throws a Problem `invalid-parameter` that lists all
 * errors.
 */
export function readList<T, P extends Parameters>(
  { field, item, common }: ListBody<T, P>,
  body: string,
): [T, InferQuery<P>][] {
  const parsed = parseJson(Body, body);
  if (parsed === null) throw createRefusal({ parameter: "body", detail: "must be a JSON object" });
  const list = parsed[field];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LIST)
    throw createRefusal({ parameter: field, detail: `must be an array of 1 to ${MAX_LIST} strings` });
  const values = new URLSearchParams();
  for (const { name } of Object.values(common)) {
    const value = parsed[name];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number")
      throw createRefusal({ parameter: name, detail: "must be a string" });
    values.set(name, String(value));
  }
  const errors: ParameterError[] = [];
  const query = collectQuery(common, { values, errors });
  const items = list.map((text, at) => {
    const value = typeof text === "string" ? item.parse(text) : null;
    if (value === null) errors.push({ parameter: `${field}[${at}]`, detail: item.expected });
    return value as T;
  });
  refuse(errors);
  return items.map((value) => [value, query]);
}

/** Throws if there are errors. */
function refuse(errors: readonly ParameterError[]): void {
  if (errors.length > 0) throw createRefusal(...errors);
}

function createRefusal(...errors: readonly ParameterError[]): Problem {
  const shown = errors.map(({ parameter, detail }) => ({ parameter: sanitizeName(parameter), detail }));
  const [first] = shown;
  return new Problem("invalid-parameter", `${first?.parameter} ${first?.detail}.`, { errors: shown });
}

/** Formats a query as a canonical query string, for links and cache keys. */
export function writeQuery<P extends Parameters<ParameterForm>>(
  parameters: P,
  query: { readonly [Field in keyof P]?: InferQuery<P>[Field] | null | undefined },
): string {
  const written = new URLSearchParams();
  for (const [field, parameter] of Object.entries(parameters)) {
    const value = query[field] ?? null;
    const text = value === null ? "" : (parameter.format?.(value) ?? String(value));
    if (text !== "") written.set(parameter.name, text);
  }
  return written.toString();
}

type Words<T, Name extends string = string> = Pick<Parameter<T, Name>, "name" | "description" | "example"> &
  Partial<Pick<Parameter<T>, "expected">>;

/** Describes a parameter whose values are integers. */
export function integer<const Name extends string>(
  min: number,
  max: number,
  words: Words<number, Name>,
): Parameter<number, Name> {
  return {
    expected: `must be an integer from ${min} to ${max}`,
    ...words,
    parse: (text) => parseInteger(text, min, max),
    schema: { type: "integer", minimum: min, maximum: max, format: "int64" },
  };
}

/** Describes a parameter whose values are numbers in steps of 0.5. */
export function halves<const Name extends string>(
  min: number,
  max: number,
  words: Omit<Words<number, Name>, "expected">,
): Parameter<number, Name> {
  return {
    expected: `must be a number from ${min} to ${max} in steps of 0.5, such as 7.5`,
    ...words,
    parse(text) {
      const number = /^[0-9]{1,3}(?:\.5)?$/.test(text) ? Number(text) : min - 1;
      return number >= min && number <= max ? number : null;
    },
    schema: { type: "number", minimum: min, maximum: max, multipleOf: 0.5 },
  };
}

/** Describes the parameter `limit`, which is the maximum number of entries per response. */
export function createLimit(
  max: number,
  words: Omit<Words<number>, "name" | "expected">,
): Parameter<number, "limit"> {
  const schema = { type: "integer", minimum: 1, maximum: max } as const;
  return { ...integer(1, max, { ...words, name: "limit" }), schema };
}

export function oneOf<const T extends string, const Name extends string>(
  values: readonly T[],
  words: Words<T, Name>,
): Parameter<T, Name> {
  return {
    expected: `must be one of ${values.join(", ")}`,
    ...words,
    parse: (text) => values.find((value) => value === text) ?? null,
    schema: { enum: values, type: "string" },
  };
}

/** Makes a parameter optional, with the default `null`. */
export function optional<T, Name extends string>(parameter: Parameter<T, Name>): Parameter<T | null, Name> {
  return { ...parameter, fallback: null };
}

/** Gives a parameter a default, for requests and for the documentation. */
export function withDefault<T extends string | number, Name extends string>(
  fallback: T,
  parameter: Parameter<T, Name>,
): Parameter<T, Name> {
  return { ...parameter, fallback, schema: { ...parameter.schema, default: fallback } };
}

/**
 * Shortens a parameter name and replaces unprintable characters, so that an error message can safely repeat a name
 * from the request.
 */
function sanitizeName(name: string): string {
  return name.toWellFormed().replaceAll(/\p{C}/gu, "\uFFFD").slice(0, 40);
}

/** Parses a decimal integer without sign or leading zeros. Returns `null` if it is not between `min` and `max`. */
export function parseInteger(text: string, min: number, max: number): number | null {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

export const DEFAULT_LANGUAGE = "en";

export const LANG = withDefault<string, "lang">(DEFAULT_LANGUAGE, {
  name: "lang",
  parse: parseLanguageTag,
  expected: "must be a language tag such as en or pt-BR",
  schema: { type: "string", pattern: LANGUAGE_PATTERN.source },
  description:
    "The language of titles, plots and, where available, genres and countries: a BCP 47 tag. The region counts where the catalog has texts of several regions, such as pt-BR and pt-PT; otherwise only the primary language does. Untranslated text is in English or its original language. lang never changes which titles match.",
  example: "fr",
});
