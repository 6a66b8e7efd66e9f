/** Names of files matched to titles: `/v1/match`, and lists that do not fit into an address, sent as JSON. */
import * as v from "valibot";
import { EXTERNAL_SOURCES } from "./facts.ts";
import { type InferQuery, LANG, type Parameter } from "./parameters.ts";
import { FindAnswer } from "./people.ts";
import { ADULT, isExternalId } from "./query.ts";
import { TitleRecord } from "./record.ts";
import { EpisodeReference } from "./seasons.ts";

/** The most code points of a name. */
export const LONGEST_NAME = 1_000;

export const NAME: Parameter<string, "name"> = {
  name: "name",
  parse: parseName,
  must: `must be a file name or a path of 1 to ${LONGEST_NAME} characters`,
  schema: { type: "string", minLength: 1, maxLength: LONGEST_NAME },
  description: `A file name or a path, 1–${LONGEST_NAME} characters.`,
  example: "The.Matrix.1999.1080p.BluRay.x264-GRP.mkv",
};
export const MATCH = { name: NAME, lang: LANG, includeAdult: ADULT };
export type MatchQuery = InferQuery<typeof MATCH>;

/** `null`: blank or too long. */
function parseName(value: string): string | null {
  const name = value.toWellFormed();
  return name.trim() === "" || [...name].length > LONGEST_NAME ? null : name;
}

/** The names of a POST. */
export const MATCHES = {
  field: "names",
  description: "File names or paths.",
  item: NAME,
  beside: { lang: LANG, includeAdult: ADULT },
};

/** The ids of a POST. */
export const FINDS = {
  field: "ids",
  description: "A source and an id, as in imdb:tt0133093 or tmdb-movie:603.",
  item: {
    parse(text: string) {
      const [name, external = ""] = text.split(":", 2);
      const source = EXTERNAL_SOURCES.find((known) => known === name);
      const isId = source !== undefined && isExternalId(source, external) && text === `${source}:${external}`;
      return isId ? { source, external } : null;
    },
    must: `must be a source and an id such as imdb:tt0133093; the sources are ${EXTERNAL_SOURCES.join(", ")}`,
    schema: { type: "string" },
  },
  beside: { lang: LANG },
} as const;

/** The fields parsed from the name of a file. */
export const ParsedName = v.strictObject({
  title: v.pipe(v.string(), v.description("The title; empty if the name contains none.")),
  year: v.pipe(v.nullable(v.string()), v.description("Year in the name.")),
  type: v.pipe(v.nullable(v.literal("series")), v.description("series, if the name says so.")),
  season: v.pipe(v.nullable(v.number()), v.description("Number of the season.")),
  episodes: v.pipe(v.array(v.number()), v.description("Numbers of the episodes, a range in full.")),
  date: v.optional(v.pipe(v.string(), v.description("Date of a daily episode, as in 2024-05-01."))),
  part: v.pipe(
    v.nullable(v.string()),
    v.description("Disc, as in cd1 or disc 2; extra for trailers, samples and other extras."),
  ),
  edition: v.pipe(v.nullable(v.string()), v.description("Edition as written, dots as spaces.")),
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

/** The title that a name means, with the episodes that it means. */
export const MatchedTitle = v.strictObject({
  ...FileMatch.entries,
  episodes: v.optional(
    v.pipe(
      v.array(EpisodeReference),
      v.description(
        "The episodes that the name means by their numbers or their date; absent if none is known.",
      ),
    ),
  ),
});

export const MatchAnswer = v.strictObject({
  name: v.pipe(v.string(), v.description("The name as sent.")),
  read: ParsedName,
  match: v.pipe(v.nullable(MatchedTitle), v.description("The title; null if none is certain enough.")),
  others: v.pipe(v.array(FileMatch), v.maxLength(5), v.description("Other titles, likeliest first.")),
});
export type MatchAnswer = v.InferOutput<typeof MatchAnswer>;

/** In the order of the names. */
export const MatchesAnswer = v.array(MatchAnswer);

/** In the order of the ids; `null`: unknown id. */
export const FindsAnswer = v.array(v.nullable(FindAnswer));
