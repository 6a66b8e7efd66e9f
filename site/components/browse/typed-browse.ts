/** The form sends every field: what was chosen, as the query string of the one address that this has. */
import { filterOfFields } from "../search/typed-filter.ts";
import { FACTS } from "./facets.ts";

/** `null`: the address is that already. */
export function canonicalBrowse(given: URLSearchParams): string | null {
  const f = filterOfFields(given);
  if (f === null) return null;
  const parameters = new URLSearchParams();
  if (f !== "") parameters.set("f", f);
  for (const name of [...FACTS, "sort"]) {
    const value = given.get(name) ?? "";
    if (value !== "" && value !== "popularity") parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === "" ? "" : `?${query}`;
}
