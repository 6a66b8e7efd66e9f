/**
 * The weights of the parts of a match, and how much a title may differ from the typed text. Results allow typing
 * mistakes. Suggestions, which are only made if there are no results, also allow words that sound alike. A title then
 * has to cover more of the text, so that nonsense finds nothing.
 */
import { type Compared, similarity, similarityAsTyped, soundKey } from "../../text/similarity.ts";

/**
 * The weights for results, on the scale of `covered`. They were tuned with typed queries and nonsense (decision 40,
 * `npm run bench relevance`).
 */
const WEIGHTS = {
  covered: 10,
  filled: 1.66,
  inOrder: 1.27,
  begins: 0.38,
  whole: 1.88,
  popularity: 3.18,
  around: 1.5,
  /** The deduction if the match is not the display title. */
  otherForm: 0.67,
  /** The deduction if the match is only a working title. */
  workingTitle: 1.5,
  /** The factor for `filled` if only a part of the form matches (`thor | ragnarok`). */
  part: 0.59,
  /** The factor for `whole` if there are one or two typing mistakes. */
  mistypedWhole: 1,
  /**
   * The factor for `filled` if a single word was mistyped. The visitor then means the best-known title with that
   * word, even if the title is long.
   */
  mistypedWord: 0.3,
  /** The factor for a corrected word if the typed word also exists in the catalog. */
  known: 0.81,
  /** The minimum of `covered`, for the least popular title and for the most popular one. */
  minCovered: 0.663,
  minCoveredPopular: 0.573,
  /**
   * The value of `covered` if the text is the initials of a popular title. It is lower than the value for a matching
   * word.
   */
  initials: 0.7,
  /** The value of `covered` if the text is a title with one extra word. */
  oneExtraWord: 0.7,
  /** The increase of the minimum `covered` for a form of which nothing was typed. */
  minCoveredUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/**
 * A number that is added to a title's position by popularity before taking the logarithm. Without it, the first
 * titles would differ too much.
 */
export const RANK_OFFSET = 20;

export interface Tolerance {
  /** Returns the similarity of a typed word and a word of a title, from 0 to 1. */
  readonly similarity: (compared: Compared) => number;
  readonly weights: Weights;
}

/** The tolerance for results, which allows typing mistakes. */
export const FOR_SEARCHES: Tolerance = { similarity, weights: WEIGHTS };

/** The tolerance if every word may be the beginning of a longer one. */
export const FOR_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarityAsTyped({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** The tolerance of `FOR_BEGINNINGS`, but with typing mistakes. */
export const FOR_MISTYPED_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarity({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** The tolerance without any corrections. */
export const AS_TYPED: Tolerance = {
  similarity: similarityAsTyped,
  weights: { ...WEIGHTS, mistypedWhole: 0 },
};

/** The minimum of `covered` for suggestions. It is the same for popular titles and for all others. */
const MIN_COVERED = 0.7;

export const FOR_SUGGESTIONS: Tolerance = {
  similarity: similarityOrSound,
  weights: { ...WEIGHTS, minCovered: MIN_COVERED, minCoveredPopular: MIN_COVERED },
};

/** The tolerance for titles that lack a word of the text. `without-a-word.ts` decides which words these may be. */
export const WITH_LESS: Tolerance = {
  similarity,
  weights: { ...WEIGHTS, minCovered: 0.3, minCoveredPopular: 0.3, minCoveredUnfilled: 0 },
};

/** The factor for a word that sounds the same but is spelled differently. */
const SOUNDED = 0.95;

function similarityOrSound(compared: Compared): number {
  const [typed, known] = [soundKey(compared.typed), soundKey(compared.known)];
  return Math.max(similarity(compared), SOUNDED * similarity({ typed, known, isPrefix: false }));
}
