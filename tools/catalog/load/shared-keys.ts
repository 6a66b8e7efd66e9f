/**
 * Finds the titles that share a key, such as a director or a rare word. Keys and places of titles are numbers in flat
 * lists, because there are tens of millions.
 */
import { doubles, integers } from "./numbers.ts";

/** The kinds of keys. A key has the index of its kind in the upper 3 of its 32 bits. */
const KINDS = ["director", "writer", "actor", "composer", "collection", "word"] as const;
export type Kind = (typeof KINDS)[number];
const VALUES = 2 ** 29;
/** A key and the place of a title fit into a double. */
const PLACES = 2 ** 21;

/** Returns a key. Values that differ by 2^29 have the same key, but ids of people are smaller. */
export const toKey = (kind: Kind, value: number) => KINDS.indexOf(kind) * VALUES + (value % VALUES);
export const isWord = (key: number) => key >= toKey("word", 0);

/** The maximum numbers of titles with a word, and with another key, best known first. */
const MAX_WITH_WORD = 400;
const MAX_WITH_KEY = 40;

/** The titles that share a key. */
export interface Group {
  /** The range of the titles in the list of places. */
  readonly start: number;
  readonly end: number;
  /** The logarithm of the number of all titles divided by that of the titles with the key. */
  readonly rarity: number;
}
const NO_GROUP: Group = { start: 0, end: 0, rarity: 0 };

export class SharedKeys {
  /** The keys of all titles, title by title, and the end of each title's keys. */
  readonly #keys = integers();
  readonly #ends = integers();
  /** The keys that several titles have, in order, with the start of their titles and their rarity. */
  readonly #shared = integers();
  readonly #starts = integers();
  readonly #rarities = doubles();
  readonly #places = integers();

  /** Adds the keys of the next title, in order of popularity. */
  add(keys: Iterable<number>): void {
    for (const key of keys) this.#keys.push(key);
    this.#ends.push(this.#keys.length);
  }

  /** Groups the titles by key. Must be called after the last title has been added. */
  group(): void {
    const pairs = new Float64Array(this.#keys.length);
    for (let title = 0, at = 0; title < this.#ends.length; title += 1)
      for (; at < (this.#ends.values[title] ?? 0); at += 1)
        pairs[at] = (this.#keys.values[at] ?? 0) * PLACES + title;
    pairs.sort();
    const keyAt = (at: number) => Math.floor((pairs[at] ?? 0) / PLACES);
    for (let start = 0, end = 0; start < pairs.length; start = end) {
      const key = keyAt(start);
      while (end < pairs.length && keyAt(end) === key) end += 1;
      const titles = end - start;
      if (titles === 1) continue;
      this.#shared.push(key);
      this.#starts.push(this.#places.length);
      this.#rarities.push(Math.log(this.#ends.length / titles));
      const last = Math.min(end, start + (isWord(key) ? MAX_WITH_WORD : MAX_WITH_KEY));
      for (let at = start; at < last; at += 1) this.#places.push((pairs[at] ?? 0) % PLACES);
    }
    this.#starts.push(this.#places.length);
  }

  /** Returns the places of the titles in a group. */
  titlesIn({ start, end }: Group): Uint32Array {
    return this.#places.values.subarray(start, end);
  }

  /** Returns the words of a title that other titles have as well, with their groups. */
  wordsOf(title: number): (readonly [key: number, group: Group])[] {
    return this.keysOf(title)
      .filter(isWord)
      .map((key) => [key, this.groupOf(key)] as const)
      .filter(([, { rarity }]) => rarity > 0);
  }

  /** Returns the keys of a title in the order in which they were added. */
  keysOf(title: number): number[] {
    const keys: number[] = [];
    const end = this.#ends.values[title] ?? 0;
    for (let at = title === 0 ? 0 : (this.#ends.values[title - 1] ?? 0); at < end; at += 1)
      keys.push(this.#keys.values[at] ?? 0);
    return keys;
  }

  /** Adds up the weights of a title's keys. */
  sumOf(title: number, weights: ReadonlyMap<number, number>): number {
    let sum = 0;
    const end = this.#ends.values[title] ?? 0;
    for (let at = this.#ends.values[title - 1] ?? 0; at < end; at += 1)
      sum += weights.get(this.#keys.values[at] ?? 0) ?? 0;
    return sum;
  }

  /** Returns the titles with a key. The group is empty if there is only one. */
  groupOf(key: number): Group {
    const keys = this.#shared.values;
    let low = 0;
    let high = this.#shared.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    if (low === this.#shared.length || keys[low] !== key) return NO_GROUP;
    const [start = 0, end = 0] = [this.#starts.values[low], this.#starts.values[low + 1]];
    return { start, end, rarity: this.#rarities.values[low] ?? 0 };
  }
}
