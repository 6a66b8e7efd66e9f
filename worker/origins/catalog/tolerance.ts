/**
 * How unlike what was typed a title may be. An answer forgives what hands do to a word; a
 * suggestion, made only where nothing was found, also what ears do (`sound.ts`), but asks
 * that more of the text be covered, so that nonsense is still nothing.
 */
import { type Compared, similarity } from "./similarity.ts";
import { sound } from "./sound.ts";
import { WEIGHTS, type Weights } from "./weights.ts";

export interface Tolerance {
  /** How much a typed word is like a title's, 0 to 1. */
  readonly similarity: (compared: Compared) => number;
  readonly weights: Weights;
}

export const FOR_ANSWERS: Tolerance = { similarity, weights: WEIGHTS };

/** Of a popular title no less has to be covered than of any other. */
const LEAST_COVERED = 0.7;

export const FOR_SUGGESTIONS: Tolerance = {
  similarity: alikeInSound,
  weights: { ...WEIGHTS, least: LEAST_COVERED, leastOfPopular: LEAST_COVERED },
};

/** A word that only sounds alike is worth a little less than one that looks alike. */
const SOUNDED = 0.95;

function alikeInSound(compared: Compared): number {
  const [typed, known] = [sound(compared.typed), sound(compared.known)];
  return Math.max(similarity(compared), SOUNDED * similarity({ typed, known, isPrefix: false }));
}
