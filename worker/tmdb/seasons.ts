/**
 * Loads the seasons and episodes of series. Texts without a translation are in English. If an episode has no title,
 * TMDB sends a placeholder such as "Épisode 3" (developer.themoviedb.org/reference/tv-season-details).
 */
import { earliest } from "../contract/dates.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import type { SeasonQuery, TitleQuery } from "../contract/query.ts";
import type { Episode, Season, SeasonResponse } from "../contract/seasons.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import type { StoredValue } from "../source/source.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import { isEpisodePlaceholder, isSeasonPlaceholder } from "../text/placeholders.ts";
import { contractPath, MAX_TMDB_ID, tmdbPath, tmdbTitle } from "./ids.ts";
import { readSeason, readSeasons, type TmdbEpisode, type TmdbSeason } from "./responses.ts";
import { title } from "./titles.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** Returns the seasons of a series, or an empty list for a film. Throws a Failure. */
export async function seasons(query: TitleQuery, context: TmdbContext): Promise<Loaded<readonly Season[]>> {
  const numbered = tmdbTitle(query.id);
  if (numbered === null) return MISSING;
  if (numbered.kind === "movie") {
    const film = await context.askStored("title", query, (titleQuery) => title(titleQuery, context));
    return film?.value == null ? MISSING : { value: [], parts: [film] };
  }
  const response = await context.ask(tmdbPath(numbered), { language: query.lang });
  if (response === ABSENT) return MISSING;
  const { seasons: sent, last_episode_to_air, next_episode_to_air } = readSeasons(response);
  const airs = [last_episode_to_air, next_episode_to_air].flatMap((episode) => episode?.air_date ?? []);
  const localSeasons = inOrder(sent, "season_number").map(toSeason);
  const isComplete = localSeasons.every(({ name }) => name !== "");
  const { value: english, ...made } = await inEnglish(query, isComplete, () =>
    context.askStored("seasons", { ...query, lang: DEFAULT_LANGUAGE }, (seasonsQuery) =>
      seasons(seasonsQuery, context),
    ),
  );
  const names = new Map((english ?? []).map(({ season, name }) => [season, name]));
  return {
    ...made,
    value: localSeasons.map((season) => ({
      ...season,
      name: season.name || (names.get(season.season) ?? ""),
    })),
    airs,
  };
}

/** Returns a season with its episodes. Throws a Failure. */
export async function season(query: SeasonQuery, context: TmdbContext): Promise<Loaded<SeasonResponse>> {
  const numbered = tmdbTitle(query.id);
  if (numbered?.kind !== "series" || query.season > MAX_TMDB_ID) return MISSING;
  const path = `${tmdbPath(numbered)}/season/${query.season}`;
  const response = await context.ask(path, { language: query.lang });
  if (response === ABSENT) return MISSING;
  const { episodes: sent, dropped, name, air_date, poster_path } = readSeason(response);
  context.noteDropped("season", dropped);
  const localEpisodes = inOrder(sent, "episode_number").map((episode) => toEpisode(query.season, episode));
  const ownName = seasonName(query.season, name);
  const isComplete = ownName !== "" && localEpisodes.every(({ title, plot }) => title !== "" && plot !== "");
  const { value: english, ...made } = await inEnglish(query, isComplete, () =>
    context.askStored("season", { ...query, lang: DEFAULT_LANGUAGE }, (seasonQuery) =>
      season(seasonQuery, context),
    ),
  );
  const others = new Map((english?.episodes ?? []).map((episode) => [episode.episode, episode]));
  const episodes = localEpisodes.map((episode) => {
    const other = others.get(episode.episode);
    return {
      ...episode,
      title: episode.title || (other?.title ?? ""),
      plot: episode.plot || (other?.plot ?? ""),
    };
  });
  return {
    ...made,
    value: {
      season: query.season,
      name: ownName || (english?.name ?? ""),
      episodes,
      aired: earliest(episodes.map(({ aired }) => aired)) || air_date,
      poster: contractPath(poster_path, air_date),
    },
    airs: episodes.map(({ aired }) => aired),
  };
}

/** Returns the entries sorted by number. If several have the same number, only the first is kept. */
function inOrder<Name extends string, Entry extends Readonly<Record<Name, number>>>(
  entries: readonly Entry[],
  name: Name,
): Entry[] {
  const byNumber = new Map(entries.toReversed().map((entry) => [entry[name], entry]));
  return [...byNumber.values()].toSorted((one, other) => one[name] - other[name]);
}

function toSeason({ season_number, name, episode_count, air_date, poster_path }: TmdbSeason): Season {
  return {
    season: season_number,
    name: seasonName(season_number, name),
    episodes: episode_count,
    aired: air_date,
    poster: contractPath(poster_path, air_date),
  };
}

function seasonName(season: number, name: string): string {
  return isSeasonPlaceholder(name, season) ? "" : name;
}

function toEpisode(season: number, episode: TmdbEpisode): Episode {
  const { id, episode_number, name, air_date, runtime, vote_average, vote_count, overview, still_path } =
    episode;
  return {
    episode: episode_number,
    title: isEpisodePlaceholder(name, season, episode_number) ? "" : name,
    aired: air_date,
    runtime: String(Math.round(runtime)),
    rating: vote_average,
    votes: vote_count,
    plot: overview,
    // Without a date, the path is only requested in sizes that TMDB offers for stills.
    still: contractPath(still_path),
    external_ids: id === null ? {} : { "tmdb-episode": String(id) },
  };
}

/** The English texts. `value` is `null` if they are not needed or could not be loaded. */
interface English<Value> extends Pick<Loaded, "parts" | "isPartial"> {
  readonly value: Value | null;
}

async function inEnglish<Value>(
  { lang }: Pick<TitleQuery, "lang">,
  isComplete: boolean,
  ask: () => Promise<StoredValue<Value> | null>,
): Promise<English<Value>> {
  if (lang === DEFAULT_LANGUAGE || isComplete) return { value: null };
  try {
    const stored = await ask();
    return stored === null ? { value: null } : { value: stored.value, parts: [stored] };
  } catch {
    return { value: null, isPartial: true };
  }
}
