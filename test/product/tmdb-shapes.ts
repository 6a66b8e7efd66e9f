/** The schemas of the TMDB responses that the catalog can serve (developer.themoviedb.org/reference). */
import * as v from "valibot";
import { MAX_TMDB_ID } from "../../worker/tmdb/ids.ts";

const text = v.string();
const flag = v.boolean();
const number = v.pipe(v.number(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TMDB_ID));
const path = v.nullable(v.pipe(v.string(), v.startsWith("/")));
const orNull = v.nullable(text);
/** A date or an empty string. Clients use its first four digits as the year. */
const date = v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2})?$/));
const empty = v.tuple([]);

const inLists = {
  adult: flag,
  backdrop_path: path,
  genre_ids: v.array(id),
  id,
  original_language: text,
  overview: text,
  popularity: number,
  poster_path: path,
  vote_average: number,
  vote_count: count,
};
const filmWords = { original_title: text, release_date: date, title: text, video: flag };
const seriesWords = { first_air_date: date, name: text, origin_country: v.array(text), original_name: text };

export const FilmEntry = v.strictObject({ ...inLists, ...filmWords });
export const SeriesEntry = v.strictObject({ ...inLists, ...seriesWords });
const MixedFilm = v.strictObject({ ...FilmEntry.entries, media_type: v.literal("movie") });
const MixedSeries = v.strictObject({ ...SeriesEntry.entries, media_type: v.literal("tv") });
export const MixedTitle = v.variant("media_type", [MixedFilm, MixedSeries]);

const someone = {
  adult: flag,
  gender: v.picklist([0, 1, 2, 3]),
  id,
  known_for_department: orNull,
  name: text,
  original_name: text,
  popularity: number,
  profile_path: path,
};
export const PersonEntry = v.strictObject({
  ...someone,
  known_for: v.pipe(v.array(MixedTitle), v.maxLength(3)),
});
const MixedPerson = v.strictObject({ ...PersonEntry.entries, media_type: v.literal("person") });
export const MixedEntry = v.variant("media_type", [MixedFilm, MixedSeries, MixedPerson]);

const paging = { page: count, total_pages: count, total_results: count };
export function pageSchema<S extends v.GenericSchema>(entry: S) {
  return v.strictObject({ ...paging, results: v.pipe(v.array(entry), v.maxLength(20)) });
}

const company = v.strictObject({ id, logo_path: path, name: text, origin_country: text });
const country = v.strictObject({ iso_3166_1: text, name: text });
const genre = v.strictObject({ id, name: text });
const language = v.strictObject({ english_name: text, iso_639_1: text, name: text });
const details = {
  adult: flag,
  backdrop_path: path,
  genres: v.array(genre),
  homepage: text,
  id,
  origin_country: v.array(text),
  original_language: text,
  overview: text,
  popularity: number,
  poster_path: path,
  production_companies: v.array(company),
  production_countries: v.array(country),
  spoken_languages: v.array(language),
  tagline: text,
  vote_average: number,
  vote_count: count,
};

export const FilmDetails = v.looseObject({
  ...details,
  ...filmWords,
  belongs_to_collection: v.nullable(
    v.strictObject({ backdrop_path: path, id, name: text, poster_path: path }),
  ),
  budget: count,
  imdb_id: orNull,
  revenue: count,
  runtime: count,
  status: v.picklist(["Rumored", "Planned", "In Production", "Post Production", "Released", "Canceled", ""]),
});

const creator = v.strictObject({
  credit_id: text,
  gender: someone.gender,
  id,
  name: text,
  original_name: text,
  profile_path: path,
});
const anyDate = v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)));
const episode = {
  air_date: anyDate,
  episode_number: count,
  episode_type: text,
  id,
  name: v.pipe(text, v.minLength(1)),
  overview: text,
  production_code: text,
  runtime: v.nullable(count),
  season_number: count,
  show_id: id,
  still_path: path,
  vote_average: number,
  vote_count: count,
};
const nearEpisode = v.nullable(v.strictObject(episode));
const season = {
  air_date: anyDate,
  id,
  name: v.pipe(text, v.minLength(1)),
  overview: text,
  poster_path: path,
  season_number: count,
  vote_average: number,
};
export const EpisodeDetails = v.looseObject({ ...episode, crew: empty, guest_stars: empty });
export const SeasonDetails = v.looseObject({
  ...season,
  episodes: v.array(v.strictObject({ ...episode, crew: empty, guest_stars: empty })),
});

