/** Titles in an order other than relevance. Pure. */
import type { Order } from "../../contract/browse.ts";
import type { TitleFacts } from "../../filters/facets.ts";
import { weightedRating } from "../store/browse-facts.ts";
import type { FactsRow } from "../store/statements.ts";
import type { Ranked } from "./ranking.ts";

/** A title without every word as typed must cover at least this share of what the best title covers. */
const MIN_SHARE = 0.85;

/**
 * Leaves out poor matches, which might come first in an order other than relevance. `asTyped`: the ranks of the titles with
 * every word as typed.
 */
export function goodMatches(ranked: readonly Ranked[], asTyped: ReadonlySet<number>): Ranked[] {
  const min = MIN_SHARE * Math.max(...ranked.map(({ match }) => match.covered));
  return ranked.filter(({ candidate, match }) => asTyped.has(candidate.rank) || match.covered >= min);
}

/** `rows`: in the order of relevance. The best known come first among equals. */
export function inOrder(rows: readonly FactsRow[], sort: Order): readonly FactsRow[] {
  if (sort === "relevance") return rows;
  const value = { popularity: () => 0, year: ({ year }: FactsRow) => year, rating: weightOf }[sort];
  return rows.toSorted((one, other) => value(other) - value(one) || one.rank - other.rank);
}

function weightOf({ facts }: FactsRow): number {
  const { rating, votes }: TitleFacts = JSON.parse(facts);
  return Number(weightedRating(rating, votes ?? 0));
}
