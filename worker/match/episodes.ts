/** Finds the episodes of a series that a file name stands for. */
import { toDay } from "../contract/dates.ts";
import type { KnownSeason, MatchQuery } from "../contract/matching.ts";
import type { SeasonQuery, TitleQuery } from "../contract/query.ts";
import type { EpisodeReference, Season, SeasonResponse } from "../contract/seasons.ts";
import type { Choice } from "./choose.ts";
import { findAbsolute } from "./seasons.ts";

export interface EpisodeSource {
  seasons(query: TitleQuery): Promise<readonly Season[] | null>;
  season(query: SeasonQuery): Promise<SeasonResponse | null>;
}

/** Returns the episodes that the numbers or the date in a file name stand for. Throws a Problem. */
export async function findEpisodes(
  { read: { season, episodes, date }, match, seasons }: Choice,
  { lang }: Pick<MatchQuery, "lang">,
  source: EpisodeSource,
): Promise<EpisodeReference[]> {
  if (match?.title.type !== "series") return [];
  const title = { id: match.title.id, lang };
  if (season !== null && episodes.length > 0) {
    const listed = await listEpisodes(title, season, source);
    return listed.filter(({ episode }) => episodes.includes(episode));
  }
  if (date === undefined) return await findByAbsoluteNumbers(title, { episodes, seasons }, source);
  const numbers = findSeasonsOn(date, (await source.seasons(title)) ?? []);
  const listed = await Promise.all(numbers.map((number) => listEpisodes(title, number, source)));
  return listed.flat().filter(({ aired }) => aired === date);
}

/** Finds episodes that are numbered through all seasons. */
async function findByAbsoluteNumbers(
  title: TitleQuery,
  { episodes, seasons }: { readonly episodes: readonly number[]; readonly seasons: readonly KnownSeason[] },
  source: EpisodeSource,
): Promise<EpisodeReference[]> {
  if (episodes.length === 0) return [];
  const known = seasons.length > 0 ? seasons : ((await source.seasons(title)) ?? []).map(toKnownSeason);
  const places = episodes.flatMap((number) => findAbsolute(number, known) ?? []);
  const numbers = [...new Set(places.map(({ season }) => season))];
  const listed = (await Promise.all(numbers.map((number) => listEpisodes(title, number, source)))).flat();
  return listed.filter((one) =>
    places.some(({ season, episode }) => season === one.season && episode === one.episode),
  );
}

const toKnownSeason = ({ season, episodes }: Season): KnownSeason => [season, 1, episodes];

async function listEpisodes(
  title: TitleQuery,
  season: number,
  source: EpisodeSource,
): Promise<EpisodeReference[]> {
  const { episodes = [] } = (await source.season({ ...title, season })) ?? {};
  return episodes.map(({ episode, title, aired }) => ({ season, episode, title, aired }));
}

/**
 * Returns the numbers of the seasons that may have an episode on a day: the specials, and the two latest seasons that
 * had begun. Two are returned, because seasons may overlap.
 */
function findSeasonsOn(day: string, seasons: readonly Season[]): number[] {
  const begun = seasons.filter(({ aired }) => aired !== "" && toDay(aired) <= day);
  const latest = begun
    .filter(({ season }) => season > 0)
    .toSorted((one, other) => (toDay(one.aired) < toDay(other.aired) ? 1 : -1))
    .slice(0, 2);
  const specials = begun.filter(({ season }) => season === 0);
  return [...specials, ...latest].map(({ season }) => season).toSorted((one, other) => one - other);
}
