/** Builds stored seasons from the parts that sources provide, and divides them into parts again for updates. */
import { type StoredEpisode, seasonKey } from "../../../worker/catalog/store/stored-season.ts";
import { earliest } from "../../../worker/contract/dates.ts";
import type { Season } from "../../../worker/contract/seasons.ts";
import { partHash } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

/** A part of a season: consecutive episodes, or the description of the season itself. */
export interface SeasonPart {
  readonly season: number;
  /** The number of the first episode, or `ITSELF` for the description of the season. */
  readonly episode: number;
  readonly episodes: number;
  /** The earliest and the latest air date, or empty strings if they are unknown. */
  readonly aired: string;
  readonly lastAired: string;
  /** Comma-separated `StoredEpisode`s in JSON, or a `GivenSeason` in JSON. */
  readonly json: string;
}

/** The episode number for the description of the season, so that it sorts before all episodes. */
const ITSELF = -1;

interface GivenSeason extends Pick<Season, "name" | "poster"> {
  readonly names: Readonly<Record<string, string>>;
}

/** A season as stored in the catalog, without the id of the series. */
export interface StoredSeason {
  readonly season: number;
  readonly lastAired: string;
  readonly names: string;
  readonly overview: string;
  readonly episodes: string;
}

/**
 * The maximum size of a season's episodes in bytes. It is far below D1's limit of 2 MB per row, because escaping
 * quotes makes the text longer.
 */
export const MAX_SEASON_BYTES = 1_200_000;

export function seasonItself(season: number, description: GivenSeason): SeasonPart {
  return {
    season,
    episode: ITSELF,
    episodes: 0,
    aired: "",
    lastAired: "",
    json: JSON.stringify(description),
  };
}

/**
 * Builds a part from episodes.
 *
 * @param episodes - At least one episode of the season, sorted by number.
 */
export function seasonPart(season: number, episodes: readonly StoredEpisode[]): SeasonPart {
  const dates = episodes.map(([, , aired]) => String(aired));
  return {
    season,
    episode: episodes[0]?.[0] ?? 0,
    episodes: episodes.length,
    aired: earliest(dates),
    lastAired: latest(dates),
    json: JSON.stringify(episodes).slice(1, -1),
  };
}

/** Returns the latest date. As text, a year without a day comes before any day of that year. */
const latest = (dates: readonly string[]) => dates.reduce((last, date) => (date > last ? date : last), "");

/**
 * Builds a stored season from its parts.
 *
 * @param parts - The parts of one season, sorted by episode.
 */
export function joinParts(parts: readonly SeasonPart[]): StoredSeason {
  const itself = parts.find(isItself);
  const description: GivenSeason | null = itself === undefined ? null : JSON.parse(itself.json);
  const episodeParts = parts.filter((part) => !isItself(part));
  const overview: Season = {
    season: parts[0]?.season ?? 0,
    name: description?.name ?? "",
    episodes: episodeParts.reduce((sum, { episodes }) => sum + episodes, 0),
    aired: earliest(episodeParts.map(({ aired }) => aired)),
    poster: description?.poster ?? null,
  };
  return {
    season: overview.season,
    lastAired: latest(episodeParts.map(({ lastAired }) => lastAired)),
    names: description === null ? "" : JSON.stringify(description.names),
    overview: JSON.stringify(overview),
    episodes: `[${episodeParts.map(({ json }) => json).join(",")}]`,
  };
}

export const isItself = ({ episode }: SeasonPart) => episode === ITSELF;

/**
 * Returns the first part with each season and episode number. Calls `ignored` with every later part that has the same
 * numbers.
 */
export function uniqueParts(parts: readonly SeasonPart[], ignored: (part: SeasonPart) => void): SeasonPart[] {
  const unique = new Map<string, SeasonPart>();
  for (const part of parts) {
    const key = `${part.season} ${part.episode}`;
    if (unique.has(key)) ignored(part);
    else unique.set(key, part);
  }
  return [...unique.values()];
}

/** Builds the stored seasons of a series. Each season and episode number may occur only once. */
export function joinSeasons(parts: readonly SeasonPart[]): StoredSeason[] {
  const sorted = parts.toSorted((one, other) => one.season - other.season || one.episode - other.episode);
  return [...Map.groupBy(sorted, ({ season }) => season).values()].map(joinParts);
}

/** Divides a stored season into its description and its episodes, the reverse of `joinParts`. */
export function divideSeason({ season, names, overview, episodes }: StoredSeason): SeasonPart[] {
  const { name, poster }: Season = JSON.parse(overview);
  const listed: StoredEpisode[] = JSON.parse(episodes);
  return [
    ...(names === "" ? [] : [seasonItself(season, { name, poster, names: JSON.parse(names) })]),
    ...(listed.length === 0 ? [] : [seasonPart(season, listed)]),
  ];
}

export function seasonRow(id: number, stored: StoredSeason): [Table, Row] {
  const { season, lastAired, names, overview, episodes } = stored;
  return ["season", [seasonKey(id, season), lastAired, names, overview, episodes]];
}

export const seasonHash = ({ names, overview, episodes }: StoredSeason) =>
  partHash(`${names}\n${overview}\n${episodes}`);

/**
 * The maximum number of air dates to index. Once this many episodes have been read, earlier seasons are skipped.
 */
const MAX_DATES = 20;

/**
 * Returns the air dates of a series' latest episodes, and the last air date of each season. Omits specials unless the
 * series has nothing else.
 *
 * @param seasons - Sorted by number.
 */
export function latestDates(seasons: readonly StoredSeason[]): string[] {
  const numbered = seasons.filter(({ season }) => season > 0);
  const dated = (numbered.length === 0 ? seasons : numbered).filter(({ lastAired }) => lastAired !== "");
  const dates = new Set<string>();
  let episodes = 0;
  for (const season of dated.toSorted((one, other) => (one.lastAired < other.lastAired ? 1 : -1))) {
    if (episodes >= MAX_DATES) break;
    const listed: StoredEpisode[] = JSON.parse(season.episodes);
    episodes += listed.length;
    for (const [, , aired] of listed) if (aired !== "") dates.add(String(aired));
  }
  const latest = [...dates].sort().slice(-MAX_DATES);
  return [...new Set([...latest, ...dated.map(({ lastAired }) => lastAired)])].sort();
}
