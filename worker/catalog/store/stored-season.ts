/**
 * Stored seasons. An episode is stored as an array, because an object would take three times the space. SQLite builds
 * the contract's objects when a season is read.
 */
import { MAX_UPCOMING } from "../../contract/facts.ts";
import type { Episode } from "../../contract/seasons.ts";
import { inLanguage } from "./regions.ts";

export type StoredEpisode = readonly [
  episode: number,
  title: string,
  /** The air date. A number if only the year is known. */
  aired: string | number,
  runtime: number,
  rating: number,
  votes: number,
  /** The number of the IMDb id, or 0 if there is none. */
  imdb: number,
  /** Details that IMDb's files do not have. */
  details?: {
    readonly plot: string;
    readonly still: string | null;
    readonly external: Episode["external_ids"];
    /** The texts by language. */
    readonly translations: Readonly<Record<string, EpisodeTexts>>;
  },
];
type EpisodeTexts = { readonly [Name in "title" | "plot"]?: string };

const SEASON_BITS = 11;
/** The maximum number of a season. Years are the largest numbers that sources use. */
export const MAX_SEASON = 2 ** SEASON_BITS - 1;

/**
 * Returns the rowid of a season as text, because JavaScript's numbers do not have enough digits. An id has up to 53
 * bits, so it fits into a rowid together with the number of the season. Negative rowids are those of the largest ids.
 */
export const seasonKey = (id: number, season: number) =>
  String(BigInt.asIntN(64, (BigInt(id) << BigInt(SEASON_BITS)) | BigInt(season)));

/** Returns an SQL condition for the rows of all seasons of the series with this id. */
export const matchSeasons = (id: string, season = "season") =>
  `${season}.key BETWEEN ${id} << ${SEASON_BITS} AND ${id} << ${SEASON_BITS} | ${MAX_SEASON}`;

/** The seasons of `title`. Films are excluded first, because D1 bills the row at which a search for seasons ends. */
const IN_TITLE = `title.type = 'series' AND ${matchSeasons("title.id")}`;

/** The row of the season ?3 of `title`. The second condition is false for a number that is too large. */
const IS_REQUESTED = `season.key = title.id << ${SEASON_BITS} | ?3 AND season = ?3`;

const AIRED = "CAST(episode.value ->> 2 AS TEXT)";

/** Returns SQL for a text of an episode in the language ?1, or in English if there is no translation. */
const translated = (name: "title" | "plot", english: string) =>
  inLanguage((language) => `(episode.value -> 7 -> 'translations' -> ${language} ->> '${name}')`, english);
const TITLE = translated("title", "episode.value ->> 1");
const PLOT = translated("plot", "episode.value -> 7 ->> 'plot', ''");
const EXTERNAL = `iif(episode.value ->> 6 > 0, json_object('imdb', printf('tt%07d', episode.value ->> 6)),
  coalesce(episode.value -> 7 -> 'external', '{}'))`;

const EPISODE = `json_object(
  'episode', episode.value ->> 0, 'title', ${TITLE}, 'aired', ${AIRED},
  'runtime', CAST(episode.value ->> 3 AS TEXT), 'rating', episode.value -> 4, 'votes', episode.value ->> 5,
  'plot', ${PLOT}, 'still', episode.value -> 7 ->> 'still', 'external_ids', json(${EXTERNAL}))`;

const NAME = inLanguage((language) => `(nullif(names, '') ->> ${language})`, "NULL");
const OVERVIEW = `iif(${NAME} IS NULL, overview, json_set(overview, '$.name', ${NAME}))`;

/** The seasons of `title` as JSON, in the language ?1. */
export const SEASONS = `coalesce((
  SELECT '[' || group_concat(overview) || ']'
  FROM (SELECT ${OVERVIEW} AS overview FROM catalog_season AS season WHERE ${IN_TITLE} ORDER BY key)), '[]')`;

/** The seasons of `title` as JSON (`KnownSeason`). */
export const KNOWN_SEASONS = `(
  SELECT json_group_array(json_array(season, coalesce(episodes ->> '$[0][0]', 1), max(overview ->> 'episodes', coalesce(episodes ->> '$[#-1][0]', 0))))
  FROM catalog_season AS season WHERE ${IN_TITLE})`;

/** The season ?3 of `title` with its episodes, as JSON in the language ?1. `NULL` if it does not exist. */
export const SEASON = `(
  SELECT json_set(${OVERVIEW}, '$.episodes', json((
    SELECT json_group_array(${EPISODE}) FROM json_each(episodes) AS episode)))
  FROM catalog_season AS season WHERE ${IS_REQUESTED})`;

/**
 * The air dates of up to twenty episodes in the season ?3 of `title`, as JSON. They start shortly before the day ?4.
 */
export const AIRS = `(
  SELECT json_group_array(aired) FROM (
    SELECT DISTINCT ${AIRED} AS aired FROM catalog_season AS season CROSS JOIN json_each(episodes) AS episode
    WHERE ${IS_REQUESTED} AND aired > date(?4, '-3 days') ORDER BY 1 LIMIT ${MAX_UPCOMING}))`;

/** The seasons of `title` without specials, unless it has only specials. */
const COUNTED = `${IN_TITLE} AND (season > 0 OR NOT EXISTS (
  SELECT 1 FROM catalog_season AS other WHERE ${matchSeasons("title.id", "other")} AND other.season > 0))`;

/** The air date of the first episode of `title`. */
export const FIRST_AIRED = `(
  SELECT min(nullif(overview ->> 'aired', '')) FROM catalog_season AS season WHERE ${COUNTED})`;

/**
 * Returns SQL for the number of seasons of `title` and its `Schedule` on a day, as JSON in the language ?1. `NULL` if
 * no season is known. An air date that is only a year counts as January 1.
 */
export const scheduleOn = (today: string) => `(
  SELECT iif(count(*) = 0, NULL, json_patch('{}', json_object(
    'seasons', count(*), 'episodes', nullif(sum(overview ->> 'episodes'), 0),
    'first_aired', min(nullif(overview ->> 'aired', '')),
    'last_aired', max(nullif(iif(last_aired <= ${today}, last_aired,
      coalesce((SELECT max(${AIRED}) FROM json_each(episodes) AS episode WHERE ${AIRED} <= ${today}), '')), '')),
    'upcoming', json(iif(max(last_aired) <= ${today}, '[]', (SELECT json_group_array(json_object('season', season, 'episode', episode, 'title', name, 'aired', aired)) FROM (
      SELECT season, episode.value ->> 0 AS episode, ${TITLE} AS name, ${AIRED} AS aired
      FROM catalog_season AS season CROSS JOIN json_each(episodes) AS episode
      WHERE ${COUNTED} AND last_aired > ${today} AND aired > ${today} ORDER BY aired, season, 2 LIMIT ${MAX_UPCOMING})))))))
  FROM catalog_season AS season WHERE ${COUNTED})`;
