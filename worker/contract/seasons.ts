/**
 * Seasons and episodes of a series. Every field is always present, and unknown values have the same form as in a
 * title record.
 */
import * as v from "valibot";
import { DATE_PATTERN } from "./dates.ts";
import { ImagePath } from "./record.ts";

const NUMBER = v.pipe(v.number(), v.integer(), v.minValue(0));

const Aired = v.pipe(
  v.string(),
  v.regex(DATE_PATTERN),
  v.description("Date of the first broadcast: YYYY-MM-DD, YYYY if only the year is known, or empty."),
);

const EpisodeIds = v.strictObject({
  imdb: v.optional(v.string()),
  "tmdb-episode": v.optional(v.string()),
  tvdb: v.optional(v.string()),
});

const season = v.pipe(NUMBER, v.description("Number of the season; specials are season 0."));
const episode = v.pipe(NUMBER, v.description("Number of the episode within its season."));
const title = v.pipe(
  v.string(),
  v.description("Title, in the requested language if available; may be empty."),
);

export const Episode = v.strictObject({
  episode,
  title,
  aired: Aired,
  runtime: v.pipe(v.string(), v.regex(/^\d+$/), v.description("Minutes, as a string; 0 if unknown.")),
  rating: v.pipe(v.number(), v.finite(), v.description("Average rating, 0 to 10; 0 if unrated.")),
  votes: v.pipe(NUMBER, v.description("Number of ratings; 0 if unknown.")),
  plot: v.pipe(v.string(), v.description("Summary; may be empty.")),
  still: v.pipe(v.nullable(ImagePath), v.description("Path of a still image; null if there is none.")),
  external_ids: v.pipe(EpisodeIds, v.description("Known ids in other sources.")),
});
export type Episode = v.InferOutput<typeof Episode>;

export const Season = v.strictObject({
  season,
  name: v.pipe(
    v.string(),
    v.description("Name, in the requested language if available; empty if the season has only a number."),
  ),
  episodes: v.pipe(NUMBER, v.description("Number of known episodes.")),
  aired: Aired,
  poster: v.pipe(v.nullable(ImagePath), v.description("Path of the poster; null if there is none.")),
});
export type Season = v.InferOutput<typeof Season>;

export const SeasonsResponse = v.array(Season);

export const SeasonResponse = v.strictObject({
  ...Season.entries,
  episodes: v.pipe(v.array(Episode), v.description("Episodes in numerical order.")),
});
export type SeasonResponse = v.InferOutput<typeof SeasonResponse>;

/** An episode as it is described outside its season, for example as the next episode of a series. */
export const EpisodeReference = v.strictObject({ season, episode, title, aired: Aired });
export type EpisodeReference = v.InferOutput<typeof EpisodeReference>;
