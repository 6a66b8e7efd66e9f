/** Joins seasons from the parts that sources provide, and divides stored seasons again for updates. */
import type { StoredEpisode } from "../../../worker/catalog/store/stored-season.ts";
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

/** The number that stands for the description of the season. It sorts before all episodes. */
const ITSELF = -1;

export interface GivenSeason extends Pick<Season, "name" | "poster"> {
  readonly names: Readonly<Record<string, string>>;
}

/** A row without the series' id. */
export interface StoredSeason {
  readonly season: number;
  readonly lastAired: string;
  readonly names: string;
  readonly overview: string;
  readonly episodes: string;
}

/** The maximum size of a season's episodes in bytes. D1 rejects longer rows, and quotes are escaped on the way. */
export const MAX_SEASON_BYTES = 1_200_000;

export function seasonItself(season: number, given: GivenSeason): SeasonPart {
  return { season, episode: ITSELF, episodes: 0, aired: "", lastAired: "", json: JSON.stringify(given) };
}

/** @param episodes - At least one episode of the season, sorted by number. */
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

/** As text, a year sorts before the days of that year. */
const latest = (dates: readonly string[]) => dates.reduce((last, date) => (date > last ? date : last), "");

/** @param parts - The parts of one season, sorted by episode. */
export function joinParts(parts: readonly SeasonPart[]): StoredSeason {
  const itself = parts.find(isItself);
  const given: GivenSeason | null = itself === undefined ? null : JSON.parse(itself.json);
  const listed = parts.filter((part) => !isItself(part));
  const overview: Season = {
    season: parts[0]?.season ?? 0,
    name: given?.name ?? "",
    episodes: listed.reduce((sum, { episodes }) => sum + episodes, 0),
    aired: earliest(listed.map(({ aired }) => aired)),
    poster: given?.poster ?? null,
  };
  return {
    season: overview.season,
    lastAired: latest(listed.map(({ lastAired }) => lastAired)),
    names: given === null ? "" : JSON.stringify(given.names),
    overview: JSON.stringify(overview),
    episodes: `[${listed.map(({ json }) => json).join(",")}]`,
  };
}

export const isItself = ({ episode }: SeasonPart) => episode === ITSELF;

/** Returns the first part for each number, and passes duplicates to `ignored`. */
export function uniqueParts(parts: readonly SeasonPart[], ignored: (part: SeasonPart) => void): SeasonPart[] {
  const unique = new Map<string, SeasonPart>();
  for (const part of parts) {
    const key = `${part.season} ${part.episode}`;
    if (unique.has(key)) ignored(part);
    else unique.set(key, part);
  }
  return [...unique.values()];
}

/** Joins the parts of each season. No two parts may have the same number. */
export function joinSeasons(parts: readonly SeasonPart[]): StoredSeason[] {
  const sorted = parts.toSorted((one, other) => one.season - other.season || one.episode - other.episode);
  return [...Map.groupBy(sorted, ({ season }) => season).values()].map(joinParts);
}

/** Divides a season into the parts that `joinParts` was called with. */
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
  return ["season", [id, season, lastAired, names, overview, episodes]];
}

export const seasonHash = ({ names, overview, episodes }: StoredSeason) =>
  partHash(`${names}\n${overview}\n${episodes}`);

/** The maximum number of air dates by which a series is indexed, and of latest episodes from which they are taken. */
const MAX_DATES = 20;

/**
 * Returns the air dates of a series' latest episodes, and of the last episode of each season. Omits specials unless
 * there is nothing else.
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
