/** What each part of a match is worth beside the others. Few, named, in one place. */

/** Found by search over typed queries and nonsense (decision 40, `npm run bench search relevance`); the scale is that of `covered`. */
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
  /** What a whole title is worth that was typed with one word too many. */
  oneTooMany: 0.7,
  /** More must be covered of the text where it says little of the form. */
  leastUnfilled: 0.174,
};
export type Weights = typeof WEIGHTS;

/** Ranks further up are alike. */
export const TOP = 20;
