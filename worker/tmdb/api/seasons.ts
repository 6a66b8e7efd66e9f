/**
 * Responds to requests for a season or an episode, `tv/{id}/season/{n}` and `tv/{id}/season/{n}/episode/{m}`, and
 * their sections.
 */
import type { Episode, SeasonAnswer } from "../../contract/seasons.ts";
import type { CatalogView, NumberedTitle } from "./catalog-reading.ts";
import { episodeFields, seasonFields } from "./episodes.ts";
import { aggregateCredits, FREEBASE, imagesAt, type Sections, titleCredits, WIDE } from "./fields.ts";
import { each } from "./reference-lists.ts";

interface NumberedSeason {
  readonly number: number;
  readonly title: NumberedTitle;
  readonly season: SeasonAnswer;
}

interface NumberedEpisode extends NumberedSeason {
  readonly episode: Episode;
}

export async function seasonAt(
  reading: CatalogView,
  title: NumberedTitle,
  number: number,
): Promise<NumberedSeason | null> {
  const season = await reading.season(title.record.id, number);
  return season === null ? null : { number: seasonFields(title, season).id, title, season };
}

export function episodeIn(numbered: NumberedSeason | null, number: number): NumberedEpisode | null {
  const episode = numbered?.season.episodes.find((one) => one.episode === number);
  if (numbered === null || episode === undefined) return null;
  return { ...numbered, number: episodeFields(numbered.title, numbered.season.season, episode).id, episode };
}

/** A season has the credits of its series, because the catalog has no others. */
const credits = (reading: CatalogView, { title }: NumberedSeason) => titleCredits(reading, title);

const OF_BOTH: Sections<NumberedSeason> = {
  translations: { translations: [] },
  videos: { results: [] },
};

export const SEASON_SECTIONS: Sections<NumberedSeason> = {
  ...OF_BOTH,
  "": (_, { title, season }) => ({
    ...seasonFields(title, season),
    episodes: season.episodes.map((episode) => ({
      ...episodeFields(title, season.season, episode),
      ...each([], "crew guest_stars"),
    })),
  }),
  aggregate_credits: (reading, { title }) => aggregateCredits(reading, title),
  credits,
  external_ids: { ...FREEBASE, ...each(null, "tvdb_id wikidata_id") },
  images: (_, { title, season }) => ({ posters: imagesAt(title.view.toImagePath(season.poster)) }),
  "watch/providers": { results: {} },
};

export const EPISODE_SECTIONS: Sections<NumberedEpisode> = {
  ...OF_BOTH,
  "": (_, { title, season, episode }) => ({
    ...episodeFields(title, season.season, episode),
    ...each([], "crew guest_stars"),
  }),
  // The crew of the series is left out, because not everybody worked on this episode.
  async credits(reading, numbered) {
    const { cast } = await credits(reading, numbered);
    return { cast, ...each([], "crew guest_stars") };
  },
  external_ids: (_, { episode: { external_ids } }) => ({
    ...FREEBASE,
    imdb_id: external_ids.imdb ?? null,
    tvdb_id: external_ids.tvdb === undefined ? null : Number(external_ids.tvdb),
    wikidata_id: null,
  }),
  images: (_, { title, episode }) => ({ stills: imagesAt(title.view.toImagePath(episode.still), WIDE) }),
};
