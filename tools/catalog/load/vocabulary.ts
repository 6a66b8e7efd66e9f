/**
 * Collects the words of a catalog during a load, and builds the rows in which a search looks up misspelled words. For
 * each word, it counts the titles and keeps the rank of the best-known one. Titles must be added in order of
 * popularity.
 *
 * Plots contain far more words than titles. Only the number of plots is stored for each of their stems.
 */

import {
  BUCKET_END,
  BUCKET_KEY_END,
  countBuckets,
  numberKey,
  pack,
  shorteningKeys,
  skeletonKeys,
} from "../../../worker/catalog/store/near.ts";
import { maxEdits } from "../../../worker/text/edits.ts";
import type { Row, Table } from "./tables.ts";

/** The maximum number of words per key, so that a search reads a limited number. The best-known words are kept. */
const MAX_WORDS = 32;
/** The maximum number of words. A double has room for a 32-bit key and the 21-bit index of a word. */
const INDEXES = 2 ** 21;
const KEYS = 2 ** 32;

interface Counted {
  readonly word: string;
  readonly best: number;
  titles: number;
}

interface VocabularyOptions {
  readonly word: "word" | "person_word";
  readonly near: "near" | "person_near";
  /**
   * The rank of the last title or person whose words are well known. Other words are only found with a single typo,
   * because two typos would match them by chance.
   */
  readonly wellKnown: number;
  /** Whether words that occur more than once also count as well known. */
  readonly isRepeatedKnown: boolean;
  /** The rank of the last title or person from which new words are added. */
  readonly maxRank: number;
}

const OF_TITLES: VocabularyOptions = {
  word: "word",
  near: "near",
  wellKnown: 100_000,
  isRepeatedKnown: true,
  maxRank: Number.POSITIVE_INFINITY,
};

/**
 * The options for people. The limits are low, because names have far more words than titles, and few people are ever
 * searched for.
 */
export const OF_PEOPLE: VocabularyOptions = {
  word: "person_word",
  near: "person_near",
  wellKnown: 3_000,
  isRepeatedKnown: false,
  maxRank: 20_000,
};

export class Vocabulary {
  readonly #words = new Map<string, Counted>();
  /** The number of plots that contain each word. */
  readonly #ofPlots = new Map<string, number>();
  readonly #options: VocabularyOptions;

  constructor(options = OF_TITLES) {
    this.#options = options;
  }

  add(words: Iterable<string>, rank: number): void {
    for (const word of words) {
      const entry = this.#words.get(word);
      if (entry !== undefined) entry.titles += 1;
      else if (rank <= this.#options.maxRank) this.#words.set(word, { word, best: rank, titles: 1 });
    }
  }

  addOfPlot(words: Iterable<string>): void {
    for (const word of words) this.#ofPlots.set(word, (this.#ofPlots.get(word) ?? 0) + 1);
  }

  /** Returns the words that the fewest plots have so far, rarest first. */
  rarestOfPlots(words: Iterable<string>, most: number): string[] {
    const countPlots = (word: string) => this.#ofPlots.get(word) ?? 0;
    return [...words].sort((one, other) => countPlots(one) - countPlots(other)).slice(0, most);
  }

  *rows(): Generator<[Table, Row]> {
    for (const { word, titles } of this.#words.values()) yield [this.#options.word, [word, titles]];
    const { words, pairs } = shortenedPairs(this.#keys());
    const buckets = countBuckets(pairs.length);
    let bucket = 0;
    let row = BUCKET_END;
    for (const [key, list] of wordsByKey(inBuckets(pairs, buckets), words)) {
      const keyBucket = Math.floor(key / (KEYS / buckets));
      for (; bucket < keyBucket; bucket += 1) {
        yield [this.#options.near, [bucket, row]];
        row = BUCKET_END;
      }
      row += `${key % (KEYS / buckets)}${BUCKET_KEY_END}${pack(list)}${BUCKET_END}`;
    }
    for (; bucket < buckets; bucket += 1) {
      yield [this.#options.near, [bucket, row]];
      row = BUCKET_END;
    }
  }

  /** Yields each word with its keys. Words of titles come first, most popular titles first. */
  *#keys(): Generator<[string, number[]]> {
    for (const entry of this.#words.values()) {
      yield [entry.word, nearKeys(entry.word, isWellKnownWord(entry, this.#options))];
    }
    for (const [plots, entries] of Map.groupBy(this.#ofPlots, ([, plots]) => plots)) {
      yield [String(plots), entries.map(([word]) => numberKey(word))];
    }
  }
}

/**
 * Sorts the pairs by bucket. Replaces the key in each pair with a number that has `key % buckets` in its upper part
 * and `key / buckets` in its lower part.
 */
function inBuckets(pairs: Float64Array, buckets: number): Float64Array {
  for (const [at, pair] of pairs.entries()) {
    const key = Math.floor(pair / INDEXES);
    const moved = (key % buckets) * (KEYS / buckets) + Math.floor(key / buckets);
    pairs[at] = moved * INDEXES + (pair % INDEXES);
  }
  return pairs.sort();
}

function* wordsByKey(pairs: Float64Array, words: readonly string[]): Generator<[number, string[]]> {
  let list: string[] = [];
  for (const [at, pair] of pairs.entries()) {
    const key = Math.floor(pair / INDEXES);
    const word = words[pair % INDEXES];
    if (word !== undefined && list.length < MAX_WORDS) list.push(word);
    if (Math.floor((pairs[at + 1] ?? -1) / INDEXES) === key) continue;
    yield [key, list];
    list = [];
  }
}

/** Returns true if a word is well known. `best` is the rank of the best-known title or person with this word. */
function isWellKnownWord(
  { best, titles }: { readonly best: number; readonly titles: number },
  { wellKnown, isRepeatedKnown }: VocabularyOptions,
): boolean {
  return best <= wellKnown || (isRepeatedKnown && titles > 1);
}

/** Returns the keys under which a search finds the word if it is misspelled. */
function nearKeys(word: string, isWellKnown: boolean): number[] {
  const max = maxEdits(word);
  if (max === 0) return [];
  return isWellKnown ? [...shorteningKeys(word, max), ...skeletonKeys(word)] : shorteningKeys(word, 1);
}

/**
 * Returns all words, and pairs of a key and the index of its word. Each pair is one number in a flat array, because
 * there are millions.
 */
function shortenedPairs(keyed: Iterable<[string, number[]]>): { words: string[]; pairs: Float64Array } {
  const words: string[] = [];
  let pairs = new Float64Array(1 << 16);
  let used = 0;
  for (const [word, keys] of keyed) {
    if (words.length === INDEXES) break;
    for (const key of keys) {
      if (used === pairs.length) {
        const larger = new Float64Array(pairs.length * 2);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[used] = key * INDEXES + words.length;
      used += 1;
    }
    words.push(word);
  }
  return { words, pairs: pairs.subarray(0, used) };
}
