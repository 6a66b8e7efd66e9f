/**
 * Finding the words that a mistyped word may stand for, without reading the
 * vocabulary: two words are at most two edits apart only if leaving out at
 * most two letters of each gives one string. The catalog keeps, for every such
 * string, the best-known words that shorten to it; the search looks up the
 * strings of what was typed. Only the first letters are shortened, which keeps
 * the number of strings of a long word the same as of a short one.
 */
const HEAD = 8;

/** A word this short has too many neighbours to be corrected. */
export const SHORTEST = 3;
const SHORTEST_FOR_TWO = 5;
const LONGEST = 30;

/** At how many edits a word may still be meant. */
export function reach(word: string): number {
  if (word.length < SHORTEST || word.length > LONGEST) return 0;
  return word.length < SHORTEST_FOR_TWO ? 1 : 2;
}

/** The strings a word shortens to by leaving out at most `most` letters of its head, itself included. */
export function shortenings(word: string, most = reach(word)): string[] {
  const head = word.slice(0, HEAD);
  const found = new Set([head]);
  let last = [head];
  for (let left = 0; left < most; left += 1) {
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

/**
 * The strings as the catalog keeps them: 32 bits of each (FNV-1a), which are smaller and
 * faster to look up. Two strings that share their bits bring words that are compared in vain.
 */
export function shorteningKeys(word: string, most = reach(word)): number[] {
  return shortenings(word, most).map(bits);
}

function bits(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A word of the catalog and the number of titles it stands in. */
export interface KnownWord {
  word: string;
  titles: number;
}

/** A list as it is stored: `"matrix 12,matrices 2"`. */
export function pack(words: readonly KnownWord[]): string {
  return words.map(({ word, titles }) => `${word} ${titles}`).join(",");
}

/** Reads a stored list: `"matrix 12,matrices 2"`. */
export function unpack(list: string): KnownWord[] {
  return list.split(",").flatMap((entry) => {
    const [word, titles] = entry.split(" ");
    return word ? [{ word, titles: Number(titles) || 1 }] : [];
  });
}
