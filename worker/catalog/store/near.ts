/**
 * Finds the words a mistyped word may stand for without reading the vocabulary (symmetric deletion): two words are at most two
 * edits apart only if deleting at most two letters from each can give the same string. For every such string, the catalog keeps
 * the best-known words that shorten to it; a search looks up the strings of the typed word.
 */
import { MAX_LENGTH, maxEdits, shortenings, skeleton } from "../../text/edits.ts";

/** Keeps skeletons apart from shortenings. */
const SKELETON_MARK = "~";

export function skeletonKeys(word: string): number[] {
  const found = skeleton(word);
  return found === "" || word.length > MAX_LENGTH ? [] : [hash(SKELETON_MARK + found)];
}

/** Keep words of plots apart from words of titles, and their numbers from both. */
const PLOT_MARK = "p~";
const NUMBER_MARK = "n~";

/** Words of plots are many: two of them are near if one letter less of each gives the same string. */
export const plotKeys = (word: string) =>
  shortenings(word, Math.min(1, maxEdits(word))).map((string) => hash(PLOT_MARK + string));

/** The key of the number of titles whose plots have the word. */
export const numberKey = (word: string) => hash(NUMBER_MARK + word);

/** 32-bit hashes (FNV-1a), which are small and fast to look up. A collision only adds words that the comparison rejects. */
export function shorteningKeys(word: string, max = maxEdits(word)): number[] {
  return shortenings(word, max).map(hash);
}

function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return bits >>> 0;
}

/**
 * Shortenings share rows, since D1 limits the rows that are written: with N rows, the words of a key are in row `key % N`,
 * under `key / N`. A row is `;17:matrix,matrices;204:alien;`, and all rows from 0 to N - 1 exist.
 */
export const BUCKET_END = ";";
export const BUCKET_KEY_END = ":";
const MAX_BUCKETS = 2 ** 24;
/** Pairs of a shortening and a word. */
const PAIRS_PER_BUCKET = 48;

/** A power of two. */
export function bucketsFor(pairs: number): number {
  const exact = Math.max(1, pairs / PAIRS_PER_BUCKET);
  return Math.min(MAX_BUCKETS, 2 ** Math.round(Math.log2(exact)));
}

/** Words as stored: `"matrix,matrices"`. */
export function pack(words: readonly string[]): string {
  return words.join(",");
}

export function unpack(list: string): string[] {
  return list === "" ? [] : list.split(",");
}

/** SQL for the packed words of the keys in `?1`: only the part of a row that is asked for leaves the database. */
export function packedWords(table: string): string {
  const mark = `'${BUCKET_END}' || (asked.value / buckets) || '${BUCKET_KEY_END}'`;
  return `
    SELECT shortening, substr(rest, 1, instr(rest, '${BUCKET_END}') - 1) AS words FROM (
      SELECT asked.value AS shortening, substr(words, instr(words, ${mark}) + length(${mark})) AS rest
      FROM (SELECT max(shortening) + 1 AS buckets FROM ${table}) CROSS JOIN json_each(?1) AS asked
      CROSS JOIN ${table} AS near ON near.shortening = asked.value % buckets
      WHERE instr(words, ${mark}) > 0)`;
}
