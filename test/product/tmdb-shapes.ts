/**
 * TMDB's responses, field by field, as far as the catalog gives them (developer.themoviedb.org/reference).
 */
import * as v from "valibot";
import { MAX_TMDB_ID } from "../../worker/tmdb/ids.ts";

const text = v.string();
const flag = v.boolean();
const number = v.pipe(v.number(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TMDB_ID));
const path = v.nullable(v.pipe(v.string(), v.startsWith("/")));
const orNull = v.nullable(text);
/** Programs compare its first four digits with a year. */
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
export function pageOf<S extends v.GenericSchema>(entry: S) {
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
  status: text,
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
  type: text,
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
export const SeriesCredits = v.object({
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
export const SeasonIds = v.object({ ...freebase, tvdb_id, wikidata_id: orNull });
export const EpisodeIds = v.object({ ...freebase, imdb_id: orNull, tvdb_id, wikidata_id: orNull });
export const FilmIds = v.object(elsewhere);
export const SeriesIds = v.object({ ...elsewhere, ...freebase, tvdb_id });
export const PersonIds = v.object({ ...elsewhere, ...freebase, tiktok_id: orNull, youtube_id: orNull });

const alternative = v.array(v.strictObject({ iso_3166_1: text, title: text, type: text }));
export const FilmTitles = v.object({ titles: alternative });
export const SeriesTitles = v.object({ results: alternative });

function translationsOf<S extends v.GenericSchema>(data: S) {
  const translated = { iso_3166_1: text, iso_639_1: text, name: text, english_name: text, data };
  return v.object({ translations: v.array(v.strictObject(translated)) });
}
const translatedWords = { homepage: text, overview: text, tagline: text };
export const FilmTranslations = translationsOf(
  v.strictObject({ ...translatedWords, runtime: count, title: text }),
);
export const SeriesTranslations = translationsOf(v.strictObject({ ...translatedWords, name: text }));
export const PersonTranslations = translationsOf(v.strictObject({ biography: text, name: text }));

export const Images = v.object({ backdrops: empty, logos: empty, posters: empty });
export const Profiles = v.object({ profiles: empty });

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
export const Countries = v.array(v.strictObject({ iso_3166_1: text, english_name: text, native_name: text }));
export const Languages = v.array(v.strictObject({ iso_639_1: text, english_name: text, name: text }));
export const Genres = v.strictObject({ genres: v.array(genre) });

export const TmdbErrorBody = v.strictObject({
  success: v.literal(false),
  status_code: count,
  status_message: v.pipe(v.string(), v.minLength(1)),
});
