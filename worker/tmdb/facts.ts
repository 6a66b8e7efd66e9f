/** Reads the facts about a title from TMDB's details. Leaves out malformed values. */
import * as v from "valibot";
import { Day } from "../contract/dates.ts";
import {
  Certificate,
  type Facts,
  MAX_NAMES,
  readFacts,
  type Schedule,
  type SeriesExtent,
  type Status,
} from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { EpisodeReference } from "../contract/seasons.ts";
import { toLanguageSubtag } from "../text/codes.ts";
import { isEpisodePlaceholder } from "../text/placeholders.ts";
import { contractPath } from "./ids.ts";
import { wordsIn } from "./record.ts";
import type { Details, NextEpisode } from "./responses.ts";

interface FactsContext {
  readonly lang: string;
  readonly today: string;
}

export function factsOfDetails(kind: TitleKind, details: Details, { lang, today }: FactsContext): Facts {
  const { first_air_date, release_date, belongs_to_collection: collection } = details;
  const released = kind === "movie" ? release_date : first_air_date;
  return readFacts({
    votes: details.vote_count,
    language: toLanguageSubtag(details.original_language),
    series: kind === "series" ? getExtent(details) : undefined,
    schedule: kind === "series" ? buildSchedule(details, today) : undefined,
    external: getExternalIds(kind, details),
    released,
    status: STATUSES[details.status],
    certificates: listCertificates(details),
    companies: listNames(details.production_companies),
    networks: kind === "series" ? listNames(details.networks) : undefined,
    collection: collection === null ? undefined : { number: collection.id, name: collection.name },
    backdrop: contractPath(details.backdrop_path, released) ?? undefined,
    tagline: details.tagline || wordsIn(details, "en", "tagline"),
    trailer: findTrailer(details, lang),
  });
}

/** The statuses by TMDB's names (developer.themoviedb.org/reference/movie-details, tv-series-details). */
const STATUSES: Readonly<Record<string, Status>> = {
  Rumored: "announced",
  Planned: "announced",
  "In Production": "in_production",
  "Post Production": "in_production",
  Pilot: "in_production",
  Released: "released",
  "Returning Series": "returning",
  Ended: "ended",
  Canceled: "canceled",
};

function listNames(named: Details["networks"]): string[] {
  const names = (named ?? []).map(({ name }) => name).filter((name) => name !== "" && name.length <= 100);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** TMDB's types of cinema releases, preferred type first (developer.themoviedb.org/reference/movie-release-dates). */
const THEATRICAL = [3, 2];

function listCertificates({ release_dates, content_ratings }: Details): Certificate[] {
  const ofReleases = (release_dates.results ?? []).flatMap(({ iso_3166_1, release_dates: releases }) => {
    const certified = (releases ?? []).filter(({ certification }) => certification !== "");
    const theatrical = THEATRICAL.flatMap(
      (theatricalType) => certified.find(({ type }) => type === theatricalType) ?? [],
    );
    return [...theatrical, ...certified].map(({ certification }) => [iso_3166_1, certification] as const);
  });
  const ofRatings = (content_ratings.results ?? []).map(
    ({ iso_3166_1, rating }) => [iso_3166_1, rating] as const,
  );
  // The list is reversed so that the first certificate of each country is the one that the `Map` keeps.
  const byCountry = new Map(
    [...ofReleases, ...ofRatings]
      .filter(([country, certificate]) => v.is(Certificate.entries.country, country) && certificate !== "")
      .toReversed(),
  );
  return [...byCountry]
    .map(([country, certificate]) => ({ country, certificate }))
    .toSorted((one, other) => (one.country < other.country ? -1 : 1));
}

function getExtent({ last_air_date, number_of_seasons, in_production, seasons }: Details): SeriesExtent {
  const numbered = (seasons ?? []).filter(({ season_number }) => season_number > 0);
  return {
    last_year: in_production ? undefined : Number(last_air_date.slice(0, 4)) || undefined,
    seasons: numbered.length || number_of_seasons || undefined,
    in_production,
  };
}

/** Returns the dates of a series. Dates of specials are only used if there are no other episodes. */
function buildSchedule(details: Details, today: string): Schedule {
  const { number_of_episodes, first_air_date, last_air_date, seasons } = details;
  const hasOnlySpecials = (seasons ?? []).every(({ season_number }) => season_number === 0);
  const counts = (episode: { readonly season_number: number } | null) =>
    hasOnlySpecials || (episode?.season_number ?? 0) > 0;
  const last = counts(details.last_episode_to_air) ? details.last_episode_to_air?.air_date : undefined;
  const next = counts(details.next_episode_to_air) ? details.next_episode_to_air : null;
  const isPast = (date: string | undefined) => v.is(Day, date) && date <= today;
  return {
    episodes: number_of_episodes || undefined,
    first_aired: v.is(Day, first_air_date) ? first_air_date : undefined,
    last_aired: [last, last_air_date].find(isPast),
    upcoming: next === null || next.air_date === "" ? undefined : [referenceTo(next)],
  };
}

function referenceTo({ season_number, episode_number, name, air_date }: NextEpisode): EpisodeReference {
  const title = isEpisodePlaceholder(name, season_number, episode_number) ? "" : name;
  return { season: season_number, episode: episode_number, title, aired: air_date };
}

function getExternalIds(kind: TitleKind, { id, external_ids }: Details): Facts["external"] {
  const { imdb_id: imdb, wikidata_id: wikidata, tvdb_id } = external_ids;
  return {
    ...(imdb !== "" && { imdb }),
    ...(wikidata !== "" && { wikidata }),
    ...(kind === "series" && Number.isInteger(tvdb_id) && tvdb_id > 0 && { tvdb: String(tvdb_id) }),
    [kind === "movie" ? "tmdb-movie" : "tmdb-tv"]: String(id),
  };
}

/**
 * Returns the YouTube URL of a trailer in this language, or of the first trailer. TMDB stores only the key of a video.
 */
function findTrailer({ videos }: Details, lang: string): string | undefined {
  const trailers = (videos.results ?? []).filter(
    ({ site, type, key }) => site === "YouTube" && type === "Trailer" && /^[\w-]{6,20}$/.test(key),
  );
  const trailer = trailers.find(({ iso_639_1 }) => iso_639_1 === lang) ?? trailers[0];
  return trailer && `https://www.youtube.com/watch?v=${trailer.key}`;
}
