/** The interpretation of a search query as people, filters and words. */
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

/** A filter that words in a query can stand for, or the order (`sort`). */
export type FacetName = (typeof FILTER_NAMES)[number] | "sort";

export const Part = v.object({
  /**
   * The kind of part. `words` are words of a title, `about` are words of a plot, and `like` is a title to find
   * similar ones for. A part is `omitted` if no title has it or the source does not support it.
   */
  part: v.picklist([...FILTER_NAMES, "sort", "person", "words", "about", "like", "omitted"]),
  typed: v.string(),
  /** The alternative values, in the syntax of the `/v1/browse` parameters. The id, if the part is a person. */
  values: v.pipe(v.array(v.string()), v.readonly()),
  /** The name of a person, the English name of a genre or country, or else the typed text or the value. */
  name: v.string(),
  /** The roles of the person on the titles. Absent if any role will do. */
  roles: v.optional(v.pipe(v.array(v.picklist(CREDIT_ROLES)), v.readonly())),
  /** Whether titles with this value are excluded. */
  isExcluded: v.optional(v.literal(true)),
  /** The query without this part. It may be empty. */
  without: v.string(),
});
export type Part = v.InferOutput<typeof Part>;

export function toOmitted(part: Part): Part {
  const { typed, without } = part;
  return { part: "omitted", typed, values: [], name: typed, without };
}

export const Understood = v.object({
  /** The parts of the query. A query that has only `words` is a title search. */
  parts: v.array(Part),
  /** The people in `parts`. If there are none, the people whose name is the whole query. */
  people: v.array(PersonResult),
});
export type Understood = v.InferOutput<typeof Understood>;
