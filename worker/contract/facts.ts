/** Facts about a title that its record has no field for. */
import * as v from "valibot";
import { Day, PartialDate, Year } from "./dates.ts";
import { ImagePath, type TitleRecord } from "./record.ts";
import { EpisodeReference } from "./seasons.ts";

export const EXTERNAL_SOURCES = ["imdb", "tmdb-movie", "tmdb-tv", "tmdb-person", "tvdb", "wikidata"] as const;
export type ExternalSource = (typeof EXTERNAL_SOURCES)[number];

export const TitleExternalIds = v.partial(v.strictObject(v.entriesFromList(EXTERNAL_SOURCES, v.string())));

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

export const SeriesExtent = v.strictObject({
  last_year: v.optional(v.pipe(count, v.description("Year of the last episode, if the series has ended."))),
  seasons: v.optional(v.pipe(count, v.description("Number of seasons."))),
  in_production: v.optional(v.pipe(v.boolean(), v.description("Whether the series is still in production."))),
});
export type SeriesExtent = v.InferOutput<typeof SeriesExtent>;

/** A string with a maximum length, because facts are stored in a header. */
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

export const STATUSES = ["announced", "in_production", "released", "returning", "ended", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

export const Certificate = v.strictObject({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description("Country (ISO 3166-1).")),
  certificate: v.pipe(text, v.maxLength(30), v.description("The certificate as written in that country.")),
});
export type Certificate = v.InferOutput<typeof Certificate>;

/** The maximum number of companies per title. The same limit applies to networks. */
export const MAX_NAMES = 20;
const names = v.pipe(v.array(v.pipe(text, v.maxLength(100))), v.minLength(1), v.maxLength(MAX_NAMES));

/** The maximum number of upcoming episodes that are stored per title. */
export const MAX_UPCOMING = 20;

/**
 * The air dates of a series. Specials only count if there are no other episodes. Values that depend on the current
 * date are computed for each response (`details.ts`).
 */
export const Schedule = v.strictObject({
  episodes: v.optional(count),
  first_aired: v.optional(v.union([Day, Year])),
  /** The latest air date that was not in the future when the source was read. */
  last_aired: v.optional(v.union([Day, Year])),
  /** The episodes that air after `last_aired`, earliest first. */
  upcoming: v.optional(v.pipe(v.array(EpisodeReference), v.maxLength(MAX_UPCOMING))),
});
export type Schedule = v.InferOutput<typeof Schedule>;

/** A collection. `number` is its TMDB number or, if it has none, a number that TMDB does not use. */
export const CollectionFact = v.strictObject({ number: count, name: text });
export type CollectionFact = v.InferOutput<typeof CollectionFact>;

export const TranslatedFacts = v.object({
  tagline: v.optional(text),
  trailer: v.optional(v.pipe(text, v.startsWith("https://"))),
});

export const Facts = v.object({
  votes: v.optional(count),
  /** The popularity score of the source, on the source's own scale. */
  popularity: v.optional(v.number()),
  /** The language subtag of the original language. */
  language: v.optional(text),
  series: v.optional(SeriesExtent),
  schedule: v.optional(Schedule),
  external: v.optional(TitleExternalIds),
  /** The release date, or the date of the first episode. */
  released: v.optional(Day),
  status: v.optional(v.picklist(STATUSES)),
  certificates: v.optional(v.pipe(v.array(Certificate), v.minLength(1), v.maxLength(100))),
  companies: v.optional(names),
  networks: v.optional(names),
  collection: v.optional(CollectionFact),
  backdrop: v.optional(ImagePath),
  ...TranslatedFacts.entries,
});
export type Facts = Readonly<v.InferOutput<typeof Facts>>;

/** The dates of a person's birth and death, and the place of birth. */
export const Life = v.object({
  born: v.optional(PartialDate),
  died: v.optional(PartialDate),
  /** The place of birth, as written by the source. */
  birthplace: v.optional(v.pipe(text, v.maxLength(200))),
});
export type Life = Readonly<v.InferOutput<typeof Life>>;

export interface Title {
  readonly record: TitleRecord;
  readonly facts: Facts;
}

/** Returns the facts that are well-formed, and drops all others. */
export function readFacts(fields: Readonly<Partial<Record<keyof Facts, unknown>>>): Facts {
  return readMembers(Facts.entries, fields);
}

/** Returns the fields of a person's life that are well-formed, and drops all others. */
export function readLife(fields: Readonly<Partial<Record<keyof Life, unknown>>>): Life {
  return readMembers(Life.entries, fields);
}

function readMembers(schemas: v.ObjectEntries, fields: Readonly<Record<string, unknown>>): object {
  const members = Object.entries(schemas).flatMap(([name, schema]) => {
    const read = v.safeParse(schema as v.GenericSchema, fields[name]);
    return read.success && read.output !== undefined ? [[name, read.output]] : [];
  });
  return Object.fromEntries(members);
}
