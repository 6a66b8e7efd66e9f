/**
 * Finds the words that a typed word may be a misspelling of, without reading the whole vocabulary (symmetric
 * deletion). If two words are at most two edits apart, deleting up to two letters from each can produce the same
 * string. The catalog stores the best-known words under each such string, and a search looks up the strings of the
 * typed word.
 */
import { MAX_LENGTH, maxEdits, shortenings, skeleton } from "../../text/edits.ts";

/** The prefix that distinguishes skeletons (words without vowels) from shortened words. */
const SKELETON_MARK = "~";

export function skeletonKeys(word: string): number[] {
  const consonants = skeleton(word);
  return consonants === "" || word.length > MAX_LENGTH ? [] : [hash(SKELETON_MARK + consonants)];
}

/** The prefix that distinguishes the numbers of plots from title words. */
const NUMBER_MARK = "n~";

/** Returns the key under which the number of plots with a word is stored. */
export const numberKey = (word: string) => hash(NUMBER_MARK + word);

/**
 * Returns 32-bit FNV-1a hashes of the shortened forms of a word. They are small and fast to look up. A collision does
 * no harm, because all words found are compared afterwards.
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
 * The keys share rows, because D1 limits the number of rows written. With N rows, the words for a key are in row `key
 * % N` under the number `key / N`. A row looks like `;17:matrix,matrices;204:alien;`, and all rows from 0 to N - 1
 * exist.
 */
export const BUCKET_END = ";";
export const BUCKET_KEY_END = ":";
const MAX_BUCKETS = 2 ** 24;
/** The average number of pairs of a key and a word per row. */
const PAIRS_PER_BUCKET = 48;

/** Returns the number of rows for `pairs` pairs of a key and a word. It is a power of two. */
export function countBuckets(pairs: number): number {
  const exact = Math.max(1, pairs / PAIRS_PER_BUCKET);
  return Math.min(MAX_BUCKETS, 2 ** Math.round(Math.log2(exact)));
}

/** Joins words for storage, as in `matrix,matrices`. */
export function pack(words: readonly string[]): string {
  return words.join(",");
}

export function unpack(list: string): string[] {
  return list === "" ? [] : list.split(",");
}

/**
 * Returns SQL for the packed words of the keys in `?1`. It returns only those parts of a row that belong to these
 * keys.
 */
export function packedWords(table: string): string {
  const mark = `'${BUCKET_END}' || (asked.value / buckets) || '${BUCKET_KEY_END}'`;
  return `
    SELECT shortening, substr(rest, 1, instr(rest, '${BUCKET_END}') - 1) AS words FROM (
      SELECT asked.value AS shortening, substr(words, instr(words, ${mark}) + length(${mark})) AS rest
      FROM (SELECT max(shortening) + 1 AS buckets FROM ${table}) CROSS JOIN json_each(?1) AS asked
      CROSS JOIN ${table} AS near ON near.shortening = asked.value % buckets
      WHERE instr(words, ${mark}) > 0)`;
}
