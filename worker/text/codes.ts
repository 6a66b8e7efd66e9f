/**
 * Names for TMDB's genre, country and language codes. Films and series have separate lists of genres, which share
 * some numbers (developer.themoviedb.org/reference/genre-movie-list, genre-tv-list). The English names are also used
 * if names cannot be loaded from TMDB. Country codes are those of ISO 3166-1, including former ones, and two that
 * only TMDB uses.
 */
import { toFacetSlug } from "../contract/browse.ts";
import type { TitleKind } from "../contract/filter.ts";
import { listGenres } from "./genres.ts";

/**
 * Returns the language to request from TMDB, which only supports two-letter codes
 * (developer.themoviedb.org/docs/languages). Any other language becomes English.
 */
export function tmdbLanguage(lang: string): string {
  return lang.length === 2 ? lang : "en";
}

/** Genre names by TMDB number. */
export type Genres = Readonly<Record<string, string>>;

const SHARED: Genres = {
  16: "Animation",
  18: "Drama",
  35: "Comedy",
  37: "Western",
  80: "Crime",
  99: "Documentary",
  9648: "Mystery",
  10751: "Family",
};

export const ENGLISH_GENRES: Readonly<Record<TitleKind, Genres>> = {
  movie: {
    ...SHARED,
    12: "Adventure",
    14: "Fantasy",
    27: "Horror",
    28: "Action",
    36: "History",
    53: "Thriller",
    878: "Science Fiction",
    10402: "Music",
    10749: "Romance",
    10752: "War",
    10770: "TV Movie",
  },
  series: {
    ...SHARED,
    10759: "Action & Adventure",
    10762: "Kids",
    10763: "News",
    10764: "Reality",
    10765: "Sci-Fi & Fantasy",
    10766: "Soap",
    10767: "Talk",
    10768: "War & Politics",
  },
};

/**
 * Returns the TMDB number of a genre by its English slug, or `undefined` if titles of this kind do not have the
 * genre.
 */
export function genreNumber(kind: TitleKind, slug: string): number | undefined {
  const isNamed = (name: string) => listGenres(name).some((genre) => toFacetSlug(genre) === slug);
  const entry = Object.entries(ENGLISH_GENRES[kind]).find(([, name]) => isNamed(name));
  return entry && Number(entry[0]);
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
/** Other spellings of genre names, including IMDb's, in lower case and without spaces. */
const SPELLINGS: Readonly<Record<string, string>> = {
  biography: "history",
  children: "kids",
  childrens: "kids",
  filmnoir: "crime",
  gameshow: "reality",
  musical: "music",
  realitytv: "reality",
  sciencefiction: "scifi",
  talkshow: "talk",
};
const splitGenreName = (name: string) =>
  [name, ...name.split(" & ")].map((part) => SPELLINGS[bare(part)] ?? bare(part));

/**
 * Returns the TMDB genres for genre names from any source, in the order of the names. For a series, "Action" becomes
 * "Action & Adventure". Films and series only get genres from their own list, because clients look up the names there.
 */
export function genreNumbers(kind: TitleKind, names: string): number[] {
  const genres = Object.entries(ENGLISH_GENRES[kind]);
  const numbers = names.split(", ").flatMap((name) => {
    const wanted = splitGenreName(name);
    return genres.flatMap(([number, genre]) =>
      splitGenreName(genre).some((part) => wanted.includes(part)) ? Number(number) : [],
    );
  });
  return [...new Set(numbers)];
}

/**
 * TMDB's English names for countries that `Intl.DisplayNames` does not know, or to which it gives the name of their
 * successor.
 */
const FORMER: Readonly<Record<string, string>> = {
  AN: "Netherlands Antilles",
  BU: "Burma",
  CS: "Serbia and Montenegro",
  DD: "East Germany",
  SU: "Soviet Union",
  TP: "East Timor",
  XC: "Czechoslovakia",
  XG: "East Germany",
  YU: "Yugoslavia",
  ZR: "Zaire",
};

/**
 * The countries whose short names are used, because their long names have an addition, as in "Hong Kong SAR China".
 */
const SHORT = ["HK", "MO", "PS"];

/** Returns country names as a comma-separated string. Leaves out codes without a name. */
export function countryNames(codes: readonly string[], lang: string): string {
  const names = codes.filter((code) => /^[A-Z]{2}$/.test(code)).map((code) => lookUpName(code, lang));
  return [...new Set(names)].filter((name) => name !== undefined).join(", ");
}

export interface Country {
  /** An ISO 3166-1 code. */
  readonly code: string;
  readonly name: string;
}

/**
 * All countries with their English names, including former countries. The list is built on first use, because trying
 * every code takes milliseconds.
 */
export const allCountries = onFirstUse((): readonly Country[] => {
  const [long, short] = (["long", "short"] as const).map(
    (style) => new Intl.DisplayNames(["en"], { type: "region", fallback: "none", style }),
  );
  return twoLetters("A").flatMap((code) => {
    const isCurrent =
      !NO_COUNTRIES.includes(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    const currentName = isCurrent ? (SHORT.includes(code) ? short : long)?.of(code) : undefined;
    const name = FORMER[code] ?? currentName;
    return name === undefined ? [] : { code, name };
  });
});

/** Returns a function that computes a value when it is first called, and remembers it. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

export function isCountryCode(text: string): boolean {
  return allCountries().some(({ code }) => code === text);
}

/** Returns the code of a country by the slug of its English name. */
export function countryCode(slug: string): string | undefined {
  return allCountries().find(({ name }) => toFacetSlug(name) === slug)?.code;
}

/** The language subtag for Cantonese, and the code that only TMDB uses for it. */
const CANTONESE = { ours: "yue", theirs: "cn" };

/** Returns the TMDB code for a language subtag. */
export function originalLanguage(subtag: string): string {
  return subtag === CANTONESE.ours ? CANTONESE.theirs : subtag;
}

/** Returns the language subtag for a TMDB code. */
export function toLanguageSubtag(code: string): string {
  return code === CANTONESE.theirs ? CANTONESE.ours : code;
}

/**
 * The countries and languages with the most titles, in descending order. The lists are constants, because TMDB does
 * not report how many titles there are.
 */
export const PRODUCTIVE = {
  countries:
    "US JP GB FR DE IN CA KR CN IT ES BR HK MX SU RU AU SE TW TH AR TR DK NL PH PL BE NO FI IE AT CH PT GR CZ XC HU RO YU RS UA IL EG IR ID NG ZA CL CO NZ IS VN MY SG PK XG EE",
  languages:
    "en ja fr es de ko zh hi it pt ru yue sv th tr da nl tl pl no fi ta te ml bn el cs hu ro fa he ar id vi uk sr is kn ca et mr",
} as const;

/** Codes that have a name in `Intl` but are not countries, such as groups of countries and test codes. */
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/** Returns all two-letter codes, in upper or lower case like `first`. */
export function twoLetters(first: "A" | "a"): string[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(first.charCodeAt(0) + at));
  return letters.flatMap((one) => letters.map((other) => one + other));
}

/**
 * Returns the name of a country. Looks in `FORMER` first, because creating `Intl.DisplayNames` is slow compared with
 * building the rest of a record.
 */
function lookUpName(code: string, lang: string): string | undefined {
  const style = SHORT.includes(code) ? "short" : "long";
  const named = () => new Intl.DisplayNames([lang, "en"], { type: "region", fallback: "none", style });
  return NO_COUNTRIES.includes(code) ? undefined : (FORMER[code] ?? named().of(code));
}
