/**
 * Ranking: candidates become an order. Pure; knows neither SQL nor D1. Each form of a
 * title is compared with what was typed: how much of the text it has, how much of it the
 * text has, whether the order is kept, whether it begins there, whether it is all of it;
 * popularity is one small term among these.
 */
import { type Comparison, compareWith, type RankingContext } from "./comparison.ts";
import { type Candidate, type Match, matchForm } from "./match.ts";
import { FORM, WORKING } from "./names.ts";
import { FOR_ANSWERS, type Tolerance } from "./tolerance.ts";
import { TOP, type Weights } from "./weights.ts";

export interface Ranked<C extends Candidate = Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly match: Match;
}

/** Best first; titles that cannot be meant are left out. Of equals the newer comes first. */
export function rank<C extends Candidate>(
  candidates: Iterable<C>,
  context: RankingContext,
  tolerance: Tolerance = FOR_ANSWERS,
): Ranked<C>[] {
  const comparison = compareWith(context, tolerance);
  const ranked: Ranked<C>[] = [];
  for (const candidate of candidates) {
    const popularity = 1 - Math.log(candidate.rank + TOP) / Math.log(context.size + TOP + 1);
    const best = bestForm(candidate, popularity, comparison);
    if (best.match.covered >= leastCovered(best.match, popularity, tolerance.weights)) ranked.push(best);
  }
  return ranked.sort(
    (a, b) => b.score - a.score || b.candidate.year - a.candidate.year || a.candidate.rank - b.candidate.rank,
  );
}

/** What must be covered: less for a popular title, more where the text says little of the form. */
function leastCovered({ filled }: Match, popularity: number, weights: Weights): number {
  const least = weights.least + (weights.leastOfPopular - weights.least) * popularity;
  return least + weights.leastUnfilled * (1 - filled);
}

function bestForm<C extends Candidate>(candidate: C, popularity: number, comparison: Comparison): Ranked<C> {
  const { context, weights, telling } = comparison;
  let best: Ranked<C> | null = null;
  for (const [at, stored] of candidate.forms.split(FORM).entries()) {
    const isWorking = stored.startsWith(WORKING);
    const form = isWorking ? stored.slice(WORKING.length) : stored;
    const match = matchForm({ form, isDisplayTitle: at === 0, candidate }, comparison);
    const score =
      weights.covered * match.covered +
      weights.filled * telling * match.filled +
      weights.inOrder * match.inOrder +
      weights.begins * match.begins +
      weights.whole * (isWorking ? 0 : match.whole) +
      weights.popularity * popularity +
      (candidate.year === context.around ? weights.around : 0) -
      (at === 0 ? 0 : isWorking ? weights.workingTitle : weights.otherForm);
    if (best === null || score > best.score) best = { candidate, score, match };
  }
  return (
    best ?? {
      candidate,
      score: 0,
      match: { form: "", covered: 0, filled: 0, inOrder: 0, begins: 0, whole: 0 },
    }
  );
}
