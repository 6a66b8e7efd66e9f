/** The result of a source: a value or ready-made JSON, the ids of its titles and people, and notes. */
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

/**
 * The JSON of a value. It can be sent as it is, because the catalog has stored it or a source has sent it in this
 * form.
 */
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
  /** Whether the value is incomplete because parts of it arrived late. A later response may contain them. */
  readonly isPartial?: boolean;
  /** Whether the next page has results. */
  readonly more?: boolean;
  /** The records to store under their own keys, for a source that cannot load a single record. */
  readonly titles?: readonly LoadedTitle[];
  /**
   * The version of the data, or `null` or absent if the data has no versions. The value is outdated once the data is
   * replaced.
   */
  readonly version?: string | null | undefined;
  /** The stored responses that the value was made from. */
  readonly parts?: readonly StoredPart[];
}

/** The age of a stored response, in the same form as in the cache. */
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

/** The ids of the titles and people in a result. If one of them is purged, so is the response. */
export interface Ids {
  readonly titles?: readonly number[];
  readonly people?: readonly number[];
}

/** Notes about a list. */
const ListNotes = v.object({
  /** The total number of titles on all pages. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The number of titles that were counted, if there are more. */
  moreThan: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The value of `after` that continues the list. Set on the last numbered page of a longer list. */
  next: v.optional(v.string()),
  /** The names of ignored parameters. */
  ignored: v.optional(v.string()),
  /** The query after spelling correction. Absent if nothing was corrected. */
  correctedText: v.optional(v.string()),
  /** The number of best matches that genre and order are applied to. Absent if they apply to all titles. */
  limitedTo: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** The interpretation of the query. */
  understood: v.optional(Understood),
});
export type ListNotes = Readonly<v.InferOutput<typeof ListNotes>>;

/** Notes that belong to the response as a whole, not to a title. */
const PageNotes = v.object({
  /** For titles that were found by another name, that name, keyed by id. */
  foundBy: v.optional(v.record(v.string(), v.string())),
  /** Ratings by id. Only set if the records have no ratings or the list is sorted by other ones. */
  ratings: v.optional(v.record(v.string(), v.number())),
  /** For each result, its popularity (higher is better known) and whether the query is one of its names. */
  standing: v.optional(v.array(v.tuple([v.number(), v.boolean()]))),
  /** The ids of a person's titles, best known first. */
  bestKnown: v.optional(v.array(v.number())),
  /** The dates of a person's life, and the place of birth. */
  life: v.optional(Life),
  /** The language of the plot. Absent if unknown. */
  plotLanguage: v.optional(v.string()),
  /** The languages that have a translated title or plot. Absent if unknown. */
  languages: v.optional(v.array(v.string())),
});
export type PageNotes = Readonly<v.InferOutput<typeof PageNotes>>;

/** Notes that are cached together with a response's JSON, and never sent. */
export const Notes = v.object({
  /** The facts of a single title. */
  facts: v.optional(Facts),
  /** Facts of the titles in the response, by id. Titles without facts are absent. */
  factsById: v.optional(v.record(v.string(), Facts)),
  list: v.optional(ListNotes),
  page: v.optional(PageNotes),
  /** The time at which the next episode airs, or at which the current one started, in epoch milliseconds. */
  airsAt: v.optional(v.pipe(v.number(), v.safeInteger())),
});
export type Notes = Readonly<v.InferOutput<typeof Notes>>;

interface DescribedTitle {
  readonly id: number;
  readonly facts: Facts;
}

/** Returns the facts of these titles as notes. */
export function factNotes(titles: readonly DescribedTitle[]): Pick<Notes, "factsById"> {
  const described = titles.filter(({ facts }) => Object.values(facts).some((fact) => fact !== undefined));
  if (described.length === 0) return {};
  return { factsById: Object.fromEntries(described.map(({ id, facts }) => [id, facts])) };
}

/** Returns the size of a list as notes. `titles` is `null` if it is unknown. */
export function totalOf(titles: number | null): Pick<ListNotes, "total" | "moreThan"> {
  if (titles === null) return {};
  return titles > MAX_COUNTED ? { moreThan: MAX_COUNTED } : { total: titles };
}

/** The maximum number of a person's titles for which a page gets the order and the ratings. */
const MAX_RATED = 100;

/**
 * Returns the notes for a filmography: the order, the ratings and the facts. Leaves out ratings that too few people
 * gave. `titles` must be sorted by popularity.
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

/** Parses the notes from the cache. `null` stands for empty notes. */
export function readNotes(text: string | null): Notes {
  return (text === null ? null : parseJson(Notes, text)) ?? {};
}

export const NO_RESULTS: LoadedList<never[]> = { value: [], isEmpty: true, more: false };

/** The result if a title or person does not exist. */
export const MISSING: Loaded<never> = { value: null };

/** Returns a list of titles, or of anything else that has the id of a title. */
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

/** Returns the results of a people search. */
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

/** Returns the suggestion of a title. `other` is the name by which it was found, if that is not its title. */
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
