/** The result of a source: a value, or JSON that is stored ready to send, the ids of its titles and people, and notes. */
import * as v from "valibot";
import { MAX_COUNTED, MIN_RATING_VOTES } from "../contract/browse.ts";
import { Facts, Life } from "../contract/facts.ts";
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

/** A value's JSON, which is ready to send and need not be parsed. A catalog stores it, or a source has sent it. */
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
  /** The dates of the episodes in the value. */
  readonly airs?: readonly string[];
  /** Whether parts arrived late and may be in a later response. */
  readonly isPartial?: boolean;
  /** Whether the next page has results. */
  readonly more?: boolean;
  /** Records that are stored separately, because the source cannot load a single one. */
  readonly titles?: readonly LoadedTitle[];
  /** The version of the data, or `null` or absent if it has none. The value is outdated when the data is replaced. */
  readonly version?: string | null | undefined;
  /** The stored responses that the value was made from. */
  readonly parts?: readonly StoredPart[];
}

/** A stored response's age, as in the cache. */
export interface StoredPart {
  /** The time of the source's response, in epoch milliseconds. */
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

/** Returns the JSON to send, or `null` if missing. */
export function jsonOf(loaded: LoadedList): string;
export function jsonOf(loaded: Loaded): string | null;
export function jsonOf({ value }: Loaded): string | null {
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

/** The titles and people in a result, whose purges include the response. */
export interface Ids {
  readonly titles?: readonly number[];
  readonly people?: readonly number[];
}

/** The notes on a list. */
const ListNotes = v.object({
  /** The number of titles on all pages. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The number of counted titles, if the list has more. */
  moreThan: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The value of `after` for further titles, on the last numbered page of a longer list. */
  next: v.optional(v.string()),
  /** The names of ignored parameters. */
  ignored: v.optional(v.string()),
  /** The corrected query, if it was corrected. */
  correctedText: v.optional(v.string()),
  /** The number of best matches that genre and order apply to. Absent if they apply to all. */
  limitedTo: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The interpreted parts of the query. */
  understood: v.optional(Understood),
});
export type ListNotes = Readonly<v.InferOutput<typeof ListNotes>>;

/** Notes on one response instead of a title. */
const PageNotes = v.object({
  /** The other title by which each title was found, by id. */
  foundBy: v.optional(v.record(v.string(), v.string())),
  /** Ratings by id, if records have none or the list is sorted by different ones. */
  ratings: v.optional(v.record(v.string(), v.number())),
  /** The popularity of each result (higher is better known), and whether the query is one of its names. */
  standing: v.optional(v.array(v.tuple([v.number(), v.boolean()]))),
  /** The ids of a person's titles, best known first. */
  bestKnown: v.optional(v.array(v.number())),
  /** The dates and the place of birth of a person. */
  life: v.optional(Life),
  /** The language of the plot. Absent if unknown. */
  plotLanguage: v.optional(v.string()),
  /** The languages with a translated title or plot. Absent if unknown. */
  languages: v.optional(v.array(v.string())),
});
export type PageNotes = Readonly<v.InferOutput<typeof PageNotes>>;

/** Notes that are stored next to a response's JSON and never sent with it. */
export const Notes = v.object({
  /** The facts of a single title. */
  facts: v.optional(Facts),
  /** The facts of titles in the response, by id. Titles without known facts are absent. */
  factsById: v.optional(v.record(v.string(), Facts)),
  list: v.optional(ListNotes),
  page: v.optional(PageNotes),
  /** The time at which the next episode airs, or at which a current one began, in epoch milliseconds. */
  airsAt: v.optional(v.pipe(v.number(), v.safeInteger())),
});
export type Notes = Readonly<v.InferOutput<typeof Notes>>;

interface DescribedTitle {
  readonly id: number;
  readonly facts: Facts;
}

/** Returns the notes with these facts. */
export function factNotes(titles: readonly DescribedTitle[]): Pick<Notes, "factsById"> {
  const described = titles.filter(({ facts }) => Object.values(facts).some((fact) => fact !== undefined));
  if (described.length === 0) return {};
  return { factsById: Object.fromEntries(described.map(({ id, facts }) => [id, facts])) };
}

/** Returns the notes on a list's size, which is `null` if unknown. */
export function totalOf(titles: number | null): Pick<ListNotes, "total" | "moreThan"> {
  if (titles === null) return {};
  return titles > MAX_COUNTED ? { moreThan: MAX_COUNTED } : { total: titles };
}

/** The maximum number of a person's titles whose order and ratings a page receives. */
const MAX_RATED = 100;

/**
 * Returns the order, ratings and facts of a person's titles, without ratings by few people. `titles` must be sorted
 * by popularity.
 */
export function filmographyNotes(
  titles: readonly (DescribedTitle & { readonly rating: number })[],
  life: Life,
): Notes {
  const best = titles.slice(0, MAX_RATED);
  const rated = best.filter(({ rating, facts }) => rating > 0 && (facts.votes ?? 0) >= MIN_RATING_VOTES);
  const ratings = new Map(rated.map(({ id, rating }) => [id, rating]));
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
      ...(Object.keys(life).length > 0 && { life }),
    },
  };
}

/** Parses the notes as the cache stores them, or `null` for none. */
export function readNotes(text: string | null): Notes {
  return (text === null ? null : parseJson(Notes, text)) ?? {};
}

export const NO_RESULTS: LoadedList<never[]> = { value: [], isEmpty: true, more: false };

/** The result for a title or person that does not exist. */
export const MISSING: Loaded<never> = { value: null };

/** Returns a list of titles, or of anything that has a title's id. */
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

/** Returns the results of a search for people. */
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

/** Returns a suggestion. `other` is another title by which it was found. */
export function suggestedTitle(
  { id, type, title, original_title, year, poster }: FilmographyTitle,
  other?: string,
): SearchSuggestion {
  return {
    kind: "title",
    id,
    name: title,
    ...(original_title !== title && original_title !== "" && { original_title }),
    ...(year !== "" && { year }),
    type,
    ...(other !== undefined && { other_title: other }),
    ...(poster !== null && { image: poster }),
  };
}

/** Returns as many suggestions as fit into `MAX_SUGGESTION_BYTES`. */
export function suggestionList(suggestions: readonly SearchSuggestion[]): LoadedList<SearchSuggestion[]> {
  const encoder = new TextEncoder();
  const kept: SearchSuggestion[] = [];
  for (const suggestion of suggestions) {
    const { length } = encoder.encode(JSON.stringify([...kept, suggestion]));
    if (length <= MAX_SUGGESTION_BYTES) kept.push(suggestion);
  }
  const idsOf = (wanted: SearchSuggestion["kind"]) =>
    kept.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  return {
    value: kept,
    isEmpty: kept.length === 0,
    ids: { titles: idsOf("title"), people: idsOf("person") },
  };
}
