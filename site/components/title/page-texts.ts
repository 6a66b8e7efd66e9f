/**
 * Shortens the texts of titles and credits for pages. A response from an upstream may have 8 MiB, and pages repeat
 * names up to ten times, which together would exceed the memory of an isolate. The API does not shorten texts.
 */
import type { Related, TitleCollection } from "../../../worker/contract/browse.ts";
import { CREW_GROUPS, type Credits } from "../../../worker/contract/credits.ts";
import type { FilmographyTitle } from "../../../worker/contract/people.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Episode, Season } from "../../../worker/contract/seasons.ts";
import { shorten } from "../../language/formats.ts";

/**
 * The maximum length of a name in UTF-16 code units. It is longer than any slug, so shortening a name never changes a
 * URL.
 */
const MAX_NAME = 600;
const MAX_PLOT = 10_000;
/** The maximum length of an episode's plot in UTF-16 code units. A season may have hundreds of plots. */
const MAX_EPISODE_PLOT = 1_000;

export function pageRecord(record: TitleRecord): TitleRecord {
  const { countries, genres, plot } = record;
  return {
    ...pageCard(record),
    countries: shorten(countries, MAX_NAME),
    genres: shorten(genres, MAX_NAME),
    plot: shorten(plot, MAX_PLOT),
  };
}

export function pageRelated({ names, similar, further, namesakes }: Related): Related {
  return {
    names,
    similar: similar.map(pageCard),
    further: further.map(({ role, name, titles }) => ({
      role,
      name: shorten(name, MAX_NAME),
      titles: titles.map(pageCard),
    })),
    namesakes: namesakes.map(pageCard),
  };
}

export function pageCollection({ titles, ...collection }: TitleCollection): TitleCollection {
  return { ...collection, titles: titles.map(pageCard) };
}

export function pageSeason<Named extends Pick<Season, "name" | "poster">>(season: Named): Named {
  return { ...season, name: shorten(season.name, MAX_NAME), poster: addressable(season.poster) };
}

export function pageEpisode(episode: Episode): Episode {
  const { title, plot, still } = episode;
  return {
    ...episode,
    title: shorten(title, MAX_NAME),
    plot: shorten(plot, MAX_EPISODE_PLOT),
    still: addressable(still),
  };
}

function pageCard<Card extends FilmographyTitle>(card: Card): Card {
  return {
    ...card,
    type: shorten(card.type, MAX_NAME),
    title: shorten(card.title, MAX_NAME),
    original_title: shorten(card.original_title, MAX_NAME),
    poster: addressable(card.poster),
  };
}

export function pageCredits(credits: Credits): Credits {
  const cast = credits.cast.map((entry) => ({ ...entry, character: shorten(entry.character, MAX_NAME) }));
  const crew = CREW_GROUPS.map((group) => [
    group,
    credits[group].map((entry) => withShortName({ ...entry, job: shorten(entry.job, MAX_NAME) })),
  ]);
  return { ...credits, cast: cast.map(withShortName), ...Object.fromEntries(crew) };
}

function withShortName<T extends { name: string; profile_path: string | null }>(person: T): T {
  return { ...person, name: shorten(person.name, MAX_NAME), profile_path: addressable(person.profile_path) };
}

/** Returns an image path, or `null` if it is too long for a URL. */
function addressable(path: string | null): string | null {
  return path !== null && path.length <= MAX_NAME ? path : null;
}
