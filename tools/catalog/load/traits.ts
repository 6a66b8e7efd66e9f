/** Packs the traits of titles into numbers, so that a million titles can be compared in memory. */

import { foldName } from "../../../worker/text/fold.ts";
import { stem } from "../../../worker/text/stem.ts";
import { isArticle } from "../../../worker/text/words.ts";
import { doubles } from "./numbers.ts";

/** Lists of genres and countries are packed into one number each. Genres are also a set of bits. */
const FIELDS = [
  "id",
  "kind",
  "year",
  "decade",
  "fame",
  "genres",
  "genreSet",
  "countries",
  "language",
  "firstWord",
  "secondWord",
  "credits",
] as const;
type Field = (typeof FIELDS)[number];
export type Traits = Readonly<Record<Field, number>>;
/** The index of each field. Callers pass it, because looking it up for each comparison would take longer. */
export const FIELD = Object.fromEntries(FIELDS.map((field, at) => [field, at])) as Traits;

/** The traits of all titles, by place. */
export class TraitTable {
  readonly #values = doubles();

  add(traits: Traits): void {
    for (const field of FIELDS) this.#values.push(traits[field]);
  }

  of(title: number): Traits {
    return Object.fromEntries(FIELDS.map((field) => [field, this.get(title, FIELD[field])])) as Traits;
  }

  get(title: number, field: number): number {
    return this.#values.values[title * FIELDS.length + field] ?? 0;
  }
}

/** Numbers names from 1 in the order in which they appear, and counts the titles of each. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #titles: number[] = [0];

  add(name: string): number {
    const number = this.#numbers.get(name) ?? this.#titles.length;
    this.#numbers.set(name, number);
    this.#titles[number] = (this.#titles[number] ?? 0) + 1;
    return number;
  }

  /** Returns the logarithm of the number of all titles divided by that of the titles with the name. */
  rarity(number: number, all: number): number {
    return Math.log(all / (this.#titles[number] ?? all));
  }
}

/** The number of bits of a genre and of a country. Numbers that need more are packed as the largest one. */
export const GENRE_BITS = 5;
export const COUNTRY_BITS = 9;
const LIST_BITS = 50;

/** Packs positive numbers. The first is in the lowest bits. */
export function packNumbers(numbers: readonly number[], bits: number): number {
  const kept = numbers.slice(0, LIST_BITS / bits).map((number) => Math.min(number, 2 ** bits - 1));
  return kept.reduceRight((packed, number) => packed * 2 ** bits + number, 0);
}

export function unpackNumbers(packed: number, bits: number): number[] {
  const numbers: number[] = [];
  for (let rest = packed; rest > 0; rest = Math.floor(rest / 2 ** bits)) numbers.push(rest % 2 ** bits);
  return numbers;
}

/** Returns genres as a set of bits. */
export const toSet = (genres: readonly number[]) =>
  genres.reduce((set, genre) => set | (1 << (Math.min(genre, 2 ** GENRE_BITS - 1) - 1)), 0);

export function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Matches words that number the parts of a series. */
const NUMBER = /^(?:\d+|i{1,3}|iv|vi{0,3}|part|chapter|episode|vol|volume|movie)$/;

/** Returns the words with which the titles of a series of films begin, without an article and a number. */
export function leadingWords(title: string): string[] {
  const [part = ""] = title.split(/[:–—(]|\s-\s/u);
  const words = foldName(part.replaceAll(/['’]s\b/g, ""));
  return words.filter((word, at) => !isArticle(word) && (at === 0 || !NUMBER.test(word))).map(stem);
}
