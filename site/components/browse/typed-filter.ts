/** Converts between form fields and the parameter `f`. */

import { RELEVANCE } from "../../../worker/contract/browse.ts";
import { isKind } from "../../../worker/contract/filter.ts";
import { parseText } from "../../../worker/contract/query.ts";
import { parseYearPhrase } from "../../../worker/understanding/years.ts";
import type { Language } from "../../language/language.ts";
import { FIELDS } from "./facets.ts";
import { withoutRead } from "./read-fields.ts";

export interface TypedFilter {
  /** The kind ("movie" or "series"), or "" for both. */
  readonly kind: string;
  /** The years as typed, which may be invalid. */
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

const PARAMETERS = ["f", ...FIELDS, "sort"];

/** Returns the parameters with these names, except empty ones and the default order. */
export function chosenIn(given: URLSearchParams, names: readonly string[], order: string): URLSearchParams {
  const values = names.map((name) => [name, given.get(name) ?? ""]);
  return new URLSearchParams(values.filter(([, value]) => value !== "" && value !== order));
}

/**
 * Returns the canonical query string of a search form that was sent without JavaScript, or `null` if the URL is
 * canonical.
 */
export function canonicalSearch(asked: URLSearchParams, language: Language): string | null {
  const given = isForm(asked) ? withoutRead(asked, language) : asked;
  const f = filterOfFields(given, language);
  if (f === null) return null;
  const filtered = withFilter(given, f);
  if (!isForm(given)) return filtered.toString();
  const q = given.get("q") ?? "";
  const parameters = new URLSearchParams([["q", q], ...chosenIn(filtered, PARAMETERS, RELEVANCE)]);
  // An exact search only applies to the text for which the visitor requested it.
  if (given.has("exact") && given.get("exact") === parseText(q)) parameters.set("exact", "1");
  return parameters.toString();
}

/**
 * Returns the canonical value of `f`, or `null` if the URL is canonical. The URL may have the fields of a form
 * instead of `f`, or years in words.
 */
export function filterOfFields(given: URLSearchParams, language: Language): string | null {
  const f = given.get("f") ?? "";
  const { kind, years } = isForm(given)
    ? { kind: given.get("kind") ?? "", years: (given.get("year") ?? "").trim() }
    : splitFilter(f);
  const read = joinFilter({
    kind: isKind(kind) ? kind : "",
    years: parseYearPhrase(years, language) ?? years,
  });
  return isForm(given) || read !== f ? read : null;
}

/** Returns true if there is no query. Filters alone are not a search. */
export function isBlank(given: URLSearchParams): boolean {
  return (given.get("q") ?? "").trim() === "";
}

/**
 * Returns the query string of `/browse` that replaces a search without a query, or `null` if no filter is selected.
 */
export function browsedInstead(given: URLSearchParams): URLSearchParams | null {
  const parameters = chosenIn(given, PARAMETERS, RELEVANCE);
  return isBlank(given) && parameters.size > 0 ? parameters : null;
}

export function isForm(given: URLSearchParams): boolean {
  return given.has("kind") || given.has("year");
}

export function withFilter(given: URLSearchParams, f: string): URLSearchParams {
  const parameters = new URLSearchParams(given);
  parameters.set("f", f);
  return parameters;
}
