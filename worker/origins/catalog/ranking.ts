/**
 * Ranking: candidates become an order. Pure; knows neither SQL nor D1. Each form of a
 * title is compared with what was typed: how much of the text it has, how much of it the
 * text has, whether the order is kept, whether it begins there, whether it is all of it;
 * popularity is one small term among these.
 */
import { align, type Compare, filledShare, keptOrder, type Place } from "./alignment.ts";
import { FORM, initialsOf, PART, WORKING } from "./names.ts";
import { canonical, isArticle } from "./numerals.ts";
import type { Piece, Reading } from "./reading.ts";
import { isPrefixOf, similarity } from "./similarity.ts";
import { wholeness } from "./wholeness.ts";

export interface Candidate {
  /** Place in the order of popularity, from 1; the rowid. */
  readonly rank: number;
  /** Folded forms as the catalog stores them, the display title first. */
  readonly forms: string;
  /** 0 when unknown. */
  readonly year: number;
}

export interface RankingContext {
  readonly reading: Reading;
  /** Number of titles in the catalog. */
  readonly size: number;
  /** Number of titles a word stands in; 0 for a word the catalog does not have. */
  readonly titlesWith: (word: string) => number;
  /** The year of the soft filter. */
  readonly around: number | null;
}

export interface Ranked<C extends Candidate = Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly match: Match;
}

/** Why a title came where it did; all shares from 0 to 1. */
export interface Match {
  /** The form that matched best, folded. */
  readonly form: string;
  /** Share of the typed text that the form has, rare words counting for more. */
  readonly covered: number;
  /** Share of the form that was typed. */
  readonly filled: number;
  readonly inOrder: number;
  /** 1: the form begins with what was typed; 0.5: a part of it does. */
  readonly begins: number;
  /** How nearly all of the form was typed and nothing else; 2 for all of a display title. */
  readonly whole: number;
}

