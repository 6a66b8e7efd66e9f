/**
 * Tokens for browsing titles by their facts, in full-text indexes of their own. The loader writes them, the catalog reads
 * them; pure. Tokens of different facts never collide, and no token contains a character that FTS5 splits at.
 */
import { DIGITS, facetSlug, LONGEST_RUNTIME, OTHER_SCRIPTS } from "../../../contract/browse.ts";
import type { TitleRecord } from "../../../contract/record.ts";
import { fold } from "../text/fold.ts";

/** Every title has this token. */
export const ANY = "a";
export const kindToken = (kind: string) => `k${kind}`;
/** "" is an unknown year. */
export const yearToken = (year: string) => `y${year}`;
export const decadeToken = (decade: string) => `d${decade}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;

/** A letter, `0-9` or `other`. */
export const letterToken = (letter: string) => `i${letter}`;
/** Of the rating, rounded down. */
export const pointsToken = (points: number) => `r${points}`;
/** "" is an unknown rating. */
export const weightToken = (weight: string) => `w${weight}`;
/** Of the runtime: a minute, and ten of them. */
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

/** A title as far as its facts are concerned. */
interface BrowsedTitle {
  readonly record: TitleRecord;
  readonly language: string | null;
  readonly votes: number;
}

interface BrowseFacts {
  /** The text of the indexes. */
  readonly tokens: string;
  /** Facet, value and name, of each value whose titles are counted. */
  readonly values: readonly FacetValue[];
  /** In the alphabetical order. */
  readonly key: string;
}

export type FacetValue = readonly [facet: string, value: string, name: string];

export function browseFacts({ record, language, votes }: BrowsedTitle): BrowseFacts {
  const genres = facetNames(record.genres);
  const countries = facetNames(record.countries);
  const kind = facetSlug(record.type);
  const key = sortKey(record.title);
  const letter = letterOf(key);
  const weight = weightedRating(record.rating, votes);
  const minutes = minutesOf(record);
  const tokens = [
    ANY,
    ...(kind === null ? [] : [kindToken(kind)]),
    yearToken(record.year),
    ...(record.year === "" ? [] : [decadeToken(record.year.slice(0, 3))]),
    ...genres.map(([value]) => genreToken(value)),
    ...countries.map(([value]) => countryToken(value)),
    ...(language === null ? [] : [languageToken(language)]),
    letterToken(letter),
    weightToken(weight),
    ...(weight === "" ? [] : [pointsToken(pointsOf(record))]),
    ...(minutes > 0 ? [minuteToken(minutes), tenMinutesToken(minutes)] : []),
  ];
  return {
    tokens: tokens.join(" "),
    values: [
      ["year", record.year, record.year],
      ["letter", letter, letter],
      ["weight", weight, weight],
      ...(minutes > 0 ? [["runtime", "known", "known"] as const] : []),
      ...genres.map((genre) => ["genre", ...genre] as const),
      ...countries.map((country) => ["country", ...country] as const),
      ...(language === null ? [] : [["language", language, language] as const]),
    ],
    key,
  };
}

/** Of a title with a rating. */
export const pointsOf = ({ rating }: Pick<TitleRecord, "rating">) => Math.floor(rating);
/** 0: unknown. */
export const minutesOf = ({ runtime }: Pick<TitleRecord, "runtime">) =>
  Math.min(Math.floor(Number(runtime)), LONGEST_RUNTIME);

/** `joined`: names as in a record, separated by commas. Each with its slug, once. */
export function facetNames(joined: string): (readonly [slug: string, name: string])[] {
  const found = new Map<string, string>();
  for (const name of joined.split(", ")) {
    const slug = facetSlug(name);
    if (slug !== null && !found.has(slug)) found.set(slug, name);
  }
  return [...found];
}

const ARTICLES = new Set(["the", "a", "an"]);
/** The last character: after every letter. */
const NAMELESS = "\u{10ffff}";

/**
 * The key of the alphabetical order: the title without accents, case and a leading English article. Titles without letters
 * and digits come last.
 */
export function sortKey(title: string): string {
  const words = fold(title);
  const [first, ...rest] = words;
  return (rest.length > 0 && ARTICLES.has(first ?? "") ? rest : words).join(" ").slice(0, 40) || NAMELESS;
}

/** Where the key is in the list of letters, which is in the order of the keys. */
export function letterOf([initial = ""]: string): string {
  if (/[0-9]/.test(initial)) return DIGITS;
  return /[a-z]/.test(initial) ? initial : OTHER_SCRIPTS;
}

/** What a title without votes is taken to have: IMDb's `m` and `C`. */
const ASSUMED_VOTES = 1_000;
const ASSUMED_RATING = 6.5;

/**
 * IMDb's weighted rating, (v × R + m × C) / (v + m), in tenths and three digits, so that its order is that of the text:
 * few votes leave a title near `C`. "": not rated.
 */
export function weightedRating(rating: number, votes: number): string {
  if (rating === 0) return "";
  const weighted = (votes * rating + ASSUMED_VOTES * ASSUMED_RATING) / (votes + ASSUMED_VOTES);
  return String(Math.round(10 * weighted)).padStart(3, "0");
}
