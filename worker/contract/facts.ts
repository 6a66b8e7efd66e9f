/** The facts about a title in addition to its record: what sources know of it and the record has no field for. */
import * as v from "valibot";
import { Day, Year } from "./dates.ts";
import { ImagePath, type TitleRecord } from "./record.ts";
import { EpisodeReference } from "./seasons.ts";

/** Sources of external ids. */
export const EXTERNAL_SOURCES = ["imdb", "tmdb-movie", "tmdb-tv", "tmdb-person", "tvdb", "wikidata"] as const;
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

export const STATUSES = ["announced", "in_production", "released", "returning", "ended", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

export const Certificate = v.strictObject({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description("Country (ISO 3166-1).")),
  certificate: v.pipe(text, v.maxLength(30), v.description("The certificate, as the country writes it.")),
});
export type Certificate = v.InferOutput<typeof Certificate>;

/** The most names of companies, or of networks, that a title has. */
export const MAX_NAMES = 20;
const names = v.pipe(v.array(v.pipe(text, v.maxLength(100))), v.minLength(1), v.maxLength(MAX_NAMES));

/** The most episodes to come that a title has. */
export const MAX_UPCOMING = 20;

/**
 * The dates of a series whose episodes are known, without specials unless there is nothing else. What follows from today's date is
 * computed when a response is made (`details.ts`).
 */
export const Schedule = v.strictObject({
  episodes: v.optional(count),
  first_aired: v.optional(v.union([Day, Year])),
  /** The latest date up to the day on which the source was read. */
  last_aired: v.optional(v.union([Day, Year])),
  /** The episodes after that, by date. */
  upcoming: v.optional(v.pipe(v.array(EpisodeReference), v.maxLength(MAX_UPCOMING))),
});
export type Schedule = v.InferOutput<typeof Schedule>;

/** The number is TMDB's, or one of our own that TMDB does not have. */
export const CollectionFact = v.strictObject({ number: count, name: text });
export type CollectionFact = v.InferOutput<typeof CollectionFact>;

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
  /** The dates of a series. */
  schedule: v.optional(Schedule),
  /** Ids of the title in other sources. */
  external: v.optional(TitleExternalIds),
  /** The date of the first release, or of the first episode. */
  released: v.optional(Day),
  status: v.optional(v.picklist(STATUSES)),
  /** One for each country, in order of the countries. */
  certificates: v.optional(v.pipe(v.array(Certificate), v.minLength(1), v.maxLength(100))),
  /** Production companies. */
  companies: v.optional(names),
  /** The networks of a series. */
  networks: v.optional(names),
  collection: v.optional(CollectionFact),
  /** Path of an image. */
  backdrop: v.optional(ImagePath),
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
