/**
 * Generates titles and catalogs of any size, the same in every run. Words are as frequent as in real titles (Zipf's
 * law). One word in twenty is new, so that the vocabulary grows with the catalog (Heaps' law).
 */
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random rank from 1 to `count`, distributed according to Zipf's law. */
export const popular = (count: number, next: () => number): number => Math.floor(count ** next());

export function oneOf<T>(list: readonly T[], next: () => number): T {
  return list[Math.floor(next() * list.length)] as T;
}

/** The most frequent words of titles, most frequent first. */
const FREQUENT =
  "the of a and in love to man 2 night my life day me world you girl house for dead story ii".split(" ");
const SYLLABLES = "ka ro min tel sha vor ne li ban du gra pi so mer ta wen zo fi".split(" ");
/** The share of words with an accent. */
const ACCENTED = 0.03;
const VOCABULARY = 9_000;
/** A list from which the number of words in a title is chosen: 18 % of titles have one word, 32 % two, and so on. */
const LENGTHS = [18, 32, 25, 12, 7, 4, 2].flatMap((share, at) => Array.from({ length: share }, () => at + 1));
/** The share of words that occur in no other title. */
const INVENTED = 0.05;

function inventWord(next: () => number): string {
  const word = Array.from({ length: 2 + Math.floor(next() * 3) }, () => oneOf(SYLLABLES, next)).join("");
  return next() < ACCENTED ? word.replace("o", "ö").replace("e", "é") : word;
}

export function madeUpTitles(count: number): string[] {
  const next = random(3);
  const words = [...FREQUENT, ...Array.from({ length: VOCABULARY }, () => inventWord(next))];
  // The word with rank n has a probability of about 1/n.
  const word = () => words[Math.floor(words.length ** next()) - 1] as string;
  return Array.from({ length: count }, () =>
    Array.from({ length: oneOf(LENGTHS, next) }, word)
      .map(capitalized)
      .join(" "),
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Yields `size` titles. Their words and lengths are as frequent as in the titles of `basis`. */
export function* madeUpEntries(size: number, basis: readonly string[]): Generator<CatalogEntry> {
  const words = basis.flatMap((title) => title.split(" "));
  const lengths = basis.map((title) => title.split(" ").length);
  const next = random(1);
  const nextFact = random(2);
  const nextMeasure = random(4);
  for (let id = 1; id <= size; id += 1) {
    const title = Array.from({ length: oneOf(lengths, next) }, () =>
      next() < INVENTED ? inventWord(next) : oneOf(words, next),
    ).join(" ");
    const record = {
      ...generateRecord(id, title, next),
      ...generateFacts(nextFact),
      ...generateMeasures(nextMeasure),
    };
    const language = oneOf(LANGUAGES, nextFact);
    const votes = Math.floor(20_000 * nextMeasure() ** 4);
    const facts = { popularity: size - id, votes: votes || undefined, language };
    yield { record, facts, otherNames: [], translations: new Map() };
  }
}

/** The genres, repeated so that the first ones are the most frequent. */
const GENRES = repeatUnevenly(
  "Drama Comedy Documentary Action Romance Thriller Horror Crime Animation Adventure Family Music Western War".split(
    " ",
  ),
);
const COUNTRIES = repeatUnevenly(
  "United States,India,Japan,France,United Kingdom,Germany,Italy,Spain,Canada,South Korea,China,Brazil,Mexico,Iceland".split(
    ",",
  ),
);
const LANGUAGES = repeatUnevenly("en hi ja fr de it es ko zh pt ru tr ar is".split(" "));

function repeatUnevenly<T>(values: readonly T[]): T[] {
  return values.flatMap((value, at) => Array.from({ length: Math.ceil(40 / (at + 1)) }, () => value));
}

/** Chooses one to three genres, and one or two countries. */
function generateFacts(next: () => number): Pick<TitleRecord, "genres" | "countries"> {
  const some = (values: readonly string[], max: number) =>
    [...new Set(Array.from({ length: 1 + Math.floor(next() * max) }, () => oneOf(values, next)))].join(", ");
  return { genres: some(GENRES, 3), countries: some(COUNTRIES, 2) };
}

/** Chooses a rating and a runtime. One title in twenty has no rating, and one in twenty has no runtime. */
function generateMeasures(next: () => number): Pick<TitleRecord, "rating" | "runtime"> {
  const rating = next() < 0.05 ? 0 : Math.round(10 * (3 + 6 * next() ** 0.7)) / 10;
  return { rating, runtime: next() < 0.05 ? "0" : String(60 + Math.floor(120 * next() ** 2)) };
}

const PLOT =
  "A made-up plot of the length that plots have, so that a row of the catalog is as long as a real one. ".repeat(
    3,
  );

function generateRecord(
  id: number,
  title: string,
  next: () => number,
): Omit<TitleRecord, "genres" | "countries" | "rating" | "runtime"> {
  return {
    id,
    is_adult: next() < 0.01 ? 1 : 0,
    type: next() < 0.2 ? "series" : "movie",
    title,
    original_title: title,
    year: String(1920 + Math.floor(105 * Math.sqrt(next()))),
    plot: PLOT,
    poster: null,
  };
}
