/** Generates queries from titles, as people would type them. They are the same in every run. */
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { oneOf, random } from "./titles.ts";

export interface MeantQuery {
  readonly q: string;
  /** The filter, or `undefined` for none. */
  readonly f?: string | undefined;
  /** The id of the intended title. */
  readonly expectId: number;
  /** The kind of query, for example with a typo. */
  readonly kind: string;
}

interface Title {
  readonly id: number;
  /** The title in lower case. */
  readonly text: string;
  readonly words: readonly string[];
  readonly year: string;
  /** The words of the title without articles and other small words. */
  readonly telling: readonly string[];
  /** The first word of `telling`, or `null` if the title is little known or a better-known title contains it. */
  readonly distinctiveFirst: string | null;
}

type Next = () => number;

const QUERIES_PER_KIND = 30;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const at = (text: string, next: Next) => 1 + Math.floor(next() * (text.length - 2));

function replaceLetter(text: string, next: Next): string {
  const place = at(text, next);
  return text.slice(0, place) + oneOf(LETTERS.split(""), next) + text.slice(place + 1);
}

function dropLetter(text: string, next: Next): string {
  const place = at(text, next);
  return text.slice(0, place) + text.slice(place + 1);
}

function swapLetters(text: string, next: Next): string {
  const place = at(text, next);
  return text.slice(0, place) + text.charAt(place + 1) + text.charAt(place) + text.slice(place + 2);
}

function splitWord({ words }: Title, next: Next): string {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  const place = at(longest, next);
  return words
    .map((word) => (word === longest ? `${word.slice(0, place)} ${word.slice(place)}` : word))
    .join(" ");
}

/** Returns the last three words of `telling`, with the first of them moved to the end and cut in half. */
function beginnings({ telling }: Title): string[] {
  const [cut = "", ...others] = telling.slice(-3);
  return [...others, cut.slice(0, Math.ceil(cut.length / 2))];
}

function withMistypedBeginning(title: Title, next: Next): string {
  const words = beginnings(title);
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  return words.map((word) => (word === longest ? dropLetter(word, next) : word)).join(" ");
}

interface Kind {
  readonly fits?: (title: Title) => boolean;
  readonly query: (title: Title, next: Next) => string;
  readonly withYear?: true;
  /** The number of queries. Defaults to `QUERIES_PER_KIND`. */
  readonly count?: number;
}

const several = ({ words }: Title) => words.length > 1;
const long = ({ text }: Title) => text.length > 6;
const many = ({ telling }: Title) => telling.length > 2 && telling.slice(-3).some((word) => word.length > 4);

/** The kinds of queries that test beginnings of words and the correction of mistyped words. */
const TYPED_KINDS: Readonly<Record<string, Kind>> = {
  "beginnings in another order": { fits: many, query: (title) => beginnings(title).join(" ") },
  "mistyped beginning": {
    fits: (title) =>
      many(title) &&
      beginnings(title)
        .slice(0, 2)
        .some((word) => word.length > 4),
    query: withMistypedBeginning,
  },
  "number first": {
    fits: ({ words }) => words.length > 1 && /^(?:19|20)\d\d\b/.test(words[0] ?? ""),
    query: ({ telling: [number, word = ""] }) => `${number} ${word.slice(0, Math.ceil(word.length / 2))}`,
  },
  "mistyped word of several": {
    fits: ({ telling, distinctiveFirst }) =>
      telling.length > 1 && distinctiveFirst !== null && distinctiveFirst.length > 5,
    query: ({ distinctiveFirst }, next) => dropLetter(distinctiveFirst ?? "", next),
    count: 60,
  },
};

const KINDS: Readonly<Record<string, Kind>> = {
  exact: { query: ({ text }) => text },
  prefix: { fits: long, query: ({ text }) => text.slice(0, Math.ceil(text.length * 0.7)) },
  typo: { fits: long, query: ({ text }, next) => replaceLetter(text, next) },
  "two typos": {
    fits: ({ text }) => text.length > 11,
    query: ({ text }, next) => dropLetter(replaceLetter(text, next), next),
  },
  "letter missing": { fits: long, query: ({ text }, next) => dropLetter(text, next) },
  "letters swapped": { fits: long, query: ({ text }, next) => swapLetters(text, next) },
  joined: { fits: several, query: ({ words }) => words.join("") },
  split: { fits: long, query: splitWord },
  "word order": { fits: several, query: ({ words }) => words.toReversed().join(" ") },
  "article missing": {
    fits: ({ words }) => words[0] === "the" && words.length > 2,
    query: ({ words }) => words.slice(1).join(" "),
  },
  accents: {
    fits: ({ text }) => /\p{M}/u.test(text.normalize("NFD")),
    query: ({ text }) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  },
  "year in the query": { query: ({ text, year }) => `${text} ${year}` },
  "extra word": { query: ({ text }) => `${text} movie` },
  ...TYPED_KINDS,
  "filter by year": { query: ({ text }) => text, withYear: true },
};

/**
 * Generates queries. Titles with the same name are skipped, because a query could not tell them apart. `entries` must
 * be sorted by popularity.
 */
export function meantQueries(entries: readonly CatalogEntry[], kinds = KINDS): MeantQuery[] {
  const known = new Set<string>();
  const all = entries.map(({ record }, place) => toTitle(record, place, known)).filter(isSearchable);
  const unique = withoutDuplicates(all, ({ text }) => text);
  const uniqueInYear = withoutDuplicates(all, ({ text, year }) => `${text} ${year}`);
  const next = random(4);
  return Object.entries(kinds).flatMap(
    ([kind, { fits = () => true, query, withYear, count: asked = QUERIES_PER_KIND }]) => {
      const fitting = (withYear ? uniqueInYear : unique).filter(fits);
      const count = Math.min(asked, fitting.length);
      return Array.from({ length: count }, () => {
        const title = oneOf(fitting, next);
        return { q: query(title, next), f: withYear && title.year, expectId: title.id, kind };
      });
    },
  );
}

/** Generates queries of the kinds in `TYPED_KINDS`, because a folder's own queries may not contain any. */
export const typedQueries = (entries: readonly CatalogEntry[]) => meantQueries(entries, TYPED_KINDS);

const WELL_KNOWN = 2_000;
const SMALL = new Set("the a an and of in to for on at by with from".split(" "));

/** Parses a title, and adds its words to `known`, which contains the words of all better-known titles. */
function toTitle(
  { id, title, year }: Pick<TitleRecord, "id" | "title" | "year">,
  place: number,
  known: Set<string>,
): Title {
  const text = title.toLowerCase();
  const telling =
    text
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => !SMALL.has(word)) ?? [];
  const [first = ""] = telling;
  const distinctiveFirst = known.has(first) || place >= WELL_KNOWN ? null : first;
  for (const word of telling) known.add(word);
  return { id, text, words: text.split(" "), year, telling, distinctiveFirst };
}

const isSearchable = ({ text, year }: Title) => year !== "" && /[\p{L}\p{N}]{3}/u.test(text);

function withoutDuplicates(titles: readonly Title[], keyOf: (title: Title) => string): Title[] {
  return [...Map.groupBy(titles, keyOf).values()].flatMap((same) => (same.length === 1 ? same : []));
}
