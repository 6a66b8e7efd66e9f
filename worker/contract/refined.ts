/** A search as pages ask it: with its words as they stand, of one genre, in another order. The API has none of these. */
import { SORTS } from "./browse.ts";
import { queryString, type SearchQuery } from "./query.ts";

/** `relevance`: the best match first; the others as in `browse`. */
export const ORDERS = ["relevance", ...SORTS] as const;
export type Order = (typeof ORDERS)[number];

export interface RefinedQuery extends SearchQuery {
  /** Whether no word is taken for another. */
  readonly exact: boolean;
  /** Slug of an English name. */
  readonly genre: string | null;
  readonly sort: Order;
}

export type Refinement = Pick<RefinedQuery, "exact" | "genre" | "sort">;

export const NOT_REFINED: Refinement = { exact: false, genre: null, sort: "relevance" };

/** Whether it differs from what the API answers. */
export function isRefined({ exact, genre, sort }: Refinement): boolean {
  return exact || isRearranged({ genre, sort });
}

/** Whether the titles are others than those of the search, or in another order. */
export function isRearranged({ genre, sort }: Omit<Refinement, "exact">): boolean {
  return genre !== null || sort !== "relevance";
}

/** One query, one string: parameters in a fixed order. */
export function refinedString(query: RefinedQuery): string {
  const { exact, genre, sort } = query;
  const parameters = new URLSearchParams({ sort });
  if (exact) parameters.set("exact", "1");
  if (genre !== null) parameters.set("genre", genre);
  return `${queryString(query)}&${parameters}`;
}
