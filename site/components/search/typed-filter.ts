/** The filter as its form has it, two fields, and as the address has it, one `f`. */
import { isKind } from "../../../worker/contract/filter.ts";
import { parseText } from "../../../worker/contract/query.ts";
import { NOT_REFINED } from "../../../worker/contract/refined.ts";
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
  for (const name of ["genre", "sort"]) {
    const value = given.get(name) ?? "";
    if (value !== "" && value !== NOT_REFINED.sort) parameters.set(name, value);
  }
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

/** Whether nothing is searched for; a filter alone is no search. */
export function isBlank(given: URLSearchParams): boolean {
  return (given.get("q") ?? "").trim() === "";
}

/** Without words, the same choices as a query string of the page of all titles. `null`: nothing is chosen. */
export function browsedInstead(given: URLSearchParams): URLSearchParams | null {
  const chosen = ["f", "genre", "sort"].map((name) => [name, given.get(name) ?? ""] as const);
  const parameters = new URLSearchParams(
    chosen
      .filter(([, value]) => value !== "" && value !== NOT_REFINED.sort)
      .map(([name, value]) => [name, value]),
  );
  return isBlank(given) && parameters.size > 0 ? parameters : null;
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
