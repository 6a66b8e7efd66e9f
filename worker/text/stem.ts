/** Reduces words to stems, so that different forms of a word in a query and in a plot are equal. */

/** Matches words that have English endings. Words in other scripts, and words with digits, are kept as they are. */
const LATIN = /^[a-z]{4,}$/;
const HAS_VOWEL = /[aeiouy].*$/;

/**
 * Returns the stem of a folded word, such as `reliv` for `relives` and `thiev` for `thief`. Only English endings are
 * removed. In other languages, plurals with `s` become equal to their singular.
 */
export function stem(word: string): string {
  if (!LATIN.test(word)) return word;
  const singular = /(?:ss|us|is)$/.test(word) ? word : word.replace(/ies$/, "y").replace(/s$/, "");
  const [, base = singular] = /^(..+?)(?:ing|ed|ly)$/.exec(singular) ?? [];
  const bare = HAS_VOWEL.test(base) ? base : singular;
  return bare
    .replace(/([bdgmnprt])\1$/, "$1")
    .replace(/e$/, "")
    .replace(/y$/, "i")
    .replace(/f$/, "v");
}
