/**
 * The details of a title in the API's format. Values that depend on the current date are computed for each response.
 */
import * as v from "valibot";
import { toDay } from "./dates.ts";
import {
  Certificate,
  type Facts,
  type Schedule,
  SeriesExtent,
  STATUSES,
  type Status,
  type Title,
} from "./facts.ts";
import { Id, ImagePath } from "./record.ts";
import { EpisodeReference } from "./seasons.ts";

const aired = v.pipe(v.string(), v.regex(/^\d{4}(-\d{2}-\d{2})?$/));

/** The seasons, episodes and dates of a series, as of the day of the response. */
export const SeriesDates = v.strictObject({
  ...SeriesExtent.entries,
  episodes: v.optional(v.pipe(v.number(), v.integer(), v.description("Number of episodes."))),
  first_aired: v.optional(v.pipe(aired, v.description("Date of the first episode, or its year."))),
  last_aired: v.optional(
    v.pipe(aired, v.description("Date of the latest episode up to today in UTC, or its year.")),
  ),
  next_episode: v.optional(v.pipe(EpisodeReference, v.description("The first episode after today in UTC."))),
});
export type SeriesDates = v.InferOutput<typeof SeriesDates>;

const CollectionMembers = v.strictObject({
  name: v.string(),
  titles: v.pipe(v.array(Id), v.description("Title ids in release order.")),
});

export const Details = v.strictObject({
  released: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d{2}-\d{2}$/),
      v.description("Date of the first release, or of the first episode."),
    ),
  ),
  status: v.optional(v.picklist(STATUSES)),
  tagline: v.optional(v.pipe(v.string(), v.description("In the requested language, otherwise in English."))),
  original_language: v.optional(
    v.pipe(v.string(), v.description("Original language (ISO 639-1, or 639-3 without one).")),
  ),
  certificates: v.optional(
    v.pipe(v.array(Certificate), v.description("Age ratings, one per country, sorted by country.")),
  ),
  companies: v.optional(v.pipe(v.array(v.string()), v.description("Production companies."))),
  networks: v.optional(v.pipe(v.array(v.string()), v.description("Networks of a series."))),
  collection: v.optional(v.pipe(CollectionMembers, v.description("The collection that a film belongs to."))),
  trailer: v.optional(v.pipe(v.string(), v.description("URL of a trailer."))),
  backdrop: v.optional(v.pipe(ImagePath, v.description("Path of a background image."))),
});
export type Details = v.InferOutput<typeof Details>;

/** Returns the seasons, episodes and dates of a series as of the day `today`. */
export function seriesDatesOn(
  today: string,
  {
    series = {},
    schedule: { upcoming = [], last_aired, ...schedule } = {},
  }: Pick<Facts, "series" | "schedule">,
): SeriesDates {
  const next = upcoming.find(({ aired }) => toDay(aired) > today);
  const last = upcoming.findLast(({ aired }) => toDay(aired) <= today)?.aired ?? last_aired;
  return {
    ...series,
    ...schedule,
    ...(last !== undefined && { last_aired: last }),
    ...(next !== undefined && { next_episode: next }),
  };
}

/**
 * Returns the details of a title as of the day `today`.
 * @param members the ids of the titles in the title's collection, or `null` if it has no collection
 */
export function detailsOn(today: string, title: Title, members: readonly number[] | null): Details {
  const { language = "", collection, ...facts } = title.facts;
  const released = facts.released ?? firstDay(facts.schedule);
  const status = statusOn(today, title);
  return {
    ...(released !== undefined && { released }),
    ...(status !== undefined && { status }),
    ...pickKnown(facts, "tagline"),
    ...(/^[a-z]{2,3}$/.test(language) && { original_language: language }),
    ...pickKnown(facts, "certificates", "companies", "networks"),
    ...(collection !== undefined &&
      members !== null && { collection: { name: collection.name, titles: [...members] } }),
    ...pickKnown(facts, "trailer", "backdrop"),
  };
}

function pickKnown<Name extends keyof Facts>(facts: Facts, ...names: readonly Name[]): Pick<Facts, Name> {
  const knownNames = names.filter((name) => facts[name] !== undefined);
  return Object.fromEntries(knownNames.map((name) => [name, facts[name]])) as Pick<Facts, Name>;
}

function firstDay({ first_aired }: Schedule = {}): string | undefined {
  return first_aired?.length === 4 ? undefined : first_aired;
}

const RETURNS_WITHIN_YEARS = 2;

/** Returns the day since which an episode must have aired for a series to count as returning. */
export function returningSince(today: string): string {
  return `${Number(today.slice(0, 4)) - RETURNS_WITHIN_YEARS}${today.slice(4)}`;
}

/** Returns the status of a title as of the day `today`. Derives it from dates if the source does not supply it. */
export function statusOn(today: string, { record, facts }: Title): Status | undefined {
  if (facts.status !== undefined) return facts.status;
  if (record.type === "movie") {
    const date = facts.released ?? record.year;
    if (date === "") return undefined;
    return toDay(date) <= today ? "released" : "announced";
  }
  if (record.type !== "series") return undefined;
  const { last_year, in_production, last_aired } = seriesDatesOn(today, facts);
  if (last_year !== undefined || in_production === false) return "ended";
  const isRecent = last_aired !== undefined && toDay(last_aired) >= returningSince(today);
  return in_production === true || isRecent ? "returning" : undefined;
}
