/**
 * The TMDB stub's responses about seasons, episodes and collections, in the shapes that TMDB documents
 * (developer.themoviedb.org/reference/tv-season-details, tv-series-details, movie-release-dates,
 * tv-series-content-ratings, collection-details). Untranslated names are placeholders, and untranslated plots are
 * empty (developer.themoviedb.org/docs/languages).
 */
import { TITLES, type Title } from "./titles.ts";

export interface Episode {
  readonly number: number;
  readonly id: number;
  readonly date?: string | null;
  readonly runtime?: number | null;
  readonly rating?: number;
  readonly votes?: number;
  readonly still?: string | null;
  /** The translated names, by language. */
  readonly names?: Readonly<Record<string, string>>;
  readonly plots?: Readonly<Record<string, string>>;
}

export interface Season {
  readonly number: number;
  readonly names?: Readonly<Record<string, string>>;
  readonly date?: string | null;
  readonly poster?: string | null;
  readonly episodes: readonly Episode[];
}

const PLACEHOLDERS: Readonly<Record<string, readonly [season: string, episode: string]>> = {
  en: ["Season", "Episode"],
  fr: ["Saison", "Épisode"],
  ja: ["シーズン", "エピソード"],
};

function named(names: Readonly<Record<string, string>> = {}, language: string, part: 0 | 1, number: number) {
  const placeholder = (PLACEHOLDERS[language] ?? PLACEHOLDERS.en)?.[part];
  return names[language] ?? `${placeholder} ${number}`;
}

function createEpisode(season: number, episode: Episode, language: string) {
  const { number, id, date = null, runtime = null, rating = 0, votes = 0, still = null } = episode;
  return {
    air_date: date,
    episode_number: number,
    episode_type: "standard",
    id,
    name: named(episode.names, language, 1, number),
    overview: episode.plots?.[language] ?? "",
    runtime,
    season_number: season,
    still_path: still,
    vote_average: rating,
    vote_count: votes,
  };
}

/**
 * Returns the fields of a series that depend on its seasons. The numbers of seasons and episodes do not include
 * specials.
 */
export function seasonFields({ seasonList = [] }: Title, language: string) {
  const counted = seasonList.filter(({ number }) => number > 0);
  return {
    seasons: seasonList.map(({ number, names, date = null, poster = null, episodes }) => ({
      air_date: date,
      episode_count: episodes.length,
      id: 3_000 + number,
      name: named(names, language, 0, number),
      overview: "",
      poster_path: poster,
      season_number: number,
      vote_average: 0,
    })),
    ...(counted.length > 0 && {
      number_of_seasons: counted.length,
      number_of_episodes: counted.flatMap(({ episodes }) => episodes).length,
    }),
  };
}

/** Returns a season, or `null` if the series has no season with this number. */
export function seasonReply({ seasonList = [] }: Title, number: number, language: string): object | null {
  const season = seasonList.find((one) => one.number === number);
  if (season === undefined) return null;
  return {
    _id: "5f0000000000000000000000",
    air_date: season.date ?? null,
    episodes: season.episodes.map((episode) => createEpisode(number, episode, language)),
    id: 3_000 + number,
    name: named(season.names, language, 0, number),
    overview: "",
    poster_path: season.poster ?? null,
    season_number: number,
    vote_average: 0,
  };
}

/** Returns an episode as it appears in the details of a series, for example the next one. */
export function nearEpisode({ nextEpisode }: Title, language: string): object | null {
  return nextEpisode === undefined ? null : createEpisode(nextEpisode.season, nextEpisode, language);
}

/** Returns the release dates by country. A country may have several, and not all of them have a certificate. */
export function releaseDates({ certificates = {} }: Title) {
  return {
    results: Object.entries(certificates).map(([iso_3166_1, releases]) => ({
      iso_3166_1,
      release_dates: releases.map(([type, certification]) => ({ certification, type, release_date: "" })),
    })),
  };
}

export function contentRatings({ certificates = {} }: Title) {
  const ratings = Object.entries(certificates).flatMap(([iso_3166_1, releases]) =>
    releases.map(([, rating]) => ({ descriptors: [], iso_3166_1, rating })),
  );
  return { results: ratings };
}

/** Returns a collection, or `null` if there is none with this id. `result` converts its films to list entries. */
export function collectionReply(id: string, result: (title: Title) => object): object | null {
  const films = TITLES.filter(({ collection }) => String(collection?.id) === id);
  const [first] = films;
  if (first === undefined) return null;
  return { id: Number(id), name: first.collection?.name, overview: "", parts: films.map(result) };
}
