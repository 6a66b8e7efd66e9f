/**
 * Finds the words a mistyped word may stand for without reading the vocabulary (symmetric deletion): two words are at most
 * two edits apart only if deleting at most two letters from each can give the same string. For every such string, the
 * catalog keeps the best-known words that shorten to it; a search looks up the strings of the typed word. Only the first
 * letters are deleted, so that a long word has no more strings than a short one.
 */
const HEAD = 7;

/** Shorter words have too many neighbours to be corrected. */
const MIN_LENGTH = 3;
const MIN_LENGTH_FOR_TWO = 5;
const MAX_LENGTH = 30;

/** The largest number of edits between a typed word and the intended word. */
export function maxEdits(word: string): number {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return 0;
  return word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
}

/** The strings a word shortens to by deleting at most `max` letters of its head, the head itself included. */
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

/** The consonants of a word, doubled ones once: `gldtr` for `gladiator`. "" if too few to tell words apart. */
export function skeleton(word: string): string {
  const consonants = word.replace(VOWEL, "").replace(/(.)\1+/g, "$1");
  return word.length >= MIN_SKELETON && /^[a-z]+$/.test(word) && consonants.length >= MIN_CONSONANTS
    ? consonants
    : "";
}

/** Keeps skeletons apart from shortenings. */
const SKELETON_MARK = "~";

export function skeletonKeys(word: string): number[] {
  const found = skeleton(word);
  return found === "" || word.length > MAX_LENGTH ? [] : [hash(SKELETON_MARK + found)];
}

/** 32-bit hashes (FNV-1a), which are small and fast to look up. A collision only adds words that the comparison rejects. */
export function shorteningKeys(word: string, max = maxEdits(word)): number[] {
  return shortenings(word, max).map(hash);
}

function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return bits >>> 0;
}

/** Words as stored: `"matrix,matrices"`. */
export function pack(words: readonly string[]): string {
  return words.join(",");
}

export function unpack(list: string): string[] {
  return list === "" ? [] : list.split(",");
}
