/**
 * The weights of the parts of a match, and how much a title may differ from the typed text. Results forgive mistyped
 * letters. Suggestions, made only if nothing was found, also forgive words that sound alike, but must cover more of the
 * text, so that nonsense still finds nothing.
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
  /** Subtracted if a title other than the display title matched. */
  otherForm: 0.67,
  /** Subtracted if only a working title matched. */
  workingTitle: 1.5,
  /** Factor for a filled part of a form (`thor | ragnarok`), compared with the whole form. */
  part: 0.59,
  /** Factor for a whole form that is one or two edits from the text. */
  mistypedWhole: 1,
  /** Factor for `filled` if a single word was mistyped: it means the best known of the titles with the word, however long. */
  mistypedWord: 0.3,
  /** Factor for a corrected word if the typed word is itself in the catalog. */
  known: 0.81,
  /** The minimum of `covered` for the least and the most popular title. */
  minCovered: 0.663,
  minCoveredPopular: 0.573,
  /** `covered` for the initials of a popular title: less than any word. */
  initials: 0.7,
  /** `covered` for a whole title typed with one extra word. */
  oneExtraWord: 0.7,
  /** Added to the minimum of `covered` if none of the form was typed. */
  minCoveredUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/** Popularity is logarithmic in the rank plus this, so that the first ranks differ little. */
export const RANK_OFFSET = 20;

export interface Tolerance {
  /** The similarity of a typed word and a word of a title, 0 to 1. */
  readonly similarity: (compared: Compared) => number;
  readonly weights: Weights;
}

/** For titles, and for names of people. */
export const FOR_ANSWERS: Tolerance = { similarity, weights: WEIGHTS };

/** For texts in which every word may be the beginning of a longer one. */
export const FOR_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarityAsTyped({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** The same, with mistyped words. */
export const FOR_MISTYPED_BEGINNINGS: Tolerance = {
  similarity: (compared) => similarity({ ...compared, isPrefix: true }),
  weights: WEIGHTS,
};

/** No corrections. */
export const AS_TYPED: Tolerance = {
  similarity: similarityAsTyped,
  weights: { ...WEIGHTS, mistypedWhole: 0 },
};

/** The same minimum for popular titles as for others. */
const MIN_COVERED = 0.7;

export const FOR_SUGGESTIONS: Tolerance = {
  similarity: similarityOrSound,
  weights: { ...WEIGHTS, minCovered: MIN_COVERED, minCoveredPopular: MIN_COVERED },
};

/** For titles that lack a word of the text: `without-a-word.ts` decides which words may be left out. */
export const WITH_LESS: Tolerance = {
  similarity,
  weights: { ...WEIGHTS, minCovered: 0.3, minCoveredPopular: 0.3, minCoveredUnfilled: 0 },
};

/** A word that only sounds alike is worth a little less than one that looks alike. */
const SOUNDED = 0.95;

function similarityOrSound(compared: Compared): number {
  const [typed, known] = [soundKey(compared.typed), soundKey(compared.known)];
  return Math.max(similarity(compared), SOUNDED * similarity({ typed, known, isPrefix: false }));
}
