/** Names and facts of seasons and episodes, and the seasons before and after one. */
import type { Episode, EpisodeReference, Season } from "../../../worker/contract/seasons.ts";
import type { Language } from "../../language/language.ts";
import { seriesText } from "../../language/series.ts";
import { getDictionary } from "../../language/words.ts";
import { seasonPath } from "../../links.ts";
import type { ShownTitle } from "../title/Tile.astro";

/** Returns the name of a season. Without one, returns a name made of its number. */
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

/** Returns the season number as text if the season's name does not contain it. */
export function furtherName(language: Language, { season, name }: Pick<Season, "season" | "name">): string[] {
  const numbered = numberedSeason(language, season);
  return name === "" || name === numbered ? [] : [numbered];
}

/** Returns a season as an item of a shelf. `slug` is the slug of the series. */
export function seasonItem(
  language: Language,
  { id, slug, season }: { readonly id: number; readonly slug: string; readonly season: Season },
): ShownTitle {
  const { poster, aired, season: number } = season;
  const title = seasonName(language, season);
  const [further] = furtherName(language, season);
  const episodes = getDictionary(language).title.episodes(season.episodes);
  return {
    title: { id, type: "", title, original_title: "", year: aired.slice(0, 4), poster },
    href: seasonPath(language, { id, slug, season: number }),
    extent: episodes,
    ...(further !== undefined && { reason: further }),
  };
}

/** Returns the title of an episode. Without one, returns a title made of its number. */
export function episodeName(
  language: Language,
  { title, episode }: Pick<EpisodeReference, "title" | "episode">,
): string {
  return title || seriesText(language, "episode", { n: episode });
}

/** Returns the seasons before and after a number. `seasons` must be sorted. */
export function findNeighbours(
  seasons: readonly Season[],
  season: number,
): { readonly previous: Season | undefined; readonly next: Season | undefined } {
  return {
    previous: seasons.findLast((other) => other.season < season),
    next: seasons.find((other) => other.season > season),
  };
}

/** Returns true for the first episode of a series, whose plot spoils nothing. */
export function isFirstEpisode(seasons: readonly Season[], season: number, at: number): boolean {
  const first = seasons.find((other) => other.season > 0)?.season ?? season;
  return season === first && at === 0;
}

/** The maximum number of episodes before the rest is collapsed. A daily series has hundreds per season. */
const MAX_UNFOLDED = 60;
const FOLDED = 50;

/** Groups the episodes of a long season. All groups but the first are collapsed. */
export function groupEpisodes(episodes: readonly Episode[]): (readonly Episode[])[] {
  if (episodes.length <= MAX_UNFOLDED) return [episodes];
  const count = Math.ceil(episodes.length / FOLDED);
  return Array.from({ length: count }, (_, at) => episodes.slice(at * FOLDED, (at + 1) * FOLDED));
}