export const SeriesDetails = v.looseObject({
  ...details,
  ...seriesWords,
  created_by: v.array(creator),
  episode_run_time: v.array(count),
  in_production: flag,
  languages: v.array(text),
  last_air_date: orNull,
  last_episode_to_air: nearEpisode,
  networks: v.array(company),
  next_episode_to_air: nearEpisode,
  number_of_episodes: count,
  number_of_seasons: count,
  seasons: v.array(v.strictObject({ ...season, episode_count: count })),
  status: v.picklist(["Returning Series", "Planned", "In Production", "Ended", "Canceled", "Pilot", ""]),
  type: v.picklist(["Documentary", "News", "Miniseries", "Reality", "Scripted", "Talk Show", "Video"]),
});

const credit = { ...someone, credit_id: text };
const role = v.strictObject({ character: text, credit_id: text, episode_count: count });
const job = v.strictObject({ credit_id: text, episode_count: count, job: text });
const order = count;
const crew = v.array(v.strictObject({ ...credit, department: text, job: text }));

export const FilmCredits = v.object({
  cast: v.array(v.strictObject({ ...credit, cast_id: count, character: text, order })),
  crew,
});
const SeriesCredits = v.object({
  cast: v.array(v.strictObject({ ...credit, character: text, order })),
  crew,
});
export const EpisodeCredits = v.object({ ...SeriesCredits.entries, crew: empty, guest_stars: empty });
export const AggregateCredits = v.object({
  cast: v.array(
    v.strictObject({
      ...someone,
      order,
      roles: v.pipe(v.array(role), v.minLength(1)),
      total_episode_count: count,
    }),
  ),
  crew: v.array(
    v.strictObject({
      ...someone,
      department: text,
      jobs: v.pipe(v.array(job), v.minLength(1)),
      total_episode_count: count,
    }),
  ),
});

export const PersonDetails = v.looseObject({
  adult: flag,
  also_known_as: v.array(text),
  biography: text,
  birthday: orNull,
  deathday: orNull,
  gender: someone.gender,
  homepage: orNull,
  id,
  imdb_id: orNull,
  known_for_department: text,
  name: text,
  place_of_birth: orNull,
  popularity: number,
  profile_path: path,
});

const asCast = { character: text, credit_id: text };
const asCrew = { credit_id: text, department: text, job: text };
const episodes = { episode_count: count };
export const MovieCredits = v.object({
  cast: v.array(v.strictObject({ ...FilmEntry.entries, ...asCast, order })),
  crew: v.array(v.strictObject({ ...FilmEntry.entries, ...asCrew })),
});
export const TvCredits = v.object({
  cast: v.array(v.strictObject({ ...SeriesEntry.entries, ...asCast, ...episodes })),
  crew: v.array(v.strictObject({ ...SeriesEntry.entries, ...asCrew, ...episodes })),
});
export const CombinedCredits = v.object({
  cast: v.array(
    v.variant("media_type", [
      v.strictObject({ ...MixedFilm.entries, ...asCast, order }),
      v.strictObject({ ...MixedSeries.entries, ...asCast, ...episodes }),
    ]),
  ),
  crew: v.array(
    v.variant("media_type", [
      v.strictObject({ ...MixedFilm.entries, ...asCrew }),
      v.strictObject({ ...MixedSeries.entries, ...asCrew, ...episodes }),
    ]),
  ),
});

const elsewhere = {
  imdb_id: orNull,
  wikidata_id: orNull,
  facebook_id: orNull,
  instagram_id: orNull,
  twitter_id: orNull,
};
const freebase = { freebase_mid: orNull, freebase_id: orNull, tvrage_id: v.null() };
const tvdb_id = v.nullable(id);
const SeasonIds = v.object({ ...freebase, tvdb_id, wikidata_id: orNull });
export const EpisodeIds = v.object({ ...freebase, imdb_id: orNull, tvdb_id, wikidata_id: orNull });
export const FilmIds = v.object(elsewhere);
export const SeriesIds = v.object({ ...elsewhere, ...freebase, tvdb_id });
export const PersonIds = v.object({ ...elsewhere, ...freebase, tiktok_id: orNull, youtube_id: orNull });

const alternative = v.array(v.strictObject({ iso_3166_1: text, title: text, type: text }));
export const FilmTitles = v.object({ titles: alternative });
const SeriesTitles = v.object({ results: alternative });

function translationsSchema<S extends v.GenericSchema>(data: S) {
  const translated = { iso_3166_1: text, iso_639_1: text, name: text, english_name: text, data };
  return v.object({ translations: v.array(v.strictObject(translated)) });
}
const translatedWords = { homepage: text, overview: text, tagline: text };
export const FilmTranslations = translationsSchema(
  v.strictObject({ ...translatedWords, runtime: count, title: text }),
);
const SeriesTranslations = translationsSchema(v.strictObject({ ...translatedWords, name: text }));
const PersonTranslations = translationsSchema(v.strictObject({ biography: text, name: text }));

