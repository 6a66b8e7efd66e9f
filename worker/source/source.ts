/**
 * Sources of data: what each can be asked for. Callers check whether a source offers a capability, never its name. A source does not
 * cache: `AskStored` is all that it knows of stored values.
 */
import type { BrowseCounts, Facets, Related, Shelves, Sitemap, TitleCollection } from "../contract/browse.ts";
import type { Credits } from "../contract/credits.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { FindAnswer, Person, PersonResult, SearchSuggestion, SharedTitle } from "../contract/people.ts";
import { Problem } from "../contract/problem.ts";
import type {
  FindQuery,
  PeopleQuery,
  PersonQuery,
  SearchQuery,
  SeasonQuery,
  SharedQuery,
  SuggestQuery,
  TitleQuery,
} from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { Season, SeasonAnswer } from "../contract/seasons.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import type { Loaded, LoadedList, Notes, StoredPart } from "./loaded.ts";

export interface Identity {
  /** For the log and `Cache-Status`. */
  readonly name: string;
  /** Identifies the source in cache keys, without its key. */
  readonly source: string;
  readonly traits: Traits;
}

/** A source, built once for each isolate: each call gets the context of its request. */
export interface Source<Context> extends Identity {
  offers(capability: Capability): boolean;
  /** Throws a Problem if it fails. A failure is never returned as nothing found. */
  load<C extends Capability>(context: Context, capability: C, query: QueryOf<C>): Promise<LoadedOf<C>>;
}

/** The functions of a source. Each takes the query, and the connection that the source has opened for the request. */
export type Functions<Connection> = {
  readonly [C in Capability]?: (query: QueryOf<C>, connection: Connection) => Promise<LoadedOf<C>>;
};

interface SourceParts<Context, Connection> extends Identity {
  readonly functions: Functions<Connection>;
  /** Runs work with the connection of a request. */
  readonly run: <L extends Loaded>(
    context: Context,
    work: (connection: Connection) => Promise<L>,
  ) => Promise<L>;
}

export function createSource<Context, Connection>({
  functions,
  run,
  ...identity
}: SourceParts<Context, Connection>): Source<Context> {
  return {
    ...identity,
    offers: (capability) => capability in functions,

    async load(context, capability, query) {
      const load = functions[capability];
      if (load === undefined) throw new Problem("not-offered", NOT_OFFERED);
      return await run(context, (connection) => load(query, connection));
    },
  };
}

/** Returns a function that opens a connection once for all calls of a request. */
export function oncePerContext<Context extends object, Connection>(
  open: (context: Context) => Connection,
): (context: Context) => Connection {
  const opened = new WeakMap<Context, Connection>();
  return (context) => {
    const connection = opened.get(context) ?? open(context);
    opened.set(context, connection);
    return connection;
  };
}

export const NOT_OFFERED = "The data source of this deployment does not support this operation.";

export interface Traits {
  /** Whether it is TMDB, or a service with the same API. */
  readonly hasTmdbApi?: boolean;
  /** Whether it is our own database, where a request costs as little as one to a cache. */
  readonly isOwn?: boolean;
  /** Whether the catalog serves what an upstream does not offer: it may lack titles that a search finds. */
  readonly hasCatalogFallback?: boolean;
  /** Whether a search without results can be tried once more with `isLoose`. */
  readonly canFindMistypedTitles?: boolean;
  /** Whether the credits of a title differ from language to language. */
  readonly creditsHeedLanguage: boolean;
}

export type Capability = keyof Queried;
export type QueryOf<C extends Capability> = Queried[C]["query"];
export type LoadedOf<C extends Capability> = Queried[C]["loaded"];
export type Capabilities = { readonly [C in Capability]: (query: QueryOf<C>) => Promise<LoadedOf<C>> };

interface One<Query, Value> {
  readonly query: Query;
  readonly loaded: Loaded<Value>;
}

interface List<Query, Value> {
  readonly query: Query;
  readonly loaded: LoadedList<Value>;
}

/** A value that another response is made from, stored or just loaded. */
export interface StoredValue<Value> extends StoredPart {
  /** `null`: missing. */
  readonly value: Value | null;
  readonly notes: Notes;
  readonly isPartial: boolean;
  /** Whether it is stale because the origin failed: a response made of it must not count as new. */
  readonly isLastResort: boolean;
}

/** The values that a response may be made from and that are stored by themselves. */
interface StorableValues
  extends Pick<Queried, "credits" | "find" | "person" | "search" | "season" | "seasons" | "title"> {
  /** The names of genres by number, for a source whose lists have numbers. */
  genres: One<GenreQuery, Readonly<Record<string, string>>>;
}
export type Storable = keyof StorableValues;
export type StorableQuery<S extends Storable> = StorableValues[S]["query"];
type ValueOf<S extends Storable> = StorableValues[S]["loaded"] extends Loaded<infer Value> ? Value : never;

