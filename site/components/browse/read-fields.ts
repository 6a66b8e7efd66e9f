/**
 * Fills the form with values from the query, such as a genre and years for "comedies of the 1990s". The form also
 * sends the values it was filled with. If the visitor changes such a field, the words for its old value are removed
 * from the query.
 */
import type { Facets } from "../../../worker/contract/browse.ts";
import { onlyYear, parseFilter } from "../../../worker/contract/filter.ts";
import { FILTER_NAMES, type Part } from "../../../worker/contract/understood.ts";
import { understand } from "../../../worker/understanding/understand.ts";
import type { Language } from "../../language/language.ts";
import { describeYears } from "../../language/years.ts";
import { knownValue } from "./facets.ts";

/** The values by field name. Several values of a field are joined with commas. */
type ReadFields = ReadonlyMap<string, string>;

export function readFields(language: Language, parts: readonly Part[], facets: Facets | null): ReadFields {
  const fields = Map.groupBy(parts.filter(isField), toFieldName);
  return new Map(
    [...fields].map(([field, parts]) => [
      field,
      parts.map((part) => knownValue(part.part, toFieldValues(language, part), facets)).join(","),
    ]),
  );
}

/** Returns true if the form has a field for the part of the query. */
export function isField({ part, typed, isExcluded }: Part): boolean {
  return ([...FILTER_NAMES, "sort"] as readonly string[]).includes(part) && typed !== "" && !isExcluded;
}

/**
 * Returns the parameters of a form without the values that come from the query. If the visitor has changed such a
 * value, removes the words for the old value from the query.
 */
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
      toFieldName(part) === name &&
      !part.isExcluded &&
      toFieldValues(language, part).some((one) => wanted.includes(one)),
  );
  return said === undefined ? text : withoutField(said.without, language, [name, value]);
}

const toFieldName = ({ part }: Part) => (part === "years" ? "year" : part);

/** Returns the values of a part in the syntax of the form fields. */
function toFieldValues(language: Language, { part, values }: Part): readonly string[] {
  if (part !== "years") return values;
  return values.map((value) => describeYears(language, parseFilter(value)?.years ?? onlyYear(0)));
}
