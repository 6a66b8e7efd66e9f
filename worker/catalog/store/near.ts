/**
 * Finds the words that a mistyped word may stand for without reading the vocabulary (symmetric deletion). Two words
 * are at most two edits apart only if deleting at most two letters from each can give the same string. The catalog
 * stores the best-known words under each such string, and a search looks up the strings of the typed word.
 */
import { MAX_LENGTH, maxEdits, shortenings, skeleton } from "../../text/edits.ts";

/** The prefix that keeps skeletons apart from shortenings. */
const SKELETON_MARK = "~";

export function skeletonKeys(word: string): number[] {
  const consonants = skeleton(word);
  return consonants === "" || word.length > MAX_LENGTH ? [] : [hash(SKELETON_MARK + consonants)];
}

/** The prefixes that keep plot words apart from title words, and their numbers apart from both. */
const PLOT_MARK = "p~";
const NUMBER_MARK = "n~";

/** Returns the keys of a plot word. Plots have so many words that only strings with one letter less count as near. */
export const plotKeys = (word: string) =>
  shortenings(word, Math.min(1, maxEdits(word))).map((string) => hash(PLOT_MARK + string));

/** Returns the key of the number of titles whose plots have the word. */
export const numberKey = (word: string) => hash(NUMBER_MARK + word);

/**
 * Returns 32-bit FNV-1a hashes, which are small and fast to look up. A collision only adds words that the comparison
 * rejects.
 */
export function shorteningKeys(word: string, max = maxEdits(word)): number[] {
  return shortenings(word, max).map(hash);
}

function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return bits >>> 0;
}

/**
 * Shortenings share rows, because D1 limits the rows written. With N rows, the words of a key are in row `key % N`,
 * under `key / N`. A row looks like `;17:matrix,matrices;204:alien;`, and all rows from 0 to N - 1 exist.
 */
export const BUCKET_END = ";";
export const BUCKET_KEY_END = ":";
const MAX_BUCKETS = 2 ** 24;
/** The average number of pairs of a shortening and a word in a row. */
const PAIRS_PER_BUCKET = 48;

/** Returns the number of rows for `pairs` pairs, which is a power of two. */
export function countBuckets(pairs: number): number {
  const exact = Math.max(1, pairs / PAIRS_PER_BUCKET);
  return Math.min(MAX_BUCKETS, 2 ** Math.round(Math.log2(exact)));
}

/** Joins words for storage, as in `"matrix,matrices"`. */
export function pack(words: readonly string[]): string {
  return words.join(",");
}

export function unpack(list: string): string[] {
  return list === "" ? [] : list.split(",");
}

/** Returns SQL that selects the packed words for the keys in `?1`. It extracts only the matching part of each row. */
export function packedWords(table: string): string {
  const mark = `'${BUCKET_END}' || (asked.value / buckets) || '${BUCKET_KEY_END}'`;
  return `
    SELECT shortening, substr(rest, 1, instr(rest, '${BUCKET_END}') - 1) AS words FROM (
      SELECT asked.value AS shortening, substr(words, instr(words, ${mark}) + length(${mark})) AS rest
      FROM (SELECT max(shortening) + 1 AS buckets FROM ${table}) CROSS JOIN json_each(?1) AS asked
      CROSS JOIN ${table} AS near ON near.shortening = asked.value % buckets
      WHERE instr(words, ${mark}) > 0)`;
}
