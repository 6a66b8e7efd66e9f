/** Sorts search results in other orders than relevance. Pure functions. */
import type { Order } from "../../contract/browse.ts";
import type { TitleFacts } from "../../filters/facet.ts";
import { weightedRating } from "../store/browse-facts.ts";
import type { FactsRow } from "../store/statements.ts";
import type { Ranked } from "./ranking.ts";

/** The minimum share of the best title's `covered` for a title that does not have every word as typed. */
const MIN_SHARE = 0.85;

/**
 * Removes poor matches, which could otherwise be the first titles in a different order. `asTyped` contains the ranks
 * of titles with every word as typed.
 */
export function removePoorMatches(ranked: readonly Ranked[], asTyped: ReadonlySet<number>): Ranked[] {
  const min = MIN_SHARE * Math.max(...ranked.map(({ match }) => match.covered));
  return ranked.filter(({ candidate, match }) => asTyped.has(candidate.rank) || match.covered >= min);
}

/**
 * Sorts titles. Titles that are equal in this order are sorted by popularity. `titles` must be sorted by relevance.
 */
export function sortTitles(titles: readonly FactsRow[], sort: Order): readonly FactsRow[] {
  switch (sort) {
    case "relevance":
      return titles;
    case "popularity":
      return titles.toSorted(compareRanks);
    case "year":
      return titles.toSorted((one, other) => other.year - one.year || compareRanks(one, other));
    case "rating": {
      const weights = new Map(titles.map((title) => [title, weigh(title)]));
      const weightOf = (title: FactsRow) => weights.get(title) ?? 0;
      return titles.toSorted((one, other) => weightOf(other) - weightOf(one) || compareRanks(one, other));
    }
  }
}

function compareRanks(one: FactsRow, other: FactsRow): number {
  return one.rank - other.rank;
}

function weigh({ facts }: FactsRow): number {
  const { rating, votes }: TitleFacts = JSON.parse(facts);
  return Number(weightedRating(rating, votes ?? 0));
}
