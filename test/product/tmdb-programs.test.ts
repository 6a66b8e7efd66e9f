/**
 * What programs for TMDB ask during a scan or a visit (recorded from their code), on the catalog and in front of TMDB, as
 * far as `tmdb-clients.test.ts` does not ask it as well. After each address: members that the program reads without
 * looking whether they are there.
 */
import { describe, expect, inject, test } from "vitest";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";

type Flow = readonly (readonly [address: string, ...members: string[]])[];

const JELLYFIN_FILM = "credits,images,keywords,releases,videos";
const JELLYFIN_SERIES = "credits,images,external_ids,content_ratings,keywords,videos,episode_groups";
const MOVIEPILOT_FILM = "images,credits,alternative_titles,translations,release_dates,external_ids";
const MOVIEPILOT_SERIES =
  "images,credits,alternative_titles,translations,content_ratings,external_ids,episode_groups";
const SEERR_FILM = "credits,external_ids,videos,keywords,release_dates,watch/providers";
const SEERR_SERIES =
  "aggregate_credits,credits,external_ids,keywords,videos,content_ratings,watch%2Fproviders";

const FLOWS: Readonly<Record<string, Flow>> = {
  Jellyfin: [
    ["configuration", "images.secure_base_url", "images.poster_sizes"],
    [
      "search/movie?query={word}&language=de-DE&year={year}&include_adult=false&api_key=k",
      "results",
      "total_pages",
    ],
    [
      "find/{imdb}?external_source=imdb_id&language=de-DE%2Cnull%2Cen",
      "movie_results",
      "tv_results",
      "person_results",
    ],
    [
      `movie/{film}?language=de-DE&include_image_language=de-DE,null,en&append_to_response=${JELLYFIN_FILM}`,
      "credits.cast",
      "images.posters",
      "keywords.keywords",
      "releases.countries",
      "videos.results",
    ],
    ["movie/{film}?append_to_response=images", "images.backdrops"],
    ["search/tv?query={word}&language=de-DE&first_air_date_year=2003&include_adult=false", "results"],
    ["find/121361?external_source=tvdb_id", "tv_results"],
    [
      `tv/{series}?language=de-DE&append_to_response=${JELLYFIN_SERIES}`,
      "seasons",
      "episode_groups.results",
      "content_ratings.results",
      "external_ids.tvdb_id",
    ],
    [
      "person/{person}?append_to_response=movie_credits,tv_credits,external_ids,images",
      "movie_credits.cast",
      "tv_credits.crew",
      "images.profiles",
    ],
  ],
  MoviePilot: [
    ["search/movie?api_key=k&query={word}&page=1&year={year}&language=zh", "results"],
    ["search/tv?api_key=k&query={word}&first_air_date_year=2003&language=zh", "results"],
    ["search/multi?api_key=k&&query={word}&language=zh", "results"],
    [
      `movie/{film}?api_key=k&append_to_response=${MOVIEPILOT_FILM}&language=zh`,
      "release_date",
      "alternative_titles.titles",
      "translations.translations",
      "release_dates.results",
    ],
    [
      `tv/{series}?api_key=k&append_to_response=${MOVIEPILOT_SERIES}&language=zh`,
      "first_air_date",
      "alternative_titles.results",
      "translations.translations",
    ],
    ["trending/all/week?api_key=k&page=1", "results"],
    ["discover/movie?api_key=k&&with_genres=18&with_original_language=&sort_by=popularity.desc", "results"],
    ["discover/tv?api_key=k&sort_by=vote_average.desc&vote_count.gte=100", "results"],
    ["person/{person}?api_key=k&append_to_response=videos,images", "name"],
  ],
  Seerr: [
    [
      `movie/{film}?language=en&append_to_response=${SEERR_FILM}&include_video_language=de,%20en`,
      "credits.cast",
      "credits.crew",
      "keywords.keywords",
      "external_ids",
      "production_companies",
      "spoken_languages",
      "genres",
    ],
    [
      `tv/{series}?language=en&append_to_response=${SEERR_SERIES}`,
      "aggregate_credits.cast",
      "keywords.results",
      "external_ids",
      "networks",
      "seasons",
      "genres",
      "spoken_languages",
      "production_companies",
    ],
    ["search/multi?query={word}&page=1&include_adult=false&language=en", "results"],
    ["search/movie?query={word}&primary_release_year={year}", "results"],
    ["search/tv?query={word}&first_air_date_year=2003", "results"],
    [
      "discover/movie?sort_by=popularity.desc&page=1&include_adult=false&language=en&region=&with_genres=&watch_region=",
      "results",
    ],
    ["discover/tv?sort_by=popularity.desc&page=2&with_networks=", "results"],
    ["movie/upcoming?page=1&language=en&originalLanguage=", "results"],
    ["find/{imdb}?external_source=imdb_id", "movie_results", "tv_results"],
  ],
};
const SEASONS: Flow = [
  ["tv/{series}/season/1?append_to_response=credits,images,external_ids,videos"],
  ["tv/{series}/season/1/episode/1?append_to_response=credits,images,external_ids,videos"],
  ["collection/1?append_to_response=images"],
  ["keyword/1"],
];

const marquee = startInFrontOfTmdb({ TMDB_API: "open" });

/** Statuses other than 200, and members that are missing. */
async function troubles(
  host: string,
  flow: Flow,
  values: Readonly<Record<string, string | number>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [address, ...members] of flow) {
    const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const response = await fetch(`${host}/3/${path}`);
    const body: unknown = await response.json();
    if (response.status !== 200) found.push(`${path}: ${response.status}`);
    const isThere = (member: string) =>
      member.split(".").reduce<unknown>((whole, name) => Object(whole)[name], body) !== undefined;
    found.push(...members.filter((member) => !isThere(member)).map((member) => `${path}: ${member}`));
  }
  return found;
}

describe.each(Object.entries(FLOWS))("%s", (_, flow) => {
  test("gets every field that it reads on the catalog", async () => {
    const values = {
      word: "12+angry+men",
      year: 1957,
      imdb: "tt0050083",
      film: 389,
      series: 1396,
      person: 2 ** 30 + 1,
    };
    expect(await troubles(inject("target"), flow, values)).toEqual([]);
  });

  test("gets TMDB's values in front of TMDB", async () => {
    const values = { word: "lantern", year: 1999, imdb: "tt0000605", film: 605, series: 605, person: 11 };
    const statuses = flow.map(([address]) => [address] as const);
    expect(await troubles(marquee.server.url, [...statuses, ...SEASONS], values)).toEqual([]);
  });
});
