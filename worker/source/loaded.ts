/** The result that a source returns: a value or finished JSON, the ids of its titles and people, and notes. */

import * as v from "valibot";
import { MAX_COUNTED, MIN_RATING_VOTES } from "../contract/browse.ts";
import { Facts } from "../contract/facts.ts";
import { parseJson } from "../contract/json.ts";
import {
  type FilmographyTitle,
  MAX_SUGGESTION_BYTES,
  type Person,
  type PersonResult,
  type SearchSuggestion,
} from "../contract/people.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { Understood } from "../contract/understood.ts";
import { findTellingGenre } from "../text/genres.ts";

/** The JSON of a value, as stored in the catalog or received from a source. It is sent without being parsed. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Loaded<Value = unknown> {
  /** The value, or `null` if the title or person does not exist. */
  readonly value: Value | Json | null;
  readonly ids?: Ids;
  readonly notes?: Notes;
  /** The air dates of the episodes in the value. */
  readonly airs?: readonly string[];
  /** Whether parts of the value arrived too late. A later response may contain them. */
  readonly isPartial?: boolean;
  /** Whether the request had too few statements left to search everywhere. The same request could find more alone. */
  readonly isCut?: boolean;
  /** Whether the next page has results. */
  readonly more?: boolean;
  /** The records to store separately, if the source cannot load single records. */
  readonly titles?: readonly LoadedTitle[];
  /**
   * The version of the data, or `null` or absent if the data has no versions. The value becomes outdated when the
   * data is replaced.
   */
  readonly version?: string | null | undefined;
  /** The stored responses that the value was made from. */
  readonly parts?: readonly StoredPart[];
}

/** The time and log position of a stored response, as in a cache entry. */
export interface StoredPart {
  /** The time of the request to the source, in epoch milliseconds. */
  readonly storedAt: number;
  /** The position in the change log at that time. */
  readonly logPosition: number;
}

export interface LoadedList<Value = unknown> extends Loaded<Value> {
  readonly value: Value | Json;
  readonly isEmpty: boolean;
}

interface LoadedTitle extends TitleQuery {
  readonly record: TitleRecord;
}

/** Returns the JSON to send, or `null` if the value is missing. */
export function toJson(loaded: LoadedList): string;
export function toJson(loaded: Loaded): string | null;
export function toJson({ value }: Loaded): string | null {
  if (value === null) return null;
  return value instanceof Json ? value.text : JSON.stringify(value);
}

/** Parses a value for use inside the Worker. Returns `null` if it is missing or does not match the schema. */
export function readLoaded<Value>(
  schema: v.GenericSchema<unknown, Value>,
  { value }: Loaded<Readonly<Value>>,
): Readonly<Value> | null {
  return value instanceof Json ? parseJson(schema, value.text) : value;
}

/** The ids of the titles and people in a result. If one of them is purged, so is the response. */
export interface Ids {
  readonly titles?: readonly number[];
  readonly people?: readonly number[];
}

const ListNotes = v.object({
  /** The total number of titles on all pages. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The number of titles that were counted, if the list has more of them. */
  moreThan: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The value of `after` for the titles after the last numbered page, if there are any. */
  next: v.optional(v.string()),
  /** The names of ignored parameters. */
  ignored: v.optional(v.string()),
  /** The query after spelling correction. Absent if nothing was corrected. */
  correctedText: v.optional(v.string()),
  /** The query with the names that were probably meant. Titles were not searched for with it. */
  suggestedText: v.optional(v.string()),
  /**
   * The number of best matches to which the genre and the order were applied. Absent if they were applied to all
   * titles.
   */
  limitedTo: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  understood: v.optional(Understood),
});
export type ListNotes = Readonly<v.InferOutput<typeof ListNotes>>;

/** Notes about the response as a whole. */
const PageNotes = v.object({
  /** The alternative names by which titles were found, keyed by id. */
  foundBy: v.optional(v.record(v.string(), v.string())),
  /**
   * The sentences of plots by which titles were found, by id. Each is divided so that every second piece is a word of
   * the query.
   */
  excerpts: v.optional(v.record(v.string(), v.pipe(v.array(v.string()), v.readonly()))),
  /** Ratings by id. Only set for a filmography, whose records have no ratings. */
  ratings: v.optional(v.record(v.string(), v.number())),
  /** The genre that tells most about a title, by id. Only set for a filmography, whose records have no genres. */
  genres: v.optional(v.record(v.string(), v.string())),
  /** The popularity of each result (higher is better known), and whether the query is one of its names. */
  standing: v.optional(v.array(v.tuple([v.number(), v.boolean()]))),
  /** The ids of a person's titles, best known first. */
  bestKnown: v.optional(v.array(v.number())),
  /** The ids of titles whose plots are in English, in a list in another language. Absent if unknown. */
  englishPlots: v.optional(v.array(v.number())),
  /** The language of the plot. Absent if unknown. */
  plotLanguage: v.optional(v.string()),
  /** The languages that have a translated title or plot. Absent if unknown. */
  languages: v.optional(v.array(v.string())),
});
export type PageNotes = Readonly<v.InferOutput<typeof PageNotes>>;

