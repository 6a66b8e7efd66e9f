import type { BrowseQuery } from "../contract/browse.ts";
import type { Kind } from "../contract/filter.ts";
import type {
  FindQuery,
  PeopleQuery,
  PersonQuery,
  SharedQuery,
  SuggestQuery,
  TitlesQuery,
} from "../contract/people-query.ts";
import type { CreditsQuery, SearchQuery, TitleQuery } from "../contract/query.ts";
import type { RefinedQuery } from "../contract/refined.ts";

/**
 * Where answers come from; it knows nothing of a cache. Every origin searches and gives credits. What else it
 * can do, it has a method for: a caller looks whether that is there, never at `name`.
 *
 * All methods throw a Problem when they fail. A failure is never returned as nothing found.
 */
export interface Origin {
  /** For the log and `Cache-Status`. */
  readonly name: string;
  /** Tells this source from any other in cache keys. No key is in it. */
  readonly source: string;
  /** A bare array of title records. */
  search(query: SearchQuery): Promise<LoadedList>;
  /** The same as pages ask it: of one genre, in another order, with no word taken for another. An origin has it that says in `remark` what `search` took a text for, and lists facets. */
  refine?(query: RefinedQuery): Promise<LoadedList>;
  /** The credits object of a title. */
  credits(query: CreditsQuery): Promise<Loaded>;
  /** The record of a title. */
  title?(query: TitleQuery): Promise<Loaded>;
  /** The records of several titles in one call: an array in the order of the ids, `null` where there is no such title. */
  titles?(query: TitlesQuery): Promise<LoadedList>;
  /** Other titles of the same name: a bare array of title records. */
  namesakes?(query: TitleQuery): Promise<LoadedList>;
  /** Titles that a text without results may mean, whatever its filter, the likeliest first: an array of title records. */
  suggestions?(query: SearchQuery): Promise<LoadedList>;
  /** Titles without words, narrowed by their facts, none of them for adults: a bare array of title records. */
  browse?(query: BrowseQuery): Promise<LoadedList>;
  /** What titles can be narrowed to in `browse`: `Facets`. An origin that browses has it. */
  facets?(): Promise<Loaded>;
  /** Why the first results of a search come first: text in printable ASCII. */
  explain?(query: SearchQuery): Promise<Loaded>;
  /** A `Person`: someone with all credits. */
  person?(query: PersonQuery): Promise<Loaded>;
  /** An array of `PersonResult`, the best match first. */
  people?(query: PeopleQuery): Promise<LoadedList>;
  /** The titles that all of these people worked on: an array of `SharedTitle`. `null`: one of them is unknown. */
  shared?(query: SharedQuery): Promise<Loaded>;
  /** Titles and people that a text may become: an array of `SearchSuggestion`, at most `MAX_SUGGESTION_BYTES`. */
  suggest?(query: SuggestQuery): Promise<LoadedList>;
  /** The title or person with an id of another source: a `FindAnswer`. */
  find?(query: FindQuery): Promise<Loaded>;
  /** How many parts the lists of titles and people have: `ListParts`. */
  listParts?(): Promise<Loaded>;
  /** A part of the list of all titles, from 1: an array of `ListedTitle`, empty past the end. Titles for adults are not listed. */
  list?(part: number): Promise<LoadedList>;
  /** A part of the list of the best-known people, from 1: an array of `ListedPerson`, empty past the end. */
  listPeople?(part: number): Promise<LoadedList>;
  /** The names of a title in every language: a `ListedTitle`. */
  names?(id: number): Promise<Loaded>;
  /** How many people rated a title: a number. 0 where it is not known, or nobody did. */
  votes?(query: VotesQuery): Promise<Loaded>;
  /** Names of genres by number, for an origin whose search gives numbers. */
  genres?(query: GenreQuery): Promise<Loaded>;
}

export interface VotesQuery {
  /** Identifier of the title, 1 to 2^53-1. */
  readonly id: number;
}

export interface GenreQuery {
  readonly kind: Kind;
  readonly lang: string;
}

/** What an origin can do. */
export type Capability = Exclude<keyof Origin, "name" | "source">;

/** What an origin gives. */
export interface Loaded {
  /** JSON, ready to send; `null`: there is no such title or person. */
  readonly json: string | null;
  /** Whether parts of it could not be had in time, and may be had soon. */
  readonly isPartial?: boolean;
  /** Whether the next page would hold any results. */
  readonly more?: boolean;
  /** What is to be said of it to readers within the Worker: of a search, the text that it was answered for in place of its own. */
  readonly remark?: string | null;
  /** The version of the data it was read from: it is out of date as a whole when that is replaced. `null`: there is none. */
  readonly version: string | null;
  /** When the oldest stored part of it was asked for, in milliseconds since 1970; `undefined`: it has none. */
  readonly storedAt?: number;
}

/** A JSON array. */
export interface LoadedList extends Loaded {
  readonly json: string;
  readonly isEmpty: boolean;
}

export interface ListParts {
  readonly titles: number;
  readonly people: number;
}

/** A person as addresses need them. */
export interface ListedPerson {
  readonly id: number;
  readonly name: string;
}

/** A title as addresses need it. */
export interface ListedTitle {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  /** Titles by language, where they are translated. */
  readonly translations: Readonly<Record<string, string>>;
}

export const NO_RESULTS: LoadedList = { json: "[]", isEmpty: true, more: false, version: null };
