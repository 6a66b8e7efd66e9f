/** The number of edits that words may be apart, and the strings that such words share. */

/**
 * Letters are deleted only from the beginning of a word, so that a long word has no more strings than a short
 * one.
 */
const HEAD = 7;

/** Shorter words have too many neighbours to be corrected. */
const MIN_LENGTH = 3;
const MIN_LENGTH_FOR_TWO = 5;
export const MAX_LENGTH = 30;

/** Returns the maximum number of edits between a typed word and the intended word. */
export function maxEdits(word: string): number {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return 0;
  return word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/** Returns the head of a word and the strings that it shortens to by deleting up to `max` letters. */
export function shortenings(word: string, max = maxEdits(word)): string[] {
  const head = word.slice(0, HEAD);
  const found = new Set([head]);
  let last = [head];
  for (let left = 0; left < max; left += 1) {
    const next: string[] = [];
    for (const string of last) {
      for (let at = 0; at < string.length; at += 1) {
        const shorter = string.slice(0, at) + string.slice(at + 1);
        if (shorter.length > 1 && !found.has(shorter)) {
          found.add(shorter);
          next.push(shorter);
        }
      }
    }
    last = next;
  }
  return [...found];
}

const VOWEL = /[aeiouy]/g;
/** Fewer letters are more likely initials. */
const MIN_SKELETON = 4;
const MIN_CONSONANTS = 3;

/**
 * Returns the consonants of a word, doubled ones once, such as `gldtr` for `gladiator`, or "" if they are too
 * few to distinguish words.
 */
export function skeleton(word: string): string {
  const consonants = word.replace(VOWEL, "").replace(/(.)\1+/g, "$1");
  return word.length >= MIN_SKELETON && /^[a-z]+$/.test(word) && consonants.length >= MIN_CONSONANTS
    ? consonants
    : "";
}