/** Notes that are cached together with a response's JSON, and never sent. */
export const Notes = v.object({
  facts: v.optional(Facts),
  /** The facts of the titles in the response, by id. Titles without facts are absent. */
  factsById: v.optional(v.record(v.string(), Facts)),
  list: v.optional(ListNotes),
  page: v.optional(PageNotes),
  /**
   * The time at which the next episode airs, in epoch milliseconds. While an episode airs, the time at which it
   * began.
   */
  airsAt: v.optional(v.pipe(v.number(), v.safeInteger())),
});
export type Notes = Readonly<v.InferOutput<typeof Notes>>;

interface DescribedTitle {
  readonly id: number;
  readonly facts: Facts;
}

/** Returns notes with the facts of these titles. */
export function factNotes(titles: readonly DescribedTitle[]): Pick<Notes, "factsById"> {
  const described = titles.filter(({ facts }) => Object.values(facts).some((fact) => fact !== undefined));
  if (described.length === 0) return {};
  return { factsById: Object.fromEntries(described.map(({ id, facts }) => [id, facts])) };
}

/** Returns notes with the size of a list. `titles` is `null` if it is unknown. */
export function toSizeNotes(titles: number | null): Pick<ListNotes, "total" | "moreThan"> {
  if (titles === null) return {};
  return titles > MAX_COUNTED ? { moreThan: MAX_COUNTED } : { total: titles };
}

/** The maximum number of a person's titles whose order and ratings are kept in the notes. */
const MAX_RATED = 100;

interface RatedTitle extends DescribedTitle {
  readonly rating: number;
  readonly genres?: string;
}

/**
 * Returns the notes of a filmography: order, ratings, genres and facts. Leaves out ratings with too few votes. `titles` must
 * be sorted by popularity.
 */
export function filmographyNotes(titles: readonly RatedTitle[]): Notes {
  const best = titles.slice(0, MAX_RATED);
  const rated = best.filter(({ rating, facts }) => rating > 0 && (facts.votes ?? 0) >= MIN_RATING_VOTES);
  const ratings = new Map(rated.map(({ id, rating }) => [id, rating]));
  const genres = best.flatMap(({ id, genres = "" }) => {
    const genre = findTellingGenre(genres);
    return genre === undefined ? [] : [[id, genre] as const];
  });
  return {
    ...factNotes(
      titles.map(({ id, facts }) => ({
        id,
        facts: ratings.has(id) ? facts : { ...facts, votes: undefined },
      })),
    ),
    page: {
      bestKnown: best.map(({ id }) => id),
      ratings: Object.fromEntries(ratings),
      genres: Object.fromEntries(genres),
    },
  };
}

/** Parses cached notes. `null` stands for empty notes. */
export function readNotes(text: string | null): Notes {
  return (text === null ? null : parseJson(Notes, text)) ?? {};
}

export const NO_RESULTS: LoadedList<never[]> = { value: [], isEmpty: true, more: false };

/** The result if the title or person does not exist. */
export const MISSING: Loaded<never> = { value: null };

/** Returns a list of titles, or of anything else with the id of a title. */
export function titleList<Title extends { readonly id: number }>(
  titles: readonly Title[],
  rest: Partial<Loaded> = {},
): LoadedList<readonly Title[]> {
  return {
    ...rest,
    value: titles,
    isEmpty: titles.length === 0,
    ids: { ...rest.ids, titles: titles.map(({ id }) => id) },
  };
}

export function peopleList(
  people: readonly PersonResult[],
  rest: Partial<Loaded> = {},
): LoadedList<readonly PersonResult[]> {
  return {
    ...rest,
    value: people,
    isEmpty: people.length === 0,
    ids: {
      people: people.map(({ id }) => id),
      titles: people.flatMap(({ known_for }) => known_for.map(({ id }) => id)),
    },
  };
}

export function filmographyTitles({ known_for, credits }: Person): number[] {
  return [...known_for, ...credits.map(({ title }) => title)].map(({ id }) => id);
}

/** Returns a suggestion for a title. `other` is the name by which it was found, unless that is its title. */
export function suggestedTitle(
  {
    id,
    type,
    title,
    original_title,
    year,
    poster,
    genres = "",
  }: FilmographyTitle & Partial<Pick<TitleRecord, "genres">>,
  other?: string,
): SearchSuggestion {
  return {
    kind: "title",
    id,
    name: title,
    ...(original_title !== title && original_title !== "" && { original_title }),
    ...(year !== "" && { year }),
    type,
    ...(genres !== "" && { genres }),
    ...(other !== undefined && { other_title: other }),
    ...(poster !== null && { image: poster }),
  };
}

/** Returns suggestions, but no more than fit into `MAX_SUGGESTION_BYTES`. */
export function suggestionList(suggestions: readonly SearchSuggestion[]): LoadedList<SearchSuggestion[]> {
  const encoder = new TextEncoder();
  const kept: SearchSuggestion[] = [];
  for (const suggestion of suggestions) {
    const { length } = encoder.encode(JSON.stringify([...kept, suggestion]));
    if (length <= MAX_SUGGESTION_BYTES) kept.push(suggestion);
  }
  const listIds = (wanted: SearchSuggestion["kind"]) =>
    kept.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  return {
    value: kept,
    isEmpty: kept.length === 0,
    ids: { titles: listIds("title"), people: listIds("person") },
  };
}