const images = v.array(
  v.strictObject({
    ...{ aspect_ratio: number, height: count, width: count },
    ...{ file_path: path, iso_639_1: orNull, vote_average: number, vote_count: count },
  }),
);
export const Images = v.object({ backdrops: images, logos: images, posters: images });
const Profiles = v.object({ profiles: images });

export const Found = v.strictObject({
  movie_results: v.array(MixedFilm),
  person_results: v.array(MixedPerson),
  tv_results: v.array(MixedSeries),
  tv_episode_results: empty,
  tv_season_results: empty,
});

const sizes = v.pipe(v.array(text), v.minLength(1));
export const Configuration = v.strictObject({
  images: v.strictObject({
    base_url: v.pipe(v.string(), v.endsWith("/t/p/")),
    secure_base_url: v.pipe(v.string(), v.endsWith("/t/p/")),
    backdrop_sizes: sizes,
    logo_sizes: sizes,
    poster_sizes: sizes,
    profile_sizes: sizes,
    still_sizes: sizes,
  }),
  change_keys: v.array(text),
});
const Countries = v.array(v.strictObject({ iso_3166_1: text, english_name: text, native_name: text }));
const Languages = v.array(v.strictObject({ iso_639_1: text, english_name: text, name: text }));
export const Genres = v.strictObject({ genres: v.array(genre) });

export const TmdbErrorBody = v.strictObject({
  success: v.literal(false),
  status_code: count,
  status_message: v.pipe(v.string(), v.minLength(1)),
});

const filled = <S extends v.GenericSchema>(entry: S) => v.pipe(v.array(entry), v.minLength(1));
const certificate = v.strictObject({ certification: text, meaning: text, order: count });
const Certifications = v.strictObject({ certifications: v.record(text, filled(certificate)) });
const jobs = v.strictObject({ department: text, jobs: filled(text) });
const zones = v.strictObject({ iso_3166_1: text, zones: filled(text) });

const dates = v.strictObject({ maximum: anyDate, minimum: anyDate });
const Releases = v.strictObject({ ...pageSchema(FilmEntry).entries, dates });

/** Adds an id to a section that is requested separately. */
const byId = <S extends v.ObjectEntries>({ entries }: { readonly entries: S }) =>
  v.strictObject({ id: v.number(), ...entries });
/** Adds appended sections, which have no ids, to the details. */
const appended = <S extends v.ObjectEntries>(
  { entries }: { readonly entries: S },
  sections: v.ObjectEntries,
) => v.looseObject({ ...entries, ...sections });
const list = (name: string, entry: v.GenericSchema = v.looseObject({})) =>
  v.object({ [name]: v.array(entry) });
const results = list("results");
const providers = v.strictObject({ results: v.strictObject({}) });
const ofFilms = {
  alternative_titles: FilmTitles,
  credits: v.looseObject({ ...FilmCredits.entries, id: v.optional(v.never()) }),
  external_ids: FilmIds,
  images: Images,
  keywords: list("keywords"),
  release_dates: results,
  releases: list("countries"),
  trailers: v.object({ quicktime: v.array(v.unknown()), youtube: v.array(v.unknown()) }),
  translations: FilmTranslations,
  videos: results,
  "watch/providers": providers,
};
const ofSeries = {
  aggregate_credits: AggregateCredits,
  alternative_titles: SeriesTitles,
  content_ratings: results,
  credits: SeriesCredits,
  episode_groups: results,
  external_ids: SeriesIds,
  images: Images,
  keywords: results,
  translations: SeriesTranslations,
  videos: results,
  "watch/providers": providers,
};

/**
 * The schema of the catalog's response for each path. Jellyfin, MoviePilot and Seerr request some of them and require
 * every section. `{film}`, `{series}` and `{person}` stand for ids of entries without a TMDB id.
 */
