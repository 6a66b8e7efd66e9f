/** Finds words that are a few edits apart. Such words become equal if a few letters are deleted from each. */

/**
 * The number of letters at the start of a word in which edits are looked for. Without this limit, long words would
 * have far more shortenings than short ones.
 */
const HEAD = 7;

/** The minimum length of a word to correct. Shorter words are similar to too many other words. */
const MIN_LENGTH = 3;
const MIN_LENGTH_FOR_TWO = 5;
export const MAX_LENGTH = 30;

/** Returns the maximum number of edits by which a word may differ from the intended one. */
export function maxEdits(word: string): number {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return 0;
  return word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/**
 * Returns the first letters of a word, and every string that remains after deleting up to `max` of them. Two words
 * that share such a string are only a few edits apart.
 */
export function shortenings(word: string, max = maxEdits(word)): string[] {
  const head = word.slice(0, HEAD);
  const strings = new Set([head]);
  let last = [head];
  for (let left = 0; left < max; left += 1) {
    const next: string[] = [];
    for (const string of last) {
      for (let at = 0; at < string.length; at += 1) {
        const shorter = string.slice(0, at) + string.slice(at + 1);
        if (shorter.length > 1 && !strings.has(shorter)) {
          strings.add(shorter);
          next.push(shorter);
        }
      }
    }
    last = next;
  }
  return [...strings];
}

const VOWEL = /[aeiouy]/g;
/** The minimum length of a word with a skeleton. Shorter words are more likely to be initials. */
const MIN_SKELETON = 4;
const MIN_CONSONANTS = 3;

/**
 * Returns the consonants of a word, such as `gldtr` for `gladiator`, without repeating doubled ones. Returns "" if
 * there are too few.
 */
export function skeleton(word: string): string {
  const consonants = word.replace(VOWEL, "").replace(/(.)\1+/g, "$1");
  return word.length >= MIN_SKELETON && /^[a-z]+$/.test(word) && consonants.length >= MIN_CONSONANTS
    ? consonants
    : "";
}
