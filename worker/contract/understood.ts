/** The interpretation of a query: people, filters and words. */
import * as v from "valibot";
import { CREDIT_ROLES } from "./credit-roles.ts";
import { PersonResult } from "./people.ts";

export const FILTER_NAMES = [
  "kind",
  "years",
  "genre",
  "country",
  "language",
  "min_rating",
  "runtime",
] as const;

/** A filter, or the order, that words in a query can name. */
export type FacetName = (typeof FILTER_NAMES)[number] | "sort";

export const Part = v.object({
  /**
   * The kind of part. `words` are words of titles, `about` words of plots, and `like` names a title to find similar ones. `omitted` was
   * ignored, because no title has it or the source does not support it.
   */
  part: v.picklist([...FILTER_NAMES, "sort", "person", "words", "about", "like", "omitted"]),
  typed: v.string(),
  /** Alternative values in the syntax of the `/v1/browse` parameters, or the id of a person. */
  values: v.pipe(v.array(v.string()), v.readonly()),
  /** The name of a person, the English name of a genre or country, or otherwise the typed text or the value. */
  name: v.string(),
  /** The person's roles on the titles, or absent for any role. */
  roles: v.optional(v.pipe(v.array(v.picklist(CREDIT_ROLES)), v.readonly())),
  /** True to exclude titles with this value. */
  isExcluded: v.optional(v.literal(true)),
  /** The query without this part, or "" if nothing is left. */
  without: v.string(),
});
export type Part = v.InferOutput<typeof Part>;

export function toOmitted(part: Part): Part {
  const { typed, without } = part;
  return { part: "omitted", typed, values: [], name: typed, without };
}

export const Understood = v.object({
  /** The parts. A query that has only `words` is a title search. */
  parts: v.array(Part),
  /** The people in `parts`, or other people whose name is the whole query. */
  people: v.array(PersonResult),
});
export type Understood = v.InferOutput<typeof Understood>;
