/** The interpretation of a search query as people, filters and words. */
import * as v from "valibot";
import { SORTS, type Sort } from "./browse.ts";
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

/** The filters that a search text can contain. `sort` is the order of the list. */
export type FacetName = (typeof FILTER_NAMES)[number] | "sort";

export const Part = v.object({
  /**
   * The kind of part. `words` belong to a title and `about` to a plot; `like` is a title for which similar ones are
   * wanted. A `character` is the name of a role. A part is `omitted` if no title has it or the source does not support it.
   */
  part: v.picklist([...FILTER_NAMES, "sort", "person", "character", "words", "about", "like", "omitted"]),
  typed: v.string(),
  /** The alternative values, in the syntax of the `/v1/browse` parameters, or the id of a person. */
  values: v.pipe(v.array(v.string()), v.readonly()),
  /** The person's name, or the English name of the genre or country. For other parts, the typed text or the value. */
  name: v.string(),
  /** The roles in which the person must have worked on a title. Absent if any role will do. */
  roles: v.optional(v.pipe(v.array(v.picklist(CREDIT_ROLES)), v.readonly())),
  /** Whether titles with these values are excluded. */
  isExcluded: v.optional(v.literal(true)),
  /** The query text without this part. It may be empty. */
  without: v.string(),
});
export type Part = v.InferOutput<typeof Part>;

export function toOmitted(part: Part): Part {
  const { typed, without } = part;
  return { part: "omitted", typed, values: [], name: typed, without };
}

/** Returns the order that a query names, or `null`. */
export function findOrder(parts: readonly Pick<Part, "part" | "values">[]): Sort | null {
  const named = parts.find(({ part }) => part === "sort");
  return SORTS.find((order) => named?.values.includes(order)) ?? null;
}

export const Understood = v.object({
  /** The parts of the query. A query that consists of `words` alone is a search by title. */
  parts: v.array(Part),
  /** The people in `parts` or, if there are none, the people whose name is the whole query. */
  people: v.array(PersonResult),
});
export type Understood = v.InferOutput<typeof Understood>;