export const RESPONSES: Readonly<Record<string, v.GenericSchema>> = {
  authentication: v.object({ success: v.literal(true), status_code: v.literal(1) }),
  "certification/movie/list": Certifications,
  "certification/tv/list": Certifications,
  configuration: Configuration,
  "configuration/countries": filled(Countries.item),
  "configuration/jobs": filled(jobs),
  "configuration/languages": Languages,
  "configuration/primary_translations": filled(text),
  "configuration/timezones": filled(zones),
  "genre/movie/list": Genres,
  "genre/tv/list?language=fr": Genres,
  "watch/providers/regions": v.strictObject({ results: filled(Countries.item) }),
  "watch/providers/movie": results,
  "search/movie?query=the": pageSchema(FilmEntry),
  "search/movie?query=12+angry+men&language=de-DE&year=1957&include_adult=false&api_key=k":
    pageSchema(FilmEntry),
  "search/tv?query=the&first_air_date_year=2003": pageSchema(SeriesEntry),
  "search/person?query=kurosawa": pageSchema(PersonEntry),
  "search/multi?api_key=k&&query=kurosawa&language=zh": pageSchema(MixedEntry),
  "search/multi?query=the&language=fr-FR": pageSchema(MixedEntry),
  "search/collection?query=the": pageSchema(v.never()),
  "discover/movie?with_genres=18&primary_release_date.gte=1950-01-01&with_origin_country=US":
    pageSchema(FilmEntry),
  "discover/movie?region=&with_genres=&watch_region=": pageSchema(FilmEntry),
  "discover/tv?sort_by=first_air_date.desc&with_original_language=en": pageSchema(SeriesEntry),
  "discover/tv?sort_by=popularity.desc&page=2&with_networks=": pageSchema(SeriesEntry),
  "movie/popular?page=2": pageSchema(FilmEntry),
  "movie/now_playing": Releases,
  "movie/upcoming?page=1&language=en&originalLanguage=": Releases,
  "tv/popular": pageSchema(SeriesEntry),
  "person/popular": pageSchema(PersonEntry),
  "trending/all/week?api_key=k&page=1": pageSchema(MixedTitle),
  "trending/movie/day?page=2": pageSchema(MixedTitle),
  "trending/person/day": pageSchema(MixedPerson),
  "find/tt0050083?external_source=imdb_id&language=de-DE%2Cnull%2Cen": Found,
  "find/Q2345?external_source=wikidata_id": Found,
  "find/Q1?external_source=wikidata_id": Found,
  "find/121361?external_source=tvdb_id": Found,
  "find/someone?external_source=twitter_id": Found,
  "find/tt0050083?external_source=constructor": Found,
  "movie/389": FilmDetails,
  "movie/{film}?language=de-DE": FilmDetails,
  "movie/tt0050083": FilmDetails,
  [`movie/389?append_to_response=${Object.keys(ofFilms).join(",").replace("/", "%2F")}`]: appended(
    FilmDetails,
    ofFilms,
  ),
  "movie/389/credits": byId(FilmCredits),
  "movie/389/external_ids": byId(FilmIds),
  "movie/389/alternative_titles": byId(FilmTitles),
  "movie/389/translations": byId(FilmTranslations),
  "movie/389/images": byId(Images),
  "movie/389/similar": v.object({ id: v.number(), ...pageSchema(v.never()).entries }),
  "movie/389/keywords": list("keywords"),
  "tv/{series}": SeriesDetails,
  "tv/1396": SeriesDetails,
  [`tv/{series}?append_to_response=${Object.keys(ofSeries).join(",")}`]: appended(SeriesDetails, ofSeries),
  "tv/{series}/credits": byId(SeriesCredits),
  "tv/{series}/aggregate_credits": byId(AggregateCredits),
  "tv/{series}/external_ids": byId(SeriesIds),
  "tv/{series}/alternative_titles": byId(SeriesTitles),
  "tv/{series}/translations": byId(SeriesTranslations),
  "tv/{series}/keywords": list("results"),
  "tv/1396/season/1": SeasonDetails,
  "tv/1396/season/1/credits": byId(SeriesCredits),
  "tv/1396/season/1/external_ids": byId(SeasonIds),
  "tv/1396/season/1/episode/1": EpisodeDetails,
  "tv/1396/season/1/episode/1/credits": byId(EpisodeCredits),
  "tv/1396/season/1/episode/1/external_ids": byId(EpisodeIds),
  "person/{person}": PersonDetails,
  "person/{person}?append_to_response=movie_credits,tv_credits,external_ids,images": appended(PersonDetails, {
    movie_credits: MovieCredits,
    tv_credits: TvCredits,
    external_ids: PersonIds,
    images: Profiles,
  }),
  "person/{person}/movie_credits": byId(MovieCredits),
  "person/{person}/tv_credits": byId(TvCredits),
  "person/{person}/combined_credits": byId(CombinedCredits),
  "person/{person}/external_ids": byId(PersonIds),
  "person/{person}/images": byId(Profiles),
  "person/{person}/translations": byId(PersonTranslations),
};
