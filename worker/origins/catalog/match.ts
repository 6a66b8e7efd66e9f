/** How one form of a title matches the search text. */
import { align, filledShare, keptOrder, type Place } from "./alignment.ts";
import { initialsOf, PART_SEPARATOR } from "./names.ts";
import type { Comparison } from "./ranking.ts";
import type { SearchText } from "./search-text.ts";
import type { Weights } from "./weights.ts";
import { wholeness } from "./wholeness.ts";
import { isArticle } from "./words.ts";

export interface Candidate {
  /** Rank in the order of popularity, from 1; the rowid. */
  readonly rank: number;
  /** Folded forms as the catalog stores them, the display title first. */
  readonly forms: string;
  /** 0 when unknown. */
  readonly year: number;
}

/** The parts of a score; all shares from 0 to 1. */
export interface Match {
  /** The form that matched best, folded. */
  readonly form: string;
  /** Share of the typed text that the form has; rare words weigh more. */
  readonly covered: number;
  /** Share of the form that was typed. */
  readonly filled: number;
  readonly inOrder: number;
  /** 1: the form begins with what was typed; 0.5: a part of it does. */
  readonly begins: number;
  /** How nearly the text is the whole form; 2 for a whole display title. */
  readonly whole: number;
}

/** Only the best-known titles are called by their initials; other words beside them make it more likely. */
const MAX_RANK_OF_INITIALS = 1_000;
const MAX_RANK_OF_INITIALS_BESIDE = 5_000;
/** In a title of one word, the extra word may be the one that was meant. */
const MIN_WHOLE_WORDS = 2;
/** From this on, a nearly whole form counts as covered and filled to that share. */
const NEARLY_WHOLE = 0.8;

export interface Form {
  readonly form: string;
  readonly isDisplayTitle: boolean;
  readonly candidate: Candidate;
}

export function matchForm({ form, isDisplayTitle, candidate }: Form, comparison: Comparison): Match {
  const { year } = candidate;
  const { context, weights, trust } = comparison;
  const { searchText } = context;
  const parts = form.split(` ${PART_SEPARATOR} `).map((part) => part.split(" "));
  const words = parts.flat();
  const places = placesIn(words, candidate, comparison);
  const coveredByWords = coveredShare(places, year, comparison);
  const isInitials = coveredByWords < weights.initials && areInitials(searchText, words, candidate);
  const covered = isInitials ? weights.initials : coveredByWords;
  const whole = wholeness({ searchText, words, year, trust });
  const isNearlyWhole = whole >= NEARLY_WHOLE;
  const hasExtraWord = hasOneExtraWord(searchText, words, places);
  return {
    form,
    covered: Math.max(covered, isNearlyWhole ? whole : hasExtraWord ? weights.oneExtraWord : 0),
    filled: isNearlyWhole ? whole : isInitials ? 1 : bestShare(parts, words, places, weights),
    inOrder: keptOrder(places),
    begins: beginning(places, parts),
    whole: whole === 1 && isDisplayTitle ? 2 : whole,
  };
}

/** Where the pieces of the text are among the words of a form. */
export function placesIn(
  words: readonly string[],
  { rank }: Candidate,
  { context, compare }: Comparison,
): Place[] {
  const { pieces } = context.searchText;
  const allowInitials = pieces.length > 1 && rank <= MAX_RANK_OF_INITIALS_BESIDE;
  return align(pieces, words, { compare, allowInitials });
}

/** All of a form of several words was typed exactly, and one word that it does not have; articles do not count. */
function hasOneExtraWord(
  { pieces }: SearchText,
  words: readonly string[],
  places: readonly Place[],
): boolean {
  const typed = pieces.flatMap(({ text }, at) => (isArticle(text) ? [] : (places[at]?.similarity ?? 0)));
  const found = typed.filter((similarity) => similarity === 1).length;
  const whole = words.filter((word) => !isArticle(word)).length;
  return found >= MIN_WHOLE_WORDS && found === whole && found === typed.length - 1;
}

function areInitials(
  { pieces: [piece, ...more] }: SearchText,
  words: readonly string[],
  { rank }: Candidate,
): boolean {
  if (piece === undefined || more.length > 0 || piece.text.length < 2 || rank > MAX_RANK_OF_INITIALS)
    return false;
  return initialsOf(words).some((initials) => initials.startsWith(piece.text));
}

/** A year in the text is also covered by the year of the title, and half by a year next to it. */
function coveredShare(
  places: readonly Place[],
  year: number,
  { context, pieceWeights, totalWeight }: Comparison,
): number {
  let covered = 0;
  for (const [at, piece] of context.searchText.pieces.entries()) {
    const found = places[at]?.similarity ?? 0;
    const apart = piece.year === null ? 2 : Math.abs(piece.year - year);
    covered += (pieceWeights[at] ?? 0) * Math.max(found, apart === 0 ? 1 : apart === 1 ? 0.5 : 0);
  }
  return covered / totalWeight;
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
