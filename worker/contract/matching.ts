/**
 * Queries and responses of the batch requests: `/v1/match` for file names, and requests for more ids than fit into a
 * URL.
 */
import * as v from "valibot";
import { EXTERNAL_SOURCES } from "./facts.ts";
import { type InferQuery, LANG, type Parameter } from "./parameters.ts";
import { FindResponse } from "./people.ts";
import { ADULT, isExternalId } from "./query.ts";
import { TitleRecord } from "./record.ts";
import { EpisodeReference } from "./seasons.ts";

/** The maximum length of a file name in code points. */
export const MAX_NAME_LENGTH = 1_000;

export const NAME: Parameter<string, "name"> = {
  name: "name",
  parse: parseName,
  expected: `must be a file name or a path of 1 to ${MAX_NAME_LENGTH} characters`,
  schema: { type: "string", minLength: 1, maxLength: MAX_NAME_LENGTH },
  description: `A file name or path, 1–${MAX_NAME_LENGTH} characters.`,
  example: "The.Matrix.1999.1080p.BluRay.x264-GRP.mkv",
};
export const MATCH = { name: NAME, lang: LANG, includeAdult: ADULT };
export type MatchQuery = InferQuery<typeof MATCH>;

/** Returns the file name in well-formed Unicode, or `null` if it is blank or too long. */
function parseName(value: string): string | null {
  const name = value.toWellFormed();
  return name.trim() === "" || [...name].length > MAX_NAME_LENGTH ? null : name;
}

export const MATCHES = {
  field: "names",
  description: "File names or paths.",
  item: NAME,
  common: { lang: LANG, includeAdult: ADULT },
};

export const FINDS = {
  field: "ids",
  description: "A source and an id, as in imdb:tt0133093 or tmdb-movie:603.",
  item: {
    parse(text: string) {
      const [name, external = ""] = text.split(":", 2);
      const source = EXTERNAL_SOURCES.find((externalSource) => externalSource === name);
      const isId = source !== undefined && isExternalId(source, external) && text === `${source}:${external}`;
      return isId ? { source, external } : null;
    },
    expected: `must be a source and an id such as imdb:tt0133093; the sources are ${EXTERNAL_SOURCES.join(", ")}`,
    schema: { type: "string" },
  },
  common: { lang: LANG },
} as const;

export const ParsedName = v.strictObject({
  title: v.pipe(v.string(), v.description("The title; empty if the name contains none.")),
  year: v.pipe(v.nullable(v.string()), v.description("Year in the name, or null.")),
  type: v.pipe(
    v.nullable(v.literal("series")),
    v.description("series if the name identifies episodes; otherwise null."),
  ),
  season: v.pipe(v.nullable(v.number()), v.description("Season number, or null.")),
  episodes: v.pipe(
    v.array(v.number()),
    v.description("Episode numbers. Of a range over 50, only the first."),
  ),
  date: v.optional(v.pipe(v.string(), v.description("Date of a daily episode, as in 2024-05-01."))),
  part: v.pipe(
    v.nullable(v.string()),
    v.description("Disc, such as cd1 or disc 2, or extra for trailers, samples and other extras."),
  ),
  edition: v.pipe(v.nullable(v.string()), v.description("Edition as written, with spaces for dots.")),
});
export type ParsedName = v.InferOutput<typeof ParsedName>;

export const FileMatch = v.strictObject({
  title: TitleRecord,
  confidence: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(1),
    v.description("Probability that the title is the right one."),
  ),
});
export type FileMatch = v.InferOutput<typeof FileMatch>;

export const MatchedTitle = v.strictObject({
  ...FileMatch.entries,
  episodes: v.optional(
    v.pipe(
      v.array(EpisodeReference),
      v.description("The episodes in the name, found by number or date. Absent if unknown."),
    ),
  ),
});

export const MatchResponse = v.strictObject({
  name: v.pipe(v.string(), v.description("The name as sent.")),
  read: ParsedName,
  match: v.pipe(
    v.nullable(MatchedTitle),
    v.description("The matching title, or null if no match is confident enough."),
  ),
  others: v.pipe(v.array(FileMatch), v.maxLength(5), v.description("Other candidates, likeliest first.")),
});
export type MatchResponse = v.InferOutput<typeof MatchResponse>;

export const MatchesResponse = v.array(MatchResponse);

/** The results in the order of the requested ids. The result of an unknown id is `null`. */
export const FindsResponse = v.array(v.nullable(FindResponse));

/** The minimum confidence of a match that is certain. Matches below it are listed by exception (docs/match.md). */
export const MIN_CONFIDENCE = 0.9;

/** A search for titles by their names. Each name is given by its keys: its folded words without spaces. */
export interface NamesQuery {
  readonly keys: readonly NamedKey[];
  readonly lang: string;
  readonly includeAdult: boolean;
  /** Whether to return the seasons of series. */
  readonly withSeasons: boolean;
}

/** A key, and the first and last year of titles with this name, or `null` for any year. */
export type NamedKey = readonly [key: string, first: number | null, last: number | null];

/** A title that has one of the names in a `NamesQuery`. */
export interface NamedTitle {
  readonly record: TitleRecord;
  /** The requested keys that the title has: 0 for its display title, 1 for another title, 2 for a part of one. */
  readonly keys: Readonly<Record<string, number>>;
  /** All names of the title. Each is a list of its parts, and a part is a list of folded words. */
  readonly forms: readonly (readonly (readonly string[])[])[];
  /** How well known the title is. Higher is better known. */
  readonly popularity: number;
  /** The countries in English. */
  readonly countries: string;
  /** The known seasons. */
  readonly seasons: readonly KnownSeason[];
}

/** A season, and the numbers of its first and last known episodes. */
export type KnownSeason = readonly [season: number, firstEpisode: number, lastEpisode: number];
