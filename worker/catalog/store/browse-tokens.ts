/**
 * Tokens for browsing titles by their facts, in a full-text index of their own. The loader writes them, the catalog reads
 * them; pure. Tokens of different facts never collide, and no token contains a character that FTS5 splits at.
 */
import { ENOUGH_VOTES, facetSlug, LONGEST_RUNTIME } from "../../contract/browse.ts";
import { isKind } from "../../contract/filter.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { genreNumbers } from "../../text/codes.ts";
import { plotToken, wordsAbout } from "./plot-words.ts";

/** Every title has this token. */
export const ANY = "a";
export const kindFact = (kind: string) => `k${kind}`;
/** "" is an unknown year. */
export const yearFact = (year: string) => `y${year}`;
export const decadeFact = (decade: string) => `d${decade}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;
/** A genre of TMDB's, by its number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** A rating, rounded down. */
export const pointsToken = (points: number) => `r${points}`;
/** Rated by enough people to filter by the rating, as far as is known. */
export const SETTLED = "e";
/** "" is an unknown rating. */
export const weightToken = (weight: string) => `w${weight}`;
/** The minute of a runtime, and its ten minutes. */
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

/** A number of votes: how many digits it has, and the first one. */
export const votesToken = (votes: number) => {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
};
export const MOST_VOTES = 99_999_999;

/** The parts of a title that its tokens are made of. */
interface BrowsedTitle {
  readonly record: TitleRecord;
  readonly language: string | null;
  readonly votes: number;
  /** By language. */
  readonly translations: ReadonlyMap<string, Partial<Pick<TitleRecord, "title" | "plot">>>;
}

interface BrowseFacts {
  /** The text of the index. */
  readonly tokens: string;
  /** Facet, value and name, of each value whose titles are counted. */
  readonly values: readonly FacetValue[];
  /** The words of plots and titles. */
  readonly words: ReadonlySet<string>;
}

export type FacetValue = readonly [facet: string, value: string, name: string];

export function browseFacts({ record, language, votes, translations }: BrowsedTitle): BrowseFacts {
  const words = wordsAbout([record, ...translations.values()]);
  const genres = facetNames(record.genres);
  const countries = facetNames(record.countries);
  const kind = facetSlug(record.type);
  const weight = weightedRating(record.rating, votes);
  const minutes = minutesOf(record);
  const tmdbGenres = isKind(record.type) ? genreNumbers(record.type, record.genres).map(String) : [];
  const tokens = [
    ANY,
    ...(kind === null ? [] : [kindFact(kind)]),
    yearFact(record.year),
    ...(record.year === "" ? [] : [decadeFact(record.year.slice(0, 3))]),
    ...genres.map(([value]) => genreToken(value)),
    ...tmdbGenres.map(tmdbGenreToken),
    ...countries.map(([value]) => countryToken(value)),
    ...(language === null ? [] : [languageToken(language)]),
    weightToken(weight),
    votesToken(votes),
    ...(weight === "" ? [] : [pointsToken(pointsOf(record))]),
    ...(weight !== "" && isSettled(votes) ? [SETTLED] : []),
    ...(minutes > 0 ? [minuteToken(minutes), tenMinutesToken(minutes)] : []),
    ...[...words].map(plotToken),
  ];
  return {
    tokens: tokens.join(" "),
    values: [
      ["any", "any", "any"],
      ["year", record.year, record.year],
      ["weight", weight, weight],
      ...(minutes > 0 ? [["runtime", "known", "known"] as const] : []),
      ...genres.map((genre) => ["genre", ...genre] as const),
      ...tmdbGenres.map((number) => ["tmdb-genre", number, number] as const),
      ...countries.map((country) => ["country", ...country] as const),
      ...(language === null ? [] : [["language", language, language] as const]),
    ],
    words,
  };
}

/** The points of a title with a rating. */
export const pointsOf = ({ rating }: Pick<TitleRecord, "rating">) => Math.floor(rating);
/** A source that counts no votes is trusted. */
export const isSettled = (votes: number) => votes === 0 || votes >= ENOUGH_VOTES;
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

/** Assumed for a title without votes: IMDb's `m` and `C`. */
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

/** The load notes the rank after every so many titles of a list by popularity. */
export const PLACES = 1_000;
/** As far as such lists have pages: TMDB's 500. */
export const MAX_COUNTED_PAGED = 10_000;
/** In `catalog_facet`, under `place`: where the list of a value and a kind goes on after so many titles. */
export const placeName = (facet: string, value: string, kind: string | null, titles: number) =>
  `${facet}/${value}/${kind ?? "any"}/${titles}`;
