/** How one form of a title matches what was typed. */
import { align, filledShare, keptOrder, type Place } from "./alignment.ts";
import type { Comparison } from "./comparison.ts";
import { initialsOf, PART } from "./names.ts";
import { isArticle } from "./numerals.ts";
import type { Reading } from "./reading.ts";
import type { Weights } from "./weights.ts";
import { wholeness } from "./wholeness.ts";

export interface Candidate {
  /** Place in the order of popularity, from 1; the rowid. */
  readonly rank: number;
  /** Folded forms as the catalog stores them, the display title first. */
  readonly forms: string;
  /** 0 when unknown. */
  readonly year: number;
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

/** Only titles that everybody knows are called by their initials. */
const CALLED_BY_INITIALS = 1_000;
/** Of a title of one word, the other word may be what was meant. */
const SEVERAL = 2;
/** From here on, a form that is nearly whole counts as covered and filled to that share. */
const NEARLY_WHOLE = 0.8;

export interface Form {
  readonly form: string;
  readonly isDisplayTitle: boolean;
  readonly candidate: Candidate;
}

export function matchForm({ form, isDisplayTitle, candidate }: Form, comparison: Comparison): Match {
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
  const isOneTooMany = hasOneTooMany(reading, words, places);
  return {
    form,
    covered: Math.max(covered, isNearlyWhole ? whole : isOneTooMany ? weights.oneTooMany : 0),
    filled: isNearlyWhole ? whole : isInitials ? 1 : bestShare(parts, words, places, weights),
    inOrder: keptOrder(places),
    begins: beginning(places, parts),
    whole: whole === 1 && isDisplayTitle ? 2 : whole,
  };
}

/** All of a form of several words was typed as it is, and one word that it does not have; articles do not count. */
function hasOneTooMany({ pieces }: Reading, words: readonly string[], places: readonly Place[]): boolean {
  const typed = pieces.flatMap(({ text }, at) => (isArticle(text) ? [] : (places[at]?.similarity ?? 0)));
  const found = typed.filter((similarity) => similarity === 1).length;
  const whole = words.filter((word) => !isArticle(word)).length;
  return found >= SEVERAL && found === whole && found === typed.length - 1;
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
