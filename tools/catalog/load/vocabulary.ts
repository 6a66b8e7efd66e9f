/**
 * The words of a catalog while it is loaded: in how many titles each stands, and how
 * popular the best of them is. At the end they become the rows that typing mistakes
 * are looked up in. Titles have to come in the order of popularity.
 */
import { type KnownWord, maxEdits, pack, shorteningKeys } from "../../../worker/origins/catalog/near.ts";
import type { Row, Table } from "./tables.ts";

/** A shortening keeps its best-known words only, which bounds what a search reads. */
const MAX_WORDS = 32;
/** Words only known from titles further down are corrected at one edit: two would find them by chance. */
const WELL_KNOWN = 100_000;
/** A key and the index of a word share one exact double: 32 and 21 bits. */
const INDEXES = 2 ** 21;

interface Counted {
  readonly word: string;
  readonly best: number;
  titles: number;
}

export class Vocabulary {
  readonly #words = new Map<string, Counted>();

  add(words: Iterable<string>, rank: number): void {
    for (const word of words) {
      const counted = this.#words.get(word);
      if (counted === undefined) this.#words.set(word, { word, best: rank, titles: 1 });
      else counted.titles += 1;
    }
  }

  *rows(): Generator<[Table, Row]> {
    // In their order of arrival, which is that of popularity.
    const words = [...this.#words.values()];
    for (const { word, titles } of words) yield ["word", [word, titles]];
    const pairs = shortenedPairs(words.slice(0, INDEXES));
    let list: KnownWord[] = [];
    for (const [at, pair] of pairs.entries()) {
      const shortening = Math.floor(pair / INDEXES);
      const word = words[pair % INDEXES];
      if (word !== undefined && list.length < MAX_WORDS) list.push(word);
      if (Math.floor((pairs[at + 1] ?? -1) / INDEXES) === shortening) continue;
      yield ["near", [shortening, pack(list)]];
      list = [];
    }
  }
}

/** Every shortening of every word beside the index of the word, sorted: one flat array, since there are millions. */
function shortenedPairs(words: readonly Counted[]): Float64Array {
  let pairs = new Float64Array(1 << 16);
  let used = 0;
  for (const [index, { word, best, titles }] of words.entries()) {
    const max = maxEdits(word);
    if (max === 0) continue;
    const isKnown = best <= WELL_KNOWN || titles > 1;
    for (const key of shorteningKeys(word, isKnown ? max : 1)) {
      if (used === pairs.length) {
        const larger = new Float64Array(pairs.length * 2);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[used] = key * INDEXES + index;
      used += 1;
    }
  }
  return pairs.subarray(0, used).sort();
}
