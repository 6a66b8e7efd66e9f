/**
 * Ranks candidates. The score of a title is that of its best form: a weighted sum of the parts of a match
 * (`match.ts`) and of popularity. Pure functions.
 */

import { FORM_SEPARATOR, WORKING_TITLE_MARK } from "../store/names.ts";
import type { TitleCandidate } from "../store/rows.ts";
import { type Comparison, type FormScore, findPopularityPlace, matchForm, WITH_ITS_YEAR } from "./match.ts";
import { RANK_OFFSET, type Weights } from "./weights.ts";

export interface Ranked<C extends TitleCandidate = TitleCandidate> {
  readonly candidate: C;
  readonly score: number;
  readonly match: FormScore;
}

/**
 * Ranks candidates, best first. If scores are equal, the newer title comes first. Leaves out titles that cover too
 * little of the text. If the text has several readings, the best score counts.
 */
export function rank<C extends TitleCandidate>(
  candidates: Iterable<C>,
  ...comparisons: readonly Comparison[]
): Ranked<C>[] {
  const all = [...candidates];
  return mergeRanked(...comparisons.map((comparison) => rankReading(all, comparison)));
}

/** Merges lists. If a title is in several lists, its best score counts. */
export function mergeRanked<C extends TitleCandidate>(
  ...lists: readonly (readonly Ranked<C>[])[]
): Ranked<C>[] {
  const seen = new Set<number>();
  return lists
    .flat()
    .sort(byScore)
    .filter(({ candidate }) => !seen.has(candidate.rank) && seen.add(candidate.rank));
}

function rankReading<C extends TitleCandidate>(
  candidates: readonly C[],
  comparison: Comparison,
): Ranked<C>[] {
  const { context, weights } = comparison;
  const ranked: Ranked<C>[] = [];
  for (const candidate of candidates) {
    const standing = findPopularityPlace(context, candidate);
    const popularity = 1 - Math.log(standing + RANK_OFFSET) / Math.log(context.size + RANK_OFFSET + 1);
    const best = bestForm(candidate, popularity, comparison);
    if (best.match.covered >= computeMinCovered(best.match, popularity, weights)) ranked.push(best);
  }
  return ranked;
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.candidate.year - a.candidate.year || a.candidate.rank - b.candidate.rank;
}

/**
 * Returns the minimum share of the text that a title has to cover. It is lower for a popular title, and higher if
 * little of the form was typed.
 */
function computeMinCovered({ filled }: FormScore, popularity: number, weights: Weights): number {
  const min = weights.minCovered + (weights.minCoveredPopular - weights.minCovered) * popularity;
  return min + weights.minCoveredUnfilled * (1 - filled);
}

function bestForm<C extends TitleCandidate>(
  candidate: C,
  popularity: number,
  comparison: Comparison,
): Ranked<C> {
  const { context, weights, specificity } = comparison;
  const ranked = candidate.forms.split(FORM_SEPARATOR).map((stored, at): Ranked<C> => {
    const isWorking = stored.startsWith(WORKING_TITLE_MARK);
    const form = isWorking ? stored.slice(WORKING_TITLE_MARK.length) : stored;
    const match = matchForm({ form, isDisplayTitle: at === 0, candidate }, comparison);
    const score =
      weights.covered * match.covered +
      weights.filled * specificity * match.filled +
      weights.inOrder * match.inOrder +
      weights.begins * match.begins +
      weights.whole * (isWorking ? 0 : match.whole) +
      weights.popularity * popularity +
      (candidate.year === context.around ? weights.around : 0) -
      (at === 0 ? 0 : isWorking ? weights.workingTitle : weights.otherForm);
    return { candidate, score, match };
  });
  return ranked.reduce((best, other) => (other.score > best.score ? other : best));
}

/**
 * A number that is added to a title's position by popularity. Votes are roughly inversely proportional to the sum.
 * The position alone would make the first titles seem far too well known.
 */
const FIRST_RANKS = 100;
const MOST_KNOWN = 1e6;
/** The minimum `whole` of a match that counts as the name. Only spaces and articles may differ. */
const MIN_WHOLE = 0.97;

/**
 * Returns how well known a title is, and whether the text is one of its names. A working title does not count as a
 * name.
 */
export function measureStanding(
  { candidate, match: { form, whole } }: Ranked,
  gap: number,
): [number, boolean] {
  const isWorking = candidate.forms.split(FORM_SEPARATOR).includes(WORKING_TITLE_MARK + form);
  const isName = whole >= MIN_WHOLE && whole !== WITH_ITS_YEAR && !isWorking;
  return [measureFame(candidate, gap), isName];
}

/** Returns how well known a title is. Higher is better known. */
export function measureFame(candidate: Pick<TitleCandidate, "rank">, gap: number): number {
  return Math.round(MOST_KNOWN / (findPopularityPlace({ gap }, candidate) + FIRST_RANKS));
}
