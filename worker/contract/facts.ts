/** The facts about a title in addition to its record: what sources know of it and the record has no field for. */
import * as v from "valibot";
import type { TitleRecord } from "./record.ts";

/** Sources of external ids. */
export const EXTERNAL_SOURCES = ["imdb", "tmdb-movie", "tmdb-tv", "tmdb-person", "wikidata"] as const;
export type ExternalSource = (typeof EXTERNAL_SOURCES)[number];

/** The ids of a title in other sources; unknown ones are absent. */
export const TitleExternalIds = v.partial(v.strictObject(v.entriesFromList(EXTERNAL_SOURCES, v.string())));

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** How far a series goes, as far as it is known. */
export const SeriesExtent = v.strictObject({
  last_year: v.optional(v.pipe(count, v.description("Year of the last episode, if the series has ended."))),
  seasons: v.optional(v.pipe(count, v.description("How many seasons there are."))),
  in_production: v.optional(v.pipe(v.boolean(), v.description("Whether the series goes on."))),
});
export type SeriesExtent = v.InferOutput<typeof SeriesExtent>;

/** A text of a source. Facts are stored in a header, so that none may be long. */
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

/** Facts that differ from language to language. */
export const TranslatedFacts = v.object({
  tagline: v.optional(text),
  /** Address of a trailer. */
  trailer: v.optional(v.pipe(text, v.startsWith("https://"))),
});

/** Unknown facts are absent. */
export const Facts = v.object({
  /** The number of people who rated the title. */
  votes: v.optional(count),
  /** The value that lists are ordered by, on any scale. */
  popularity: v.optional(v.number()),
  /** Subtag of the original language. */
  language: v.optional(text),
  /** The extent of a series. */
  series: v.optional(SeriesExtent),
  /** Ids of the title in other sources. */
  external: v.optional(TitleExternalIds),
  ...TranslatedFacts.entries,
});
export type Facts = Readonly<v.InferOutput<typeof Facts>>;

export interface Title {
  readonly record: TitleRecord;
  readonly facts: Facts;
}

/** Returns the facts that are known and valid. */
export function readFacts(given: Readonly<Partial<Record<keyof Facts, unknown>>>): Facts {
  const facts = Object.entries(Facts.entries).flatMap(([name, schema]) => {
    const read = v.safeParse(schema, given[name as keyof Facts]);
    return read.success && read.output !== undefined ? [[name, read.output]] : [];
  });
  return Object.fromEntries(facts);
}
