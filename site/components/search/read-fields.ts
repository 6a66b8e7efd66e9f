/**
 * Fills form fields from the query: "comedies of the 1990s" selects a genre and years. The form submits the values it
 * was filled with, so that changing a field also removes its words from the query.
 */
import type { Facets } from "../../../worker/contract/browse.ts";
import { onlyYear, parseFilter } from "../../../worker/contract/filter.ts";
import { FILTER_NAMES, type Part } from "../../../worker/contract/understood.ts";
import { understand } from "../../../worker/understanding/understand.ts";
import type { Language } from "../../language/language.ts";
import { describeYears } from "../../language/years.ts";
import { knownValue } from "../browse/facets.ts";

/** Values by field name, joined if there are several. */
export type ReadFields = ReadonlyMap<string, string>;

export function readFields(language: Language, parts: readonly Part[], facets: Facets | null): ReadFields {
  const typed = parts.filter(
    ({ part, typed, isExcluded }) =>
      ([...FILTER_NAMES, "sort"] as readonly string[]).includes(part) && typed !== "" && !isExcluded,
  );
  const fields = Map.groupBy(typed, fieldOf);
  return new Map(
    [...fields].map(([field, parts]) => [
      field,
      parts.map((part) => knownValue(part.part, valuesOf(language, part), facets)).join(","),
    ]),
  );
}

/** Returns the fields without values that the query implies, and the query without words whose field was changed. */
export function withoutRead(given: URLSearchParams, language: Language): URLSearchParams {
  const fields = new URLSearchParams(given);
  let text = given.get("q") ?? "";
  for (const [name, value] of new URLSearchParams(given.get("read") ?? "")) {
    if (given.get(name) === value) fields.set(name, "");
    else text = withoutField(text, language, [name, value]);
  }
  fields.set("q", text);
  return fields;
}

function withoutField(text: string, language: Language, [name, value]: readonly [string, string]): string {
  const wanted = value.split(",");
  const said = understand(text, language).find(
    (part) =>
      fieldOf(part) === name &&
      !part.isExcluded &&
      valuesOf(language, part).some((one) => wanted.includes(one)),
  );
  return said === undefined ? text : withoutField(said.without, language, [name, value]);
}

const fieldOf = ({ part }: Part) => (part === "years" ? "year" : part);

/** Returns the values in the form of the fields. */
function valuesOf(language: Language, { part, values }: Part): readonly string[] {
  if (part !== "years") return values;
  return values.map((value) => describeYears(language, parseFilter(value)?.years ?? onlyYear(0)));
}
