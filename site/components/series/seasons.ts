/** The names, facts and neighbours of seasons and episodes. */
import type { Episode, EpisodeReference, Season } from "../../../worker/contract/seasons.ts";
import type { Language } from "../../language/language.ts";
import { seriesText } from "../../language/series.ts";
import { wordsOf } from "../../language/words.ts";
import { seasonPath } from "../../links.ts";
import type { ShownTitle } from "../title/Tile.astro";

/** Returns the season's name, or its number if it has none. */
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

/** Returns the number of a season whose name does not contain it. */
export function furtherName(language: Language, { season, name }: Pick<Season, "season" | "name">): string[] {
  const numbered = numberedSeason(language, season);
  return name === "" || name === numbered ? [] : [numbered];
}

/** Returns a season as a list item. `slug` is the series' slug. */
export function seasonItem(
  language: Language,
  { id, slug, season }: { readonly id: number; readonly slug: string; readonly season: Season },
): ShownTitle {
  const { poster, aired, season: number } = season;
  const title = seasonName(language, season);
  const [further] = furtherName(language, season);
  const episodes = wordsOf(language).title.episodes(season.episodes);
  return {
    title: { id, type: "", title, original_title: "", year: aired.slice(0, 4), poster },
    href: seasonPath(language, { id, slug, season: number }),
    extent: episodes,
    ...(further !== undefined && { reason: further }),
  };
}

/** Returns the episode's title, or its number if it has none. */
export function episodeName(
  language: Language,
  { title, episode }: Pick<EpisodeReference, "title" | "episode">,
): string {
  return title || seriesText(language, "episode", { n: episode });
}

/** Returns the seasons before and after a number. `seasons` must be in order. */
export function neighboursOf(
  seasons: readonly Season[],
  season: number,
): { readonly previous: Season | undefined; readonly next: Season | undefined } {
  return {
    previous: seasons.findLast((other) => other.season < season),
    next: seasons.find((other) => other.season > season),
  };
}

/** Returns true for the series' first episode, whose plot spoils nothing. */
export function isFirstEpisode(seasons: readonly Season[], season: number, at: number): boolean {
  const first = seasons.find((other) => other.season > 0)?.season ?? season;
  return season === first && at === 0;
}

/** Longer seasons are folded, so that a daily series stays manageable. */
const MAX_UNFOLDED = 60;
const FOLDED = 50;

/** Returns the episodes in groups, of which only the first is unfolded. */
export function groupEpisodes(episodes: readonly Episode[]): (readonly Episode[])[] {
  if (episodes.length <= MAX_UNFOLDED) return [episodes];
  const count = Math.ceil(episodes.length / FOLDED);
  return Array.from({ length: count }, (_, at) => episodes.slice(at * FOLDED, (at + 1) * FOLDED));
}
