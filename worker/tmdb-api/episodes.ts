/**
 * Seasons and episodes from the catalog in TMDB's format. An unknown name becomes TMDB's placeholder, and a date of
 * which only the year is known becomes `null`.
 */
import { toDay } from "../contract/dates.ts";
import { seriesDatesOn } from "../contract/details.ts";
import type { Episode, Season, SeasonResponse } from "../contract/seasons.ts";
import { numberOfName } from "../text/own-numbers.ts";
import type { CatalogView, NumberedTitle } from "./catalog-reading.ts";

const toAirDate = (aired: string) => (aired.length === 10 ? aired : null);

/** Returns the fields of a season that both a list of seasons and the season's own response contain. */
export function seasonFields({ record, view }: NumberedTitle, season: Season | SeasonResponse) {
  const { season: number, name, aired, poster } = season;
  return {
    air_date: toAirDate(aired),
    id: numberOfName(`${record.id}/${number}`),
    name: name || (number === 0 ? "Specials" : `Season ${number}`),
    overview: "",
    poster_path: view.toImagePath(poster),
    season_number: number,
    vote_average: 0,
  };
}

export function episodeFields({ record, number, view }: NumberedTitle, season: number, episode: Episode) {
  return {
    air_date: toAirDate(episode.aired),
    episode_number: episode.episode,
    episode_type: "standard",
    id: Number(
      episode.external_ids["tmdb-episode"] ?? numberOfName(`${record.id}/${season}/${episode.episode}`),
    ),
    name: episode.title || `Episode ${episode.episode}`,
    overview: episode.plot,
    production_code: "",
    runtime: Number(episode.runtime) || null,
    season_number: season,
    show_id: number,
    still_path: view.toImagePath(episode.still),
    vote_average: episode.rating,
    vote_count: episode.votes,
  };
}

/** Returns the fields of a series that depend on its seasons. */
export async function seriesFields(reading: CatalogView, title: NumberedTitle): Promise<object> {
  const { record, facts, view } = title;
  const seasons = await reading.seasons(record.id);
  const numbered = seasons.filter(({ season }) => season > 0);
  const { next_episode } = seriesDatesOn(view.today, facts);
  const [last, next] = await Promise.all([
    lastEpisode(reading, title, numbered.length === 0 ? seasons : numbered),
    next_episode === undefined ? null : reading.season(record.id, next_episode.season),
  ]);
  const coming = next?.episodes.find(({ episode }) => episode === next_episode?.episode);
  return {
    last_episode_to_air: last,
    next_episode_to_air:
      next == null || coming === undefined ? null : episodeFields(title, next.season, coming),
    number_of_episodes: facts.schedule?.episodes ?? 0,
    number_of_seasons: numbered.length || (facts.series?.seasons ?? 0),
    seasons: seasons.map((season) => ({ ...seasonFields(title, season), episode_count: season.episodes })),
  };
}

/** Returns the last episode that has aired, or `null` if no dates are known. */
async function lastEpisode(
  reading: CatalogView,
  title: NumberedTitle,
  seasons: readonly Season[],
): Promise<object | null> {
  const isPast = ({ aired }: { readonly aired: string }) => aired !== "" && toDay(aired) <= title.view.today;
  const latest = findLatest(seasons.filter(isPast));
  const season = latest === undefined ? null : await reading.season(title.record.id, latest.season);
  const last = findLatest(season?.episodes.filter(isPast) ?? []);
  return season === null || last === undefined ? null : episodeFields(title, season.season, last);
}

/** Returns the item with the latest date, or the last of several with that date. */
function findLatest<Dated extends { readonly aired: string }>(dated: readonly Dated[]): Dated | undefined {
  return dated.toSorted((one, other) => (toDay(one.aired) < toDay(other.aired) ? -1 : 1)).at(-1);
}
