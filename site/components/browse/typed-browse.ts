/** The form sends every field: what was chosen, as the query string of the one address that this has. */
import type { Language } from "../../language/language.ts";
import { filterOfFields, isForm, withFilter } from "../search/typed-filter.ts";
import { FACTS } from "./facets.ts";

/** `null`: the address is that already. */
export function canonicalBrowse(given: URLSearchParams, language: Language): string | null {
  const f = filterOfFields(given, language);
  if (f === null) return null;
  if (!isForm(given)) return `?${withFilter(given, f)}`;
  const parameters = new URLSearchParams();
  if (f !== "") parameters.set("f", f);
  for (const name of [...FACTS, "sort"]) {
    const value = given.get(name) ?? "";
    if (value !== "" && value !== "popularity") parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === "" ? "" : `?${query}`;
}
