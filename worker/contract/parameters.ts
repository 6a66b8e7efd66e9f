/**
 * A parameter of an operation, described once: its name, default, form in an address, error text and documentation. Queries are
 * read, written and typed from records of these descriptions, and the OpenAPI document and the client's options are made from
 * them. All errors of a request are collected, so that a caller can correct everything at once.
 */
import * as v from "valibot";
import { parseJson } from "./json.ts";
import { type ParameterError, Problem } from "./problem.ts";

/** As JSON Schema 2020-12. */
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

/** How a value is read and written. */
export interface ParameterForm<T = unknown, Name extends string = string> {
  readonly name: Name;
  /** `null`: the value is refused. */
  readonly parse: (text: string) => T | null;
  /** The error text: the form that a refused value must have. */
  readonly must: string;
  /** The value if the parameter is absent. Without this property a request without the parameter is refused. */
  readonly fallback?: T;
  /** The one form in addresses and keys; "" leaves the parameter out. By default the value as text. */
  format?(value: T): string;
  /** Whether it is a segment of the address, and not in the query string. */
  readonly isInPath?: boolean;
}

export interface Parameter<T, Name extends string = string> extends ParameterForm<T, Name> {
  readonly schema: ParameterSchema;
  readonly description: string;
  readonly example: string | number;
  /** Whether it extends the service contract. */
  readonly isExtension?: boolean;
}

/** By the field of the query that has the value. */
export type Parameters<P extends ParameterForm = Parameter<unknown>> = Readonly<Record<string, P>>;
/** The query that these parameters describe. */
export type InferQuery<P extends Parameters<ParameterForm>> = {
  readonly [Field in keyof P]: P[Field] extends ParameterForm<infer T> ? T : never;
};
/** The values of an address's segments, by name. */
export type Path = Readonly<Record<string, string>>;

/**
 * The query in a query string, and in the segments of an address; unknown parameters are ignored. Queries are normalised:
 * requests with the same meaning give the same query. Throws a Problem `invalid-parameter` that names every parameter it
 * refuses, repeated ones included.
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
  const read = Object.entries(parameters).map(([field, parameter]) => {
    const { name, parse, must, isInPath = false } = parameter;
    const text = isInPath ? (path[name] ?? "") : values.get(name);
    if (text === null && "fallback" in parameter) return [field, parameter.fallback];
    const value = text === null ? null : parse(text);
    if (value === null) errors.push({ parameter: name, detail: must });
    return [field, value];
  });
  if (errors.length > 0) throw refusal(...errors);
  return Object.fromEntries(read);
}

/** The most items of a list in one request. */
export const MAX_LIST = 100;

/** A body of JSON: a list of strings, and parameters beside it that hold for all of them. */
export interface ListBody<T, P extends Parameters> {
  readonly field: string;
  readonly description: string;
  readonly item: Pick<Parameter<T>, "parse" | "must" | "schema">;
  /** As strings or numbers. */
  readonly beside: P;
}

const Body = v.record(v.string(), v.unknown());

/** Each item with the values beside the list. Other fields are ignored. Throws a Problem as `readQuery` does. */
export function readList<T, P extends Parameters>(
  { field, item, beside }: ListBody<T, P>,
  body: string,
): [T, InferQuery<P>][] {
  const parsed = parseJson(Body, body);
  if (parsed === null) throw refusal({ parameter: "body", detail: "must be a JSON object" });
  const list = parsed[field];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LIST)
    throw refusal({ parameter: field, detail: `must be an array of 1 to ${MAX_LIST} strings` });
  const given = new URLSearchParams();
  for (const { name } of Object.values(beside)) {
    const value = parsed[name];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number")
      throw refusal({ parameter: name, detail: "must be a string" });
    given.set(name, String(value));
  }
  const names = list.map((_, at) => `${field}[${at}]`);
  const items = names.map((name) => [name, { ...item, name, isInPath: true }]);
  const texts = list.map((text, at) => [names[at], typeof text === "string" ? text : ""]);
  const parameters = { ...beside, ...Object.fromEntries(items) };
  const read: Readonly<Record<string, unknown>> = readQuery(parameters, given, Object.fromEntries(texts));
  const values = Object.fromEntries(Object.keys(beside).map((name) => [name, read[name]]));
  return names.map((name) => [read[name] as T, values as InferQuery<P>]);
}

