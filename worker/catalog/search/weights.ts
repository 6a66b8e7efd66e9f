/**
 * The weights of the parts of a match, and the tolerance for differences between a title and the typed text. Results
 * forgive mistyped letters. Suggestions, which are made only if nothing matches, also forgive words that sound alike,
 * but a title must cover more of the text, so that nonsense finds nothing.
 */
import { type Compared, similarity, similarityAsTyped, soundKey } from "../../text/similarity.ts";

/** Tuned on typed queries and nonsense (decision 40, `npm run bench relevance`), on the scale of `covered`. */
export const WEIGHTS = {
  covered: 10,
  filled: 1.66,
  inOrder: 1.27,
  begins: 0.38,
  whole: 1.88,
  popularity: 3.18,
  around: 1.5,
  /** The penalty if another title than the display title matches. */
  otherForm: 0.67,
  /** The penalty if only a working title matches. */
  workingTitle: 1.5,
  /** The factor for a filled part of a form (`thor | ragnarok`), compared with the whole form. */
  part: 0.59,
  /** The factor for a whole form that is one or two edits from the text. */
  mistypedWhole: 1,
  /**
   * The factor for `filled` if a single word was mistyped, because it means the best-known title with the word,
   * however long.
   */
  mistypedWord: 0.3,
  /** The factor for a corrected word if the typed word is itself in the catalog. */
  known: 0.81,
  /** The minimum of `covered` for the least and the most popular title. */
  minCovered: 0.663,
  minCoveredPopular: 0.573,
  /** The value of `covered` for the initials of a popular title, which is less than for any word. */
  initials: 0.7,
  /** The value of `covered` for a whole title typed with one extra word. */
  oneExtraWord: 0.7,
  /** The increase of the minimum of `covered` if none of the form was typed. */
  minCoveredUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/** The offset of the rank in the logarithm of popularity, so that the first ranks differ little. */
export const RANK_OFFSET = 20;

export interface Tolerance {
  /** Returns the similarity of a typed word and a word of a title, from 0 to 1. */
  readonly similarity: (compared: Compared) => number;
  readonly weights: Weights;
}

/** The tolerance for titles, and for names of people. */
export const FOR_ANSWERS: Tolerance = { similarity, weights: WEIGHTS };

/** The tolerance for texts in which every word may be the beginning of a longer one. */
export const FOR_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarityAsTyped({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** The tolerance for such texts with mistyped words. */
export const FOR_MISTYPED_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarity({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** The tolerance that allows no corrections. */
export const AS_TYPED: Tolerance = {
  similarity: similarityAsTyped,
  weights: { ...WEIGHTS, mistypedWhole: 0 },
};

/** The minimum for popular titles, which equals that for others. */
const MIN_COVERED = 0.7;

export const FOR_SUGGESTIONS: Tolerance = {
  similarity: similarityOrSound,
  weights: { ...WEIGHTS, minCovered: MIN_COVERED, minCoveredPopular: MIN_COVERED },
};

/** The tolerance for titles that lack a word of the text. `without-a-word.ts` decides which words may be missing. */
export const WITH_LESS: Tolerance = {
  similarity,
  weights: { ...WEIGHTS, minCovered: 0.3, minCoveredPopular: 0.3, minCoveredUnfilled: 0 },
};

/** The factor for a word that only sounds alike. */
const SOUNDED = 0.95;

function similarityOrSound(compared: Compared): number {
  const [typed, known] = [soundKey(compared.typed), soundKey(compared.known)];
  return Math.max(similarity(compared), SOUNDED * similarity({ typed, known, isPrefix: false }));
}
