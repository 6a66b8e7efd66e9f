/** The result of a source: a value, or JSON that is stored ready to send, the ids of its titles and people, and notes. */
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

/** JSON of a value, ready to send, which need not be parsed: a catalog stores it, or a source has sent it. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Loaded<Value = unknown> {
  /** `null`: the title or person does not exist. */
  readonly value: Value | Json | null;
  readonly ids?: Ids;
  readonly notes?: Notes;
  /** The dates of the episodes that it is about. */
  readonly airs?: readonly string[];
  /** Whether parts did not arrive in time, but may be available soon. */
  readonly isPartial?: boolean;
  /** Whether the next page would hold any results. */
  readonly more?: boolean;
  /** Records in it that are stored by themselves, since the origin cannot load a single record. */
  readonly titles?: readonly LoadedTitle[];
  /** Version of the data it was read from: outdated when that is replaced. Absent or `null`: the data has no version. */
  readonly version?: string | null | undefined;
  /** Stored responses that it was made from. */
  readonly parts?: readonly StoredPart[];
}

/** How old a stored response is, as the cache has it. */
export interface StoredPart {
  /** When the origin was asked, in milliseconds since 1970. */
  readonly storedAt: number;
  /** The number of the last change that was known then. */
  readonly logPosition: number;
}

export interface LoadedList<Value = unknown> extends Loaded<Value> {
  readonly value: Value | Json;
  readonly isEmpty: boolean;
}

interface LoadedTitle extends TitleQuery {
  readonly record: TitleRecord;
}

/** As it is sent; `null`: missing. */
export function jsonOf(loaded: LoadedList): string;
export function jsonOf(loaded: Loaded): string | null;
export function jsonOf({ value }: Loaded): string | null {
  if (value === null) return null;
  return value instanceof Json ? value.text : JSON.stringify(value);
}

/** For code inside the Worker; `null`: missing, or not of this schema. */
export function readLoaded<Value>(
  schema: v.GenericSchema<unknown, Value>,
  { value }: Loaded<Readonly<Value>>,
): Readonly<Value> | null {
  return value instanceof Json ? parseJson(schema, value.text) : value;
}

/** The titles and people in a result. A purge of any of them includes the response. */
export interface Ids {
  readonly titles?: readonly number[];
  readonly people?: readonly number[];
}

/** Notes on a list. */
const ListNotes = v.object({
  /** How many titles a list has, over all pages. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The same, if the list has more titles than are counted. */
  moreThan: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** On the last numbered page of a longer list: the value of `after` for its further titles. */
  next: v.optional(v.string()),
  /** Names of parameters that the response ignores. */
  ignored: v.optional(v.string()),
  /** The text that the results are for, if it was corrected. */
  correctedText: v.optional(v.string()),
  /** How many of the best matches genre and order apply to; absent: to all. */
  limitedTo: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The parts read in the text of a list. */
  understood: v.optional(Understood),
});
export type ListNotes = Readonly<v.InferOutput<typeof ListNotes>>;

/** Notes that belong to one response, and to no title. */
const PageNotes = v.object({
  /** By id, the other title by which a search found a title. */
  foundBy: v.optional(v.record(v.string(), v.string())),
  /** Ratings by id, if the records have none, or the list is ordered by different ones. */
  ratings: v.optional(v.record(v.string(), v.number())),
  /** For each result of a search: how well known it is (higher is better known), and whether the text is one of its names. */
  standing: v.optional(v.array(v.tuple([v.number(), v.boolean()]))),
  /** Ids of a person's titles, the best known first. */
  bestKnown: v.optional(v.array(v.number())),
  /** Language subtag of the plot; absent if unknown. */
  plotLanguage: v.optional(v.string()),
  /** Subtags of the languages with a title or a plot of their own; absent if unknown. */
  languages: v.optional(v.array(v.string())),
});
export type PageNotes = Readonly<v.InferOutput<typeof PageNotes>>;

/** Notes that are stored beside the JSON of a response, and never sent with it. */
export const Notes = v.object({
  /** The facts about the title, if the response is a single title. */
  facts: v.optional(Facts),
  /** Facts about the titles in the response, by id; without titles of which none is known. */
  factsById: v.optional(v.record(v.string(), Facts)),
  list: v.optional(ListNotes),
  page: v.optional(PageNotes),
  /** When the next episode begins to air, or an earlier one did if it is still airing, in milliseconds since 1970. */
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

/** The size of a list; `null`: unknown. */
export function totalOf(titles: number | null): Pick<ListNotes, "total" | "moreThan"> {
  if (titles === null) return {};
  return titles > MAX_COUNTED ? { moreThan: MAX_COUNTED } : { total: titles };
}

/** The most titles of a person whose order and ratings a page gets. */
const MAX_RATED = 100;

/**
 * Returns the order, the ratings and the facts of a person's titles. Ratings by few people are left out.
 *
 * @param titles the best known first
 */
export function filmographyNotes(titles: readonly (DescribedTitle & { readonly rating: number })[]): Notes {
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
    page: { bestKnown: best.map(({ id }) => id), ratings: Object.fromEntries(ratings) },
  };
}

/** `text`: as the cache stores them; `null`: none. */
export function readNotes(text: string | null): Notes {
  return (text === null ? null : parseJson(Notes, text)) ?? {};
}

export const NO_RESULTS: LoadedList<never[]> = { value: [], isEmpty: true, more: false };

/** The title or person does not exist. */
export const MISSING: Loaded<never> = { value: null };

/** A list of titles, or of anything with a title's id. */
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

/** The results of a search for people. */
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

/** `other`: another title, by which it was found. */
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

/** Leaves out suggestions that would make the JSON larger than `MAX_SUGGESTION_BYTES`. */
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
