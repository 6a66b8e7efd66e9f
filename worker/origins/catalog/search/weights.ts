/**
 * What each part of a match is worth beside the others, and how much a title may differ from what was typed.
 * An answer forgives mistyped letters; a suggestion, made only where nothing was found, also words that sound
 * alike, but it requires that more of the text is covered, so that nonsense still finds nothing.
 */
import { type Compared, similarity, similarityAsTyped, soundKey } from "../text/similarity.ts";

/** Tuned on typed queries and nonsense (decision 40, `npm run bench search relevance`), on the scale of `covered`. */
export const WEIGHTS = {
  covered: 10,
  filled: 1.66,
  inOrder: 1.27,
  begins: 0.38,
  whole: 1.88,
  popularity: 3.18,
  around: 1.5,
  /** Subtracted when another title than the display title matched. */
  otherForm: 0.67,
  /** Subtracted when only a working title matched. */
  workingTitle: 1.5,
  /** What filling a part of a form (`thor | ragnarok`) is worth beside filling it all. */
  part: 0.59,
  /** What a whole form is worth that is an edit or two from the text. */
  mistypedWhole: 1,
  /** What a mistyped word is worth when what was typed is itself a word of the catalog. */
  known: 0.81,
  /** The share of the text that must be covered, for the least and the most popular title. */
  minCovered: 0.663,
  minCoveredPopular: 0.573,
  /** What the initials of a popular title are worth: less than any word. */
  initials: 0.7,
  /** What a whole title is worth that was typed with one word too many. */
  oneExtraWord: 0.7,
  /** Added to the share that must be covered where none of the form was typed. */
  minCoveredUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/** Popularity is logarithmic in the rank plus this, so that the first ranks differ little. */
export const RANK_OFFSET = 20;

export interface Tolerance {
  /** Of a typed word and a word of a title, 0 to 1. */
  readonly similarity: (compared: Compared) => number;
  readonly weights: Weights;
}

export const FOR_ANSWERS: Tolerance = { similarity, weights: WEIGHTS };

/** No word is taken for another. */
export const AS_TYPED: Tolerance = {
  similarity: similarityAsTyped,
  weights: { ...WEIGHTS, mistypedWhole: 0 },
};

/** The same share for popular titles as for others. */
const MIN_COVERED = 0.7;

export const FOR_SUGGESTIONS: Tolerance = {
  similarity: similarityOrSound,
  weights: { ...WEIGHTS, minCovered: MIN_COVERED, minCoveredPopular: MIN_COVERED },
};

/** Names of people: as titles. */
export const FOR_PEOPLE: Tolerance = FOR_ANSWERS;

/** A word that only sounds alike is worth a little less than one that looks alike. */
const SOUNDED = 0.95;

function similarityOrSound(compared: Compared): number {
  const [typed, known] = [soundKey(compared.typed), soundKey(compared.known)];
  return Math.max(similarity(compared), SOUNDED * similarity({ typed, known, isPrefix: false }));
}
