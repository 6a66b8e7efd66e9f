/** Names and facts of seasons and episodes, and the seasons before and after a season. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Episode, EpisodeReference, Season } from "../../../worker/contract/seasons.ts";
import { formatList } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { seriesText } from "../../language/series.ts";
import { getDictionary } from "../../language/words.ts";
import { seasonPath } from "../../links.ts";
import type { ShownTitle } from "../title/Tile.astro";

/** Returns the name of a season, or text such as "Season 2" if it has no name. */
export function seasonName(language: Language, { season, name }: Pick<Season, "season" | "name">): string {
  return name || numberedSeason(language, season);
}

export function numberedSeason(language: Language, season: number): string {
  return season === 0 ? seriesText(language, "specials") : seriesText(language, "season", { n: season });
}

/** Returns a heading such as "Breaking Bad: Season 2". */
export function seasonHeading(
  language: Language,
  title: string,
  season: Pick<Season, "season" | "name">,
): string {
  return seriesText(language, "of", { title, season: seasonName(language, season) });
}

/**
 * Returns the two parts of a heading, such as "Breaking Bad:" and "Season 2". A line should break between them rather
 * than within one. The name of the season comes last in all languages.
 */
export function splitHeading(heading: string, season: string): [series: string, season: string] {
  return [heading.slice(0, heading.length - season.length).trimEnd(), season];
}

/** Returns the day on which all episodes were released, or `null` if they were released on several days. */
export function findSharedDay(episodes: readonly Pick<Episode, "aired">[]): string | null {
  const [day = "", ...others] = new Set(episodes.map(({ aired }) => aired));
  return episodes.length > 1 && others.length === 0 && day !== "" ? day : null;
}

/**
 * Returns text such as "Season 2" in a list, which is empty if the season has no other name.
 */
export function furtherName(language: Language, { season, name }: Pick<Season, "season" | "name">): string[] {
  const numbered = numberedSeason(language, season);
  return name === "" || name === numbered ? [] : [numbered];
}

interface ShelvedSeason {
  readonly id: number;
  readonly slug: string;
  readonly series: Pick<TitleRecord, "original_title" | "genres">;
  readonly season: Season;
  /** The episode to link to. Defaults to the season itself. */
  readonly episode?: number | undefined;
}

/**
 * Returns a season as an item of a shelf. Its drawn poster has the design of the series in the year of the season.
 * @param slug the slug of the series
 */
export function seasonItem(
  language: Language,
  { id, slug, series, season, episode }: ShelvedSeason,
): ShownTitle {
  const { poster, aired, season: number } = season;
  const title = seasonName(language, season);
  const [further] = furtherName(language, season);
  const extent =
    episode === undefined
      ? getDictionary(language).title.episodes(season.episodes)
      : seriesText(language, "episode", { n: episode });
  const shown = { id, type: "", title, original_title: "", year: aired.slice(0, 4), poster };
  return {
    title: shown,
    pictured: {
      ...shown,
      original_title: series.original_title,
      genres: series.genres,
      // The number may be a year, so it has no separators.
      ...(number > 0 && { title: String(number) }),
    },
    href: seasonPath(language, { id, slug, season: number, ...(episode !== undefined && { episode }) }),
    extent,
    ...(further !== undefined && { reason: further }),
  };
}

/** Returns the title of an episode, or text such as "Episode 4" if it has no title. */
export function episodeName(
  language: Language,
  { title, episode }: Pick<EpisodeReference, "title" | "episode">,
): string {
  return title || seriesText(language, "episode", { n: episode });
}

/** Returns the seasons before and after a season. `seasons` must be sorted. */
export function findNeighbours(
  seasons: readonly Season[],
  season: number,
): { readonly previous: Season | undefined; readonly next: Season | undefined } {
  return {
    previous: seasons.findLast((other) => other.season < season),
    next: seasons.find((other) => other.season > season),
  };
}

/** Returns true if this is the first episode of the series, whose plot spoils nothing. */
export function isFirstEpisode(seasons: readonly Season[], season: number, at: number): boolean {
  const first = seasons.find((other) => other.season > 0)?.season ?? season;
  return season === first && at === 0;
}

/** The maximum number of episodes that are shown without collapsing any. A daily series has hundreds per season. */
const MAX_UNFOLDED = 60;
const FOLDED = 50;

/** Divides the episodes of a long season into groups, of which all but the first are collapsed. */
export function groupEpisodes(episodes: readonly Episode[]): (readonly Episode[])[] {
  if (episodes.length <= MAX_UNFOLDED) return [episodes];
  const count = Math.ceil(episodes.length / FOLDED);
  return Array.from({ length: count }, (_, at) => episodes.slice(at * FOLDED, (at + 1) * FOLDED));
}

/** Returns a description for search engines with the known facts about the episodes, or `undefined` without any. */
export function describeSeason(
  language: Language,
  season: string,
  episodes: readonly Episode[],
): string | undefined {
  const known = {
    title: episodes.some(({ title }) => title !== ""),
    aired: episodes.some(({ aired }) => aired !== ""),
    runtime: episodes.some(({ runtime }) => runtime !== "0"),
    rating: episodes.some(({ rating }) => rating > 0),
  };
  const facts = (["title", "aired", "runtime", "rating"] as const).filter((fact) => known[fact]);
  if (facts.length === 0) return undefined;
  const names = facts.map((fact) => seriesText(language, fact));
  return seriesText(language, "description", { season, facts: formatList(language, names) });
}
