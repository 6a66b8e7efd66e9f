/** The filter as its form has it, two fields, and as the address has it, one `f`. */
import { parseText } from "../../../worker/contract/query.ts";
import { readYears } from "./typed-years.ts";

export interface TypedFilter {
  /** "movie", "series" or "". */
  readonly kind: string;
  /** As it was typed, right or wrong. */
  readonly years: string;
}

export function splitFilter(f: string): TypedFilter {
  const [first = "", ...rest] = f.split(",");
  if (first === "movie" || first === "series") return { kind: first, years: rest.join(",") };
  return { kind: "", years: f };
}

function joinFilter({ kind, years }: TypedFilter): string {
  return [kind, years].filter((part) => part !== "").join(",");
}

/**
 * A form without JavaScript sends its two fields: where they belong, as the query string of the
 * one address that search has. `null`: the address is that already.
 */
export function canonicalSearch(given: URLSearchParams): string | null {
  const f = filterOfFields(given);
  if (f === null) return null;
  const q = given.get("q") ?? "";
  const parameters = new URLSearchParams({ q });
  if (f !== "") parameters.set("f", f);
  // The form says which text its words were taken as they stand in: another one is an ordinary search.
  if (given.has("exact") && given.get("exact") === parseText(q)) parameters.set("exact", "1");
  return parameters.toString();
}

/** The `f` of a form's two fields; `null`: the form was not sent. */
export function filterOfFields(given: URLSearchParams): string | null {
  const kind = given.get("kind");
  const years = given.get("year");
  if (kind === null && years === null) return null;
  const typed = (years ?? "").trim();
  return joinFilter({ kind: kind ?? "", years: readYears(typed) ?? typed });
}
