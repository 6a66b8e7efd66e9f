/** Reads the query string. All errors are collected, so that a caller can correct everything at once. */
import { type ParameterError, Problem } from "./problem.ts";

export class Parameters {
  readonly #values: URLSearchParams;
  readonly #errors: ParameterError[] = [];

  constructor(values: URLSearchParams) {
    this.#values = values;
    const names = new Set<string>();
    const repeated = new Set<string>();
    for (const name of values.keys()) (names.has(name) ? repeated : names).add(name);
    for (const name of repeated) this.refuse(name, "is repeated");
  }

  /** The value, "" if it has none, or `null` if the parameter is absent. */
  get(name: string): string | null {
    return this.#values.get(name);
  }

  /**
   * The value as `parse` reads it, or `otherwise` if the parameter is absent. If `parse` returns `null`, the parameter
   * is refused for the reason in `must`.
   */
  read<T>(name: string, { otherwise, parse, must }: Reading<T>): T {
    const value = this.get(name);
    if (value === null) return otherwise;
    const parsed = parse(value);
    if (parsed !== null) return parsed;
    this.refuse(name, must);
    return otherwise;
  }

  refuse(parameter: string, detail: string): void {
    this.#errors.push({ parameter: nameForPeople(parameter), detail });
  }

  /** A Problem `invalid-parameter`; `null`: nothing was refused. */
  problem(): Problem | null {
    const first = this.#errors[0];
    if (first === undefined) return null;
    return new Problem("invalid-parameter", `${first.parameter} ${first.detail}.`, { errors: this.#errors });
  }
}

/** The query as `read` reads it. Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function readParameters<T>(values: URLSearchParams, read: (parameters: Parameters) => T): T {
  const parameters = new Parameters(values);
  const query = read(parameters);
  const problem = parameters.problem();
  if (problem !== null) throw problem;
  return query;
}

interface Reading<T> {
  readonly otherwise: T;
  readonly parse: (value: string) => T | null;
  readonly must: string;
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