/** A Problem `invalid-parameter`. */
function refusal(...errors: readonly ParameterError[]): Problem {
  const shown = errors.map(({ parameter, detail }) => ({ parameter: nameForPeople(parameter), detail }));
  const [first] = shown;
  return new Problem("invalid-parameter", `${first?.parameter} ${first?.detail}.`, { errors: shown });
}

/** The one spelling of a query, for links and keys: in the order of the parameters. */
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
  Partial<Pick<Parameter<T>, "must">>;

/** An integer, which clients keep in 64 bits. */
export function integer<const Name extends string>(
  min: number,
  max: number,
  words: Words<number, Name>,
): Parameter<number, Name> {
  return {
    must: `must be an integer from ${min} to ${max}`,
    ...words,
    parse: (text) => parseInteger(text, min, max),
    schema: { type: "integer", minimum: min, maximum: max, format: "int64" },
  };
}

/** Numbers in steps of a half: `7` and `7.5`. */
export function halves<const Name extends string>(
  min: number,
  max: number,
  words: Omit<Words<number, Name>, "must">,
): Parameter<number, Name> {
  return {
    must: `must be a number from ${min} to ${max} in steps of 0.5, such as 7.5`,
    ...words,
    parse(text) {
      const number = /^[0-9]{1,3}(?:\.5)?$/.test(text) ? Number(text) : min - 1;
      return number >= min && number <= max ? number : null;
    },
    schema: { type: "number", minimum: min, maximum: max, multipleOf: 0.5 },
  };
}

/** The parameter `limit`: how many entries a response has at most. */
export function limitOf(
  max: number,
  words: Omit<Words<number>, "name" | "must">,
): Parameter<number, "limit"> {
  const schema = { type: "integer", minimum: 1, maximum: max } as const;
  return { ...integer(1, max, { ...words, name: "limit" }), schema };
}

export function oneOf<const T extends string, const Name extends string>(
  values: readonly T[],
  words: Words<T, Name>,
): Parameter<T, Name> {
  return {
    must: `must be one of ${values.join(", ")}`,
    ...words,
    parse: (text) => values.find((value) => value === text) ?? null,
    schema: { enum: values, type: "string" },
  };
}

/** A parameter that may be absent: its value is then `null`. */
export function optional<T, Name extends string>(parameter: Parameter<T, Name>): Parameter<T | null, Name> {
  return { ...parameter, fallback: null };
}

/** A parameter with a default, which the documentation states. */
export function withDefault<T extends string | number, Name extends string>(
  fallback: T,
  parameter: Parameter<T, Name>,
): Parameter<T, Name> {
  return { ...parameter, fallback, schema: { ...parameter.schema, default: fallback } };
}

/** Makes a name from outside printable and short, since the response contains it. */
function nameForPeople(name: string): string {
  return name.toWellFormed().replaceAll(/\p{C}/gu, "\uFFFD").slice(0, 40);
}

/** A decimal integer without sign or leading zero, from `min` to `max`; otherwise `null`. */
export function parseInteger(text: string, min: number, max: number): number | null {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** The parameter `lang` is a BCP 47 tag, of which only the language subtag is used. */
export const DEFAULT_LANGUAGE = "en";

/** Up to three extended language subtags (RFC 5646 section 2.2.2), as in `zh-cmn`: `Intl` rejects them. */
const EXTENDED = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;

/** The usual tags; `parseLanguage` reads all of BCP 47. */
export const LANGUAGE_PATTERN = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/;

/** `pt-BR` is `pt`, `EN` is `en`; `null`: malformed. */
export function parseLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag.replace(EXTENDED, "$1")).language;
  } catch {
    return null;
  }
}

export const LANG = withDefault<string, "lang">(DEFAULT_LANGUAGE, {
  name: "lang",
  parse: parseLanguage,
  must: "must be a language tag such as en or pt-BR",
  schema: { type: "string", pattern: LANGUAGE_PATTERN.source },
  description:
    "The language of titles and plots: a BCP 47 tag, of which only the primary language is used. Without a translation, the title and plot are in English, or else in their original language. lang never changes which titles match.",
  example: "fr",
});
