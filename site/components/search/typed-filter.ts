/** The filter as its form has it, two fields, and as the address has it, one `f`. */
import { isKind } from "../../../worker/contract/filter.ts";
import { parseText } from "../../../worker/contract/query.ts";
import type { Language } from "../../language/language.ts";
import { readYears } from "./typed-years.ts";

export interface TypedFilter {
  /** "movie", "series" or "". */
  readonly kind: string;
  /** As it was typed, right or wrong. */
  readonly years: string;
}

export function splitFilter(f: string): TypedFilter {
  const [first = "", ...rest] = f.split(",");
  if (isKind(first)) return { kind: first, years: rest.join(",") };
  return { kind: "", years: f };
}

function joinFilter({ kind, years }: TypedFilter): string {
  return [kind, years].filter((part) => part !== "").join(",");
}

/**
 * A form without JavaScript sends its two fields: where they belong, as the query string of the
 * one address that search has. `null`: the address is that already.
 */
export function canonicalSearch(given: URLSearchParams, language: Language): string | null {
  const f = filterOfFields(given, language);
  if (f === null) return null;
  if (!isForm(given)) return withFilter(given, f).toString();
  const q = given.get("q") ?? "";
  const parameters = new URLSearchParams({ q });
  if (f !== "") parameters.set("f", f);
  // The form says which text its words were taken as they stand in: another one is an ordinary search.
  if (given.has("exact") && given.get("exact") === parseText(q)) parameters.set("exact", "1");
  return parameters.toString();
}

/**
 * The `f` of a form's two fields, or of an address with years in words. `null`: the address has it already. A kind that
 * is none was not chosen in the form.
 */
export function filterOfFields(given: URLSearchParams, language: Language): string | null {
  const f = given.get("f") ?? "";
  const { kind, years } = isForm(given)
    ? { kind: given.get("kind") ?? "", years: (given.get("year") ?? "").trim() }
    : splitFilter(f);
  const read = joinFilter({ kind: isKind(kind) ? kind : "", years: readYears(years, language) ?? years });
  return isForm(given) || read !== f ? read : null;
}

export function isForm(given: URLSearchParams): boolean {
  return given.has("kind") || given.has("year");
}

/** The same address with another filter. */
export function withFilter(given: URLSearchParams, f: string): URLSearchParams {
  const parameters = new URLSearchParams(given);
  parameters.set("f", f);
  return parameters;
}