/** Found by search over typed queries for the shipped measure (`npm run bench -- relevance`); the scale is that of `covered`. */
export const WEIGHTS = {
  covered: 10,
  filled: 1.66,
  inOrder: 1.27,
  begins: 0.38,
  whole: 1.88,
  popularity: 3.18,
  around: 1.5,
  /** Taken off when another title than the display title matched. */
  otherForm: 0.67,
  /** Taken off when only a working title matched. */
  workingTitle: 1.5,
  /** What filling a part of a form (`thor | ragnarok`) is worth beside filling it all. */
  part: 0.59,
  /** What a mistyped word is worth when what was typed is itself a word of the catalog. */
  known: 0.81,
  /** The least share of the text that must be covered: less of it for the most popular titles. */
  least: 0.663,
  leastOfPopular: 0.573,
  /** What letters are worth that are a popular title's initials: less than any word. */
  initials: 0.7,
  /** More must be covered of the text where it says little of the form. */
  leastUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/** Ranks further up are alike. */
const TOP = 20;
/** Only titles that everybody knows are called by their initials. */
const CALLED_BY_INITIALS = 1_000;
/** With fewer letters typed, it says little how much of a title they are: popularity decides. */
const TELLING_LETTERS = 6;

/** Best first; titles that cannot be meant are left out. Of equals the newer comes first. */
export function rank<C extends Candidate>(
  candidates: Iterable<C>,
  context: RankingContext,
  weights: Weights = WEIGHTS,
): Ranked<C>[] {
  const comparison = compareWith(context, weights);
  const ranked: Ranked<C>[] = [];
  for (const candidate of candidates) {
    const popularity = 1 - Math.log(candidate.rank + TOP) / Math.log(context.size + TOP + 1);
    const best = bestForm(candidate, popularity, comparison);
    if (best.match.covered >= leastCovered(best.match, popularity, weights)) ranked.push(best);
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

interface Comparison {
  readonly context: RankingContext;
  readonly weights: Weights;
  readonly compare: Compare;
  /** How much each typed piece says, and all of them together. */
  readonly says: readonly number[];
  readonly said: number;
  /** What a whole form is worth that was typed with mistakes. */
  readonly trust: number;
  /** How much the share of a form says that was typed. */
  readonly telling: number;
}

function compareWith(context: RankingContext, weights: Weights): Comparison {
  const { pieces } = context.reading;
  const says = pieces.map((piece) => weightOf(piece, context));
  // A character of an unspaced script says as much as two letters.
  const letters = pieces.reduce((sum, { text, unspaced }) => sum + text.length * (unspaced ? 2 : 1), 0);
  const known = pieces.every((piece) => piece.optional || context.titlesWith(piece.text) > 0);
  return {
    context,
    weights,
    compare: remembering(context, weights),
    says,
    said: says.reduce((sum, weight) => sum + weight, 0),
    trust: known ? weights.known : 1,
    telling: Math.min(1, letters / TELLING_LETTERS),
  };
}

/** Rare words say more than common ones; articles say next to nothing. */
function weightOf(piece: Piece, { titlesWith, size }: RankingContext): number {
  if (isArticle(piece.text)) return 0.12;
  if (piece.added) return 0.15;
  if (piece.unspaced) return 0.5;
  const titles = titlesWith(piece.text);
  return titles === 0 ? 1 : Math.max(0.35, Math.min(1, 1.1 - Math.log(titles) / Math.log(size + TOP)));
}

/** Every word of every candidate is compared only once with every typed piece. */
function remembering({ reading, titlesWith }: RankingContext, weights: Weights): Compare {
  const { pieces } = reading;
  const seen = pieces.map(() => new Map<string, number>());
  const trust = pieces.map((piece) => (titlesWith(piece.text) > 0 ? weights.known : 1));
  return (index, known) => {
    const [piece, memory] = [pieces[index], seen[index]];
    if (piece === undefined || memory === undefined) return 0;
    const remembered = memory.get(known);
    if (remembered !== undefined) return remembered;
    const found = likeness(piece, known, index === pieces.length - 1, trust[index] ?? 1);
    memory.set(known, found);
    return found;
  };
}

/** Another spelling of the same numeral is all but the same word. */
const SAME_NUMERAL = 0.99;

function likeness(piece: Piece, known: string, isLast: boolean, trust: number): number {
  if (piece.text === known) return 1;
  if (piece.canonical === canonical(known)) return SAME_NUMERAL;
  if (piece.unspaced) return 0;
  const found = similarity({ typed: piece.text, known, isPrefix: isLast });
  return isLast && isPrefixOf(piece.text, known) ? found : found * trust;
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

/** From here on, a form that is nearly whole counts as covered and filled to that share. */
const NEARLY_WHOLE = 0.8;

interface Form {
  readonly form: string;
  readonly isDisplayTitle: boolean;
  readonly candidate: Candidate;
}

function matchForm({ form, isDisplayTitle, candidate }: Form, comparison: Comparison): Match {
  const { year } = candidate;
  const { context, weights, compare, trust } = comparison;
  const { reading } = context;
  const parts = form.split(` ${PART} `).map((part) => part.split(" "));
  const words = parts.flat();
  const places = align(reading.pieces, words, compare);
  const spelled = coveredShare(places, year, comparison);
  const isInitials = spelled < weights.initials && areInitials(reading, words, candidate);
  const covered = isInitials ? weights.initials : spelled;
  const whole = wholeness({ reading, words, year, trust });
  const isNearlyWhole = whole >= NEARLY_WHOLE;
  return {
    form,
    covered: isNearlyWhole ? Math.max(covered, whole) : covered,
    filled: isNearlyWhole ? whole : isInitials ? 1 : bestShare(parts, words, places, weights),
    inOrder: keptOrder(places),
    begins: beginning(places, parts),
    whole: whole === 1 && isDisplayTitle ? 2 : whole,
  };
}

function areInitials(
  { pieces: [piece, ...more] }: Reading,
  words: readonly string[],
  { rank }: Candidate,
): boolean {
  if (piece === undefined || more.length > 0 || piece.text.length < 2 || rank > CALLED_BY_INITIALS)
    return false;
  return initialsOf(words).startsWith(piece.text);
}

/** A year in the text is covered by the title's own year too, and half by one beside it. */
function coveredShare(places: readonly Place[], year: number, { context, says, said }: Comparison): number {
  let covered = 0;
  for (const [at, piece] of context.reading.pieces.entries()) {
    const found = places[at]?.similarity ?? 0;
    const apart = piece.year === null ? 2 : Math.abs(piece.year - year);
    covered += (says[at] ?? 0) * Math.max(found, apart === 0 ? 1 : apart === 1 ? 0.5 : 0);
  }
  return covered / said;
}

function bestShare(
  parts: readonly string[][],
  words: readonly string[],
  places: readonly Place[],
  weights: Weights,
): number {
  let best = filledShare(places, words, 0, words.length);
  if (parts.length === 1) return best;
  let from = 0;
  for (const part of parts) {
    best = Math.max(best, weights.part * filledShare(places, words, from, from + part.length));
    from += part.length;
  }
  return best;
}

function beginning(places: readonly Place[], parts: readonly string[][]): number {
  const first = places.find((place) => place.at >= 0);
  if (first === undefined) return 0;
  let from = 0;
  for (const part of parts) {
    const isFirst = first.at === from || (first.at === from + 1 && isArticle(part[0] ?? ""));
    if (isFirst) return from === 0 ? 1 : 0.5;
    from += part.length;
  }
  return 0;
}
