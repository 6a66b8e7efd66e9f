/** The filter as two fields of a form, and as `f` in an address. */

import { RELEVANCE } from "../../../worker/contract/browse.ts";
import { isKind } from "../../../worker/contract/filter.ts";
import { parseText } from "../../../worker/contract/query.ts";
import { readYears } from "../../../worker/understanding/years.ts";
import type { Language } from "../../language/language.ts";
import { FIELDS } from "../browse/facets.ts";
import { withoutRead } from "./read-fields.ts";

export interface TypedFilter {
  /** "movie", "series" or "". */
  readonly kind: string;
  /** As typed, valid or not. */
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

/** The parameters that have a value, without the default order. */
export function chosenIn(given: URLSearchParams, names: readonly string[], order: string): URLSearchParams {
  const values = names.map((name) => [name, given.get(name) ?? ""]);
  return new URLSearchParams(values.filter(([, value]) => value !== "" && value !== order));
}

/** The query string of the canonical address of a search, for a form sent without JavaScript. `null`: the address is canonical. */
export function canonicalSearch(asked: URLSearchParams, language: Language): string | null {
  const given = isForm(asked) ? withoutRead(asked, language) : asked;
  const f = filterOfFields(given, language);
  if (f === null) return null;
  const filtered = withFilter(given, f);
  if (!isForm(given)) return filtered.toString();
  const q = given.get("q") ?? "";
  const parameters = new URLSearchParams([["q", q], ...chosenIn(filtered, PARAMETERS, RELEVANCE)]);
  // The form holds the text that was searched exactly: another text is an ordinary search.
  if (given.has("exact") && given.get("exact") === parseText(q)) parameters.set("exact", "1");
  return parameters.toString();
}

/** `f` from the two fields of a form, or from an address with years in words. `null`: the address has it already. */
export function filterOfFields(given: URLSearchParams, language: Language): string | null {
  const f = given.get("f") ?? "";
  const { kind, years } = isForm(given)
    ? { kind: given.get("kind") ?? "", years: (given.get("year") ?? "").trim() }
    : splitFilter(f);
  const read = joinFilter({ kind: isKind(kind) ? kind : "", years: readYears(years, language) ?? years });
  return isForm(given) || read !== f ? read : null;
}

/** Whether there is no text to search for; a filter alone is not a search. */
export function isBlank(given: URLSearchParams): boolean {
  return (given.get("q") ?? "").trim() === "";
}

/** The choices of a search without text as a query string of `/browse`. `null`: nothing is chosen. */
export function browsedInstead(given: URLSearchParams): URLSearchParams | null {
  const parameters = chosenIn(given, PARAMETERS, RELEVANCE);
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
