/**
 * Converts TMDB's titles to records. The title and the plot are in the requested language if possible, otherwise in
 * English or the original language. If there is no translation, TMDB sends the original title and an empty plot
 * (developer.themoviedb.org/docs/languages).
 */

import type { TitleKind } from "../contract/filter.ts";
import type { FilmographyTitle } from "../contract/people.ts";
import type { TitleRecord } from "../contract/record.ts";
import { countryNames, type Genres } from "../text/codes.ts";
import { contractId, contractPath } from "./ids.ts";
import type { Details, SearchItem, Translation } from "./responses.ts";

/** The fields whose TMDB names differ between films and series. */
interface Named {
  readonly title: string;
  readonly originalTitle: string;
  /** The date as YYYY-MM-DD. */
  readonly date: string;
}

/** The fields that a title has in every TMDB response. */
export type TitleItem = Pick<
  SearchItem,
  | ("id" | "adult" | "original_language" | "poster_path" | "media_type")
  | ("title" | "original_title" | "release_date" | "name" | "original_name" | "first_air_date")
>;

function named(kind: TitleKind, item: Omit<TitleItem, "media_type">): Named {
  return kind === "movie"
    ? { title: item.title, originalTitle: item.original_title, date: item.release_date }
    : { title: item.name, originalTitle: item.original_name, date: item.first_air_date };
}

/** Returns the release date, or the date of the first episode, as YYYY-MM-DD. It is "" if it is unknown. */
export function releaseDate(kind: TitleKind, item: Omit<TitleItem, "media_type">): string {
  return named(kind, item).date;
}

/** Returns the kind of a result, or `null` if it is neither a film nor a series. */
export function titleKind({ media_type }: Pick<SearchItem, "media_type">): TitleKind | null {
  if (media_type === "movie") return "movie";
  return media_type === "tv" ? "series" : null;
}

/** Returns the record of a search result. It lacks the runtime and a film's countries. */
export function toRecord(kind: TitleKind, item: SearchItem, lang: string, genres: Genres): TitleRecord {
  return {
    ...base(kind, item),
    countries: countryNames(item.origin_country ?? [], lang),
    genres: formatGenres(item, genres),
    runtime: "0",
    ...rest(kind, item),
  };
}

/** Returns the names of the genres as a comma-separated string. */
export function formatGenres({ genre_ids }: SearchItem, genres: Genres): string {
  const names = (genre_ids ?? []).map((number) => genres[number]);
  return names.filter((name) => name !== undefined).join(", ");
}

/** Returns a title as an entry of a filmography. */
export function toFilmographyTitle(kind: TitleKind, item: TitleItem): FilmographyTitle {
  const { id, type, title, original_title, year } = base(kind, item);
  const poster = contractPath(item.poster_path, named(kind, item).date);
  return { id, type, title, original_title, year, poster };
}

/**
 * Returns the complete record.
 * @param genres names for the genres that TMDB has not translated
 */
export function recordOfDetails(
  kind: TitleKind,
  details: Details,
  lang: string,
  genres: Genres,
): TitleRecord {
  const { production_countries: produced, origin_country: origins } = details;
  const codes = {
    movie: [produced?.map(({ iso_3166_1 }) => iso_3166_1), origins],
    series: [origins, produced?.map(({ iso_3166_1 }) => iso_3166_1)],
  }[kind].find((list) => list != null && list.length > 0);
  return {
    ...base(kind, details),
    countries: countryNames(codes ?? [], lang),
    genres: (details.genres ?? [])
      .map(({ id, name }) => name || genres[id])
      .filter((name) => name !== undefined)
      .join(", "),
    runtime: String(Math.round(minutes(kind, details))),
    ...rest(kind, details),
    title: translatedTitle(kind, details, lang),
    plot: findPlot(details, lang)?.text ?? "",
  };
}

/**
 * Returns a record with every field in the contract's order. Callers spread it and override fields, which keeps the
 * order.
 */
function base(kind: TitleKind, item: Omit<TitleItem, "media_type">) {
  const { title, originalTitle, date } = named(kind, item);
  return {
    id: contractId({ kind, number: item.id }),
    is_adult: item.adult ? 1 : 0,
    type: kind,
    title: title || originalTitle,
    original_title: originalTitle || title,
    year: /^\d{4}(?!\d)/.exec(date)?.[0] ?? "",
  } as const;
}

function rest(kind: TitleKind, item: SearchItem | Details) {
  return {
    rating: item.vote_average,
    plot: item.overview,
    poster: contractPath(item.poster_path, named(kind, item).date),
  };
}

/**
 * Returns the runtime in minutes. For a series, this is the usual length of an episode or, if TMDB lacks it, the
 * length of the latest episode.
 */
function minutes(kind: TitleKind, { runtime, episode_run_time, last_episode_to_air }: Details): number {
  if (kind === "movie") return runtime;
  const [average = 0] = episode_run_time ?? [];
  return average > 0 ? average : (last_episode_to_air?.runtime ?? 0);
}

/** Returns true if TMDB sent the original title because it has no translation. */
export function lacksTitle(
  { title, original_title }: Pick<TitleRecord, "title" | "original_title">,
  original: string,
  lang: string,
): boolean {
  return title === original_title && !isSpokenIn(original, lang);
}

/**
 * Returns true if the original title is in this language. TMDB has a separate code for Cantonese, whose titles are
 * written in Chinese.
 */
function isSpokenIn(original: string, lang: string): boolean {
  return original === lang || (original === "cn" && lang === "zh");
}

/** Returns the original language, and all languages with a translated title or plot. */
export function listLanguages({ original_language: original, translations }: Details): string[] {
  const translated = (translations.translations ?? []).filter(({ data }) =>
    [data.title, data.name, data.overview].some((words) => words !== ""),
  );
  return [...new Set([original, ...translated.map(({ iso_639_1 }) => iso_639_1)])].filter(
    (language) => language !== "",
  );
}

/**
 * Returns the title in the language. Falls back to the English title and then to the original one, which an empty title
 * in a translation also stands for.
 */
function translatedTitle(kind: TitleKind, details: Details, lang: string): string {
  const { title, originalTitle } = named(kind, details);
  if (title !== "" && (title !== originalTitle || isSpokenIn(details.original_language, lang))) return title;
  const titleIn = (language: string) => wordsIn(details, language, kind === "movie" ? "title" : "name");
  return titleIn(lang) || titleIn("en") || originalTitle || title;
}

/**
 * Returns the plot in the requested language. Falls back to English, then to the original language, then to
 * `undefined`.
 */
export function findPlot(details: Details, lang: string): { text: string; language: string } | undefined {
  if (details.overview !== "") return { text: details.overview, language: lang };
  return [lang, "en", details.original_language]
    .map((language) => ({ text: wordsIn(details, language, "overview"), language }))
    .find(({ text }) => text !== "");
}

/**
 * Returns a field from the first translation that has it, or "". A language may have several translations, one per
 * region.
 */
export function wordsIn({ translations }: Details, lang: string, field: keyof Translation["data"]): string {
  const translation = translations.translations?.find(
    ({ iso_639_1, data }) => iso_639_1 === lang && data[field] !== "",
  );
  return translation?.data[field] ?? "";
}
