/** Orders of titles other than relevance. Pure functions. */
import type { Order } from "../../contract/browse.ts";
import type { TitleFacts } from "../../filters/facet.ts";
import { weightedRating } from "../store/browse-facts.ts";
import type { FactsRow } from "../store/statements.ts";
import type { Ranked } from "./ranking.ts";

/** The share of the best title's cover that a title needs if it does not have every word as typed. */
const MIN_SHARE = 0.85;

/**
 * Removes poor matches, which might come first in an order other than relevance. `asTyped` has the ranks of the
 * titles with every word as typed.
 */
export function removePoorMatches(ranked: readonly Ranked[], asTyped: ReadonlySet<number>): Ranked[] {
  const min = MIN_SHARE * Math.max(...ranked.map(({ match }) => match.covered));
  return ranked.filter(({ candidate, match }) => asTyped.has(candidate.rank) || match.covered >= min);
}

/** Sorts titles, the best known first among equals. `titles` must be in the order of relevance. */
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