/**
 * Returns a value that is stored by itself, or loads it with `load`. Returns `null` if it is not stored and there is no `load`.
 * Throws a Problem.
 */
export type AskStored = <S extends Storable>(
  name: S,
  query: StorableQuery<S>,
  load?: (query: StorableQuery<S>) => Promise<StorableValues[S]["loaded"]>,
) => Promise<StoredValue<ValueOf<S>> | null>;

type Records = readonly TitleRecord[];

/** The query of each capability, and its result. */
interface Queried {
  /** A bare array of title records. */
  search: List<TitleSearch, Records>;
  /** The credits object of a title. */
  credits: One<TitleQuery, Credits>;
  /** The record of a title. */
  title: One<TitleLoad, TitleRecord>;
  /** The seasons of a series: an array of `Season`, empty for a film. */
  seasons: One<TitleQuery, readonly Season[]>;
  /** A season with its episodes. Missing: the series or the season is unknown. */
  season: One<SeasonQuery, SeasonAnswer>;
  /** The collection of a film: a `TitleCollection`. Missing: the title is in none. */
  collection: One<TitleQuery, TitleCollection>;
  /** The names of a title, and the titles related to it, for its page. */
  related: One<RelatedQuery, Related>;
  /** Titles by people, facts and words, without adult titles: a bare array of title records. */
  browse: List<BrowseQuery, Records>;
  /** The values that `browse` can filter by: `Facets`. */
  facets: One<null, Facets>;
  /** The size of a list that `browse` gives, and of its neighbours: `BrowseCounts`. */
  counts: One<Pick<BrowseQuery, "conditions">, BrowseCounts>;
  /** The `Shelves` of the first page. */
  shelves: One<ShelvesQuery, Shelves>;
  /** A `Person`, with all credits. */
  person: One<PersonQuery, Person>;
  /** An array of `PersonResult`, the best match first. */
  people: List<PeopleQuery, readonly PersonResult[]>;
  /** The titles that all of these people worked on: an array of `SharedTitle`. Missing: one of the people is unknown. */
  shared: One<SharedQuery, readonly SharedTitle[]>;
  /** Titles and people while a text is typed: an array of `SearchSuggestion`, at most `MAX_SUGGESTION_BYTES`. */
  autocomplete: List<SuggestQuery, readonly SearchSuggestion[]>;
  /** The title or person with an id of another source: a `FindAnswer`. */
  find: One<FindQuery, FindAnswer>;
  /** A part of the sitemap's lists is empty past the end of its list. */
  sitemap: One<SitemapQuery, Sitemap>;
  /** A response of TMDB's API, in its own shape. Missing: TMDB's 404. */
  tmdbApi: One<TmdbApiQuery, unknown>;
}

export interface TitleSearch extends SearchQuery {
  /** Whether the text has no unfinished words. Not in the cache key, because only code that bypasses the cache sets it. */
  readonly isWhole?: boolean;
  /**
   * Whether the text found nothing, so that the titles that it may mean are searched, the likeliest first, without the filter. Only
   * for a source that can find mistyped titles.
   */
  readonly isLoose?: boolean;
  /** Whether the total is wanted, on pages past the end as well. Not in the cache key, like `isWhole`. */
  readonly isCounted?: boolean;
}

export interface TitleLoad extends TitleQuery {
  /** Whether the credits are requested at the same time: an origin that gets both in one response asks once. */
  readonly withCredits?: boolean;
  /** The same for titles like it. */
  readonly withSimilar?: boolean;
}

export interface RelatedQuery extends TitleQuery {
  /** Whether other titles are left out. */
  readonly onlyNames: boolean;
}

/** The kinds of responses of TMDB's API: lists of codes, one thing, or one of three kinds of lists. */
export type TmdbGroup = "settings" | "details" | "search" | "discover" | "list";

/** A request for TMDB's API. */
export interface TmdbApiQuery {
  /** Below `/3/`: a path of its documentation. */
  readonly path: string;
  readonly group: TmdbGroup;
  /** In the order of cache keys. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ShelvesQuery {
  readonly lang: string;
  /** The current year: titles of later years are not released yet. */
  readonly year: number;
}

/** `part` counts from 1. */
export type SitemapQuery =
  | { readonly of: "parts" }
  | { readonly of: "titles" | "people"; readonly part: number };

export interface GenreQuery {
  readonly kind: TitleKind;
  readonly lang: string;
}
