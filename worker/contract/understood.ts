/** The parts read in a search text: people, filters, and words of titles. */
import * as v from "valibot";
import { CREDIT_ROLES } from "./credit-roles.ts";
import { PersonResult } from "./people.ts";

/** The filters of `/v1/browse`. */
export const FILTER_NAMES = [
  "kind",
  "years",
  "genre",
  "country",
  "language",
  "min_rating",
  "runtime",
] as const;

/** The filters that words name, and the order. */
export type FacetName = (typeof FILTER_NAMES)[number] | "sort";

/** A part of a text. */
export const Part = v.object({
  /** `words`: of titles. `about`: of plots. `like`: of a title that others are like. `omitted`: left out, since no title has it or the source cannot apply it. */
  part: v.picklist([...FILTER_NAMES, "sort", "person", "words", "about", "like", "omitted"]),
  /** As typed. */
  typed: v.string(),
  /** In the syntax of the parameters of `/v1/browse`, one of which applies; the id of a person. */
  values: v.pipe(v.array(v.string()), v.readonly()),
  /** The name of a person; the English name of a genre or country; else as typed, or the value. */
  name: v.string(),
  /** What the person did on the titles, or absent for anything. */
  roles: v.optional(v.pipe(v.array(v.picklist(CREDIT_ROLES)), v.readonly())),
  /** True if titles must not have the value. */
  isExcluded: v.optional(v.literal(true)),
  /** The text without this part; "" for nothing left. */
  without: v.string(),
});
export type Part = v.InferOutput<typeof Part>;

/** Marks a part that the list does without. */
export function omitted(part: Part): Part {
  const { typed, without } = part;
  return { part: "omitted", typed, values: [], name: typed, without };
}

/** The parts read in a text, and the people with its name. */
export const Understood = v.object({
  /** Only words: the list is a search for titles. */
  parts: v.array(Part),
  /** The people of `parts`, or other people whom the whole text names. */
  people: v.array(PersonResult),
});
export type Understood = v.InferOutput<typeof Understood>;
