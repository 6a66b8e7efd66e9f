/**
 * Seasons and episodes at their own paths, `tv/{id}/season/{n}` and `tv/{id}/season/{n}/episode/{m}`, with their
 * sections.
 */
import type { Episode, SeasonResponse } from "../contract/seasons.ts";
import type { CatalogView, NumberedTitle } from "./catalog-reading.ts";
import { episodeFields, seasonFields } from "./episodes.ts";
import { aggregateCredits, FREEBASE, imagesAt, type Sections, titleCredits, WIDE } from "./fields.ts";
import { each } from "./reference-lists.ts";
import { toHexId } from "./title-facts.ts";

interface NumberedSeason {
  readonly number: number;
  readonly title: NumberedTitle;
  readonly season: SeasonResponse;
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

/** The catalog only has credits of whole series, so these are used for a season. */
const credits = (reading: CatalogView, { title }: NumberedSeason) => titleCredits(reading, title);

const OF_BOTH: Sections<NumberedSeason> = {
  translations: { translations: [] },
  videos: { results: [] },
};

export const SEASON_SECTIONS: Sections<NumberedSeason> = {
  ...OF_BOTH,
  "": (_, { title, season, number }) => ({
    _id: toHexId(number),
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
  // Not everybody in the crew of a series worked on this episode, so the crew is left out.
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
