/** Sorts search results in an order other than relevance. Pure functions. */

import type { Order } from "../../contract/browse.ts";
import type { TitleFacts } from "../../filters/facet.ts";
import type { Ranked } from "../search/ranking.ts";
import { weightedRating } from "../store/browse-facts.ts";
import type { FactsRow } from "../store/rows.ts";

/** The minimum `covered` of a title that lacks a typed word, as a share of the highest `covered`. */
const MIN_SHARE = 0.85;

/**
 * Removes poor matches, because in another order they could come first. `asTyped` contains the ranks of titles with
 * every word as typed.
 */
export function removePoorMatches(ranked: readonly Ranked[], asTyped: ReadonlySet<number>): Ranked[] {
  const min = MIN_SHARE * Math.max(...ranked.map(({ match }) => match.covered));
  return ranked.filter(({ candidate, match }) => asTyped.has(candidate.rank) || match.covered >= min);
}

/** Sorts titles. Equal titles are sorted by popularity. `titles` must be sorted by relevance. */
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
      const getWeight = (title: FactsRow) => weights.get(title) ?? 0;
      return titles.toSorted((one, other) => getWeight(other) - getWeight(one) || compareRanks(one, other));
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
