/**
 * Collects the words of a catalog during a load: the number of titles with each word, and the rank of the best. At the end
 * they become the rows for looking up typing mistakes. Expects titles in the order of popularity.
 *
 * Words of plots are far more, and found at a distance of one letter only, the most frequent first; those of several plots have
 * their number.
 */

import {
  BUCKET_END,
  BUCKET_KEY_END,
  countBuckets,
  numberKey,
  pack,
  plotKeys,
  shorteningKeys,
  skeletonKeys,
} from "../../../worker/catalog/store/near.ts";
import { maxEdits } from "../../../worker/text/edits.ts";
import type { Row, Table } from "./tables.ts";

/** The maximum number of words per shortening, best known first, which bounds the reads of a search. */
export const MAX_WORDS = 32;
/** A key of 32 bits and a word's index of 21 bits share one double exactly. */
const INDEXES = 2 ** 21;
const KEYS = 2 ** 32;

interface Counted {
  readonly word: string;
  readonly best: number;
  titles: number;
}

export interface VocabularyOptions {
  readonly word: "word" | "person_word";
  readonly near: "near" | "person_near";
  /** The rank after which new words are corrected at one edit only, because two would find them by chance. */
  readonly wellKnown: number;
  /** Whether a repeated word is well known. */
  readonly isRepeatedKnown: boolean;
  /** The rank after which new words are left out. */
  readonly known: number;
}

export const OF_TITLES: VocabularyOptions = {
  word: "word",
  near: "near",
  wellKnown: 100_000,
  isRepeatedKnown: true,
  known: Number.POSITIVE_INFINITY,
};

/** Names have far more words than titles, and most people are never searched for. */
export const OF_PEOPLE: VocabularyOptions = {
  word: "person_word",
  near: "person_near",
  wellKnown: 3_000,
  isRepeatedKnown: false,
  known: 20_000,
};

export class Vocabulary {
  readonly #words = new Map<string, Counted>();
  /** The number of plots by word. */
  readonly #ofPlots = new Map<string, number>();
  readonly #options: VocabularyOptions;

  constructor(options = OF_TITLES) {
    this.#options = options;
  }

  add(words: Iterable<string>, rank: number): void {
    for (const word of words) {
      const counted = this.#words.get(word);
      if (counted !== undefined) counted.titles += 1;
      else if (rank <= this.#options.known) this.#words.set(word, { word, best: rank, titles: 1 });
    }
  }

  addOfPlot(words: Iterable<string>): void {
    for (const word of words) this.#ofPlots.set(word, (this.#ofPlots.get(word) ?? 0) + 1);
  }

  *rows(): Generator<[Table, Row]> {
    for (const { word, titles } of this.#words.values()) yield [this.#options.word, [word, titles]];
    const { words, pairs } = shortenedPairs(this.#keys());
    const buckets = countBuckets(pairs.length);
    let bucket = 0;
    let row = BUCKET_END;
    for (const [key, list] of wordsByKey(inBuckets(pairs, buckets), words)) {
      const own = Math.floor(key / (KEYS / buckets));
      for (; bucket < own; bucket += 1) {
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

  /** Yields the words of each key, words of titles first, by popularity. */
  *#keys(): Generator<[string, number[]]> {
    for (const counted of this.#words.values()) {
      yield [counted.word, nearKeys(counted.word, isWellKnownWord(counted, this.#options))];
    }
    const ofPlots = [...this.#ofPlots].sort(([, one], [, other]) => other - one);
    for (const [word] of ofPlots) yield [word, plotKeys(word)];
    for (const [plots, counted] of Map.groupBy(ofPlots, ([, plots]) => plots)) {
      if (plots > 1) yield [String(plots), counted.map(([word]) => numberKey(word))];
    }
  }
}

/** Returns the pairs sorted by bucket. The key of each becomes `key % buckets`, then `key / buckets`. */
function inBuckets(pairs: Float64Array, buckets: number): Float64Array {
  for (const [at, pair] of pairs.entries()) {
    const key = Math.floor(pair / INDEXES);
    const moved = (key % buckets) * (KEYS / buckets) + Math.floor(key / buckets);
    pairs[at] = moved * INDEXES + (pair % INDEXES);
  }
  return pairs.sort();
}

/** Yields each key with its best-known words. */
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

/** Returns true if a word is well known. `best` is the rank of the best-known title or person with it. */
function isWellKnownWord(
  { best, titles }: { readonly best: number; readonly titles: number },
  { wellKnown, isRepeatedKnown }: VocabularyOptions,
): boolean {
  return best <= wellKnown || (isRepeatedKnown && titles > 1);
}

/** Returns the keys under which misspellings find the word. */
function nearKeys(word: string, isWellKnown: boolean): number[] {
  const max = maxEdits(word);
  if (max === 0) return [];
  return isWellKnown ? [...shorteningKeys(word, max), ...skeletonKeys(word)] : shorteningKeys(word, 1);
}

/** Returns every key of every word with the word's index, in one flat array because there are millions. */
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
