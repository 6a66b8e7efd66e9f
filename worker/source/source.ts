/**
 * A source of data and its capabilities. Callers check a source's capabilities, never its name. Sources do not cache;
 * `AskStored` is their only access to stored values.
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
  /** The name in the log and in `Cache-Status`. */
  readonly name: string;
  /** The source's id in cache keys, without its key. */
  readonly source: string;
  readonly traits: Traits;
}

/** A source, built once per isolate. Each call receives the context of its request. */
export interface Source<Context> extends Identity {
  offers(capability: Capability): boolean;
  /** Loads data. Throws a Problem on failure, which is never reported as an empty result. */
  load<C extends Capability>(context: Context, capability: C, query: QueryOf<C>): Promise<LoadedOf<C>>;
}

/** The functions of a source, which take a query and the request's connection. */
export type Functions<Connection> = {
  readonly [C in Capability]?: (query: QueryOf<C>, connection: Connection) => Promise<LoadedOf<C>>;
};

interface SourceParts<Context, Connection> extends Identity {
  readonly functions: Functions<Connection>;
  /** Runs work with a request's connection. */
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

/** Returns a function that opens one connection for all calls of a request. */
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
  /** Whether the source is TMDB or a service with the same API. */
  readonly hasTmdbApi?: boolean;
  /** Whether the source is our own database, where a request costs as little as a cache read. */
  readonly isOwn?: boolean;
  /** Whether the catalog serves operations that the upstream lacks. It may not have every title that a search returns. */
  readonly hasCatalogFallback?: boolean;
  /** Whether a search without results may be repeated with `isLoose`. */
  readonly canFindMistypedTitles?: boolean;
  /** Whether a title's credits depend on the language. */
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

/** A stored or just loaded value that a response is made from. */
export interface StoredValue<Value> extends StoredPart {
  /** `null`: missing. */
  readonly value: Value | null;
  readonly notes: Notes;
  readonly isPartial: boolean;
  /** Whether it is stale because the source failed, so that a response made from it must not count as fresh. */
  readonly isLastResort: boolean;
}

/** The separately stored values that a response may be made from. */
interface StorableValues
  extends Pick<Queried, "credits" | "find" | "person" | "search" | "season" | "seasons" | "title"> {
  /** Genre names by number, for sources whose lists contain numbers. */
  genres: One<GenreQuery, Readonly<Record<string, string>>>;
}
export type Storable = keyof StorableValues;
export type StorableQuery<S extends Storable> = StorableValues[S]["query"];
type ValueOf<S extends Storable> = StorableValues[S]["loaded"] extends Loaded<infer Value> ? Value : never;

/**
 * Returns a separately stored value, or loads it with `load`. Returns `null` if it is not stored and `load` is
 * missing. Throws a Problem.
 */
export type AskStored = <S extends Storable>(
  name: S,
  query: StorableQuery<S>,
  load?: (query: StorableQuery<S>) => Promise<StorableValues[S]["loaded"]>,
) => Promise<StoredValue<ValueOf<S>> | null>;

type Records = readonly TitleRecord[];

/** The queries and results of each capability. */
interface Queried {
  /** An array of title records. */
  search: List<TitleSearch, Records>;
  /** A title's credits object. */
  credits: One<TitleQuery, Credits>;
  /** A title's record. */
  title: One<TitleLoad, TitleRecord>;
  /** A series' seasons as an array of `Season`, which is empty for a film. */
  seasons: One<TitleQuery, readonly Season[]>;
  /** A season with its episodes. Missing if the series or season is unknown. */
  season: One<SeasonQuery, SeasonAnswer>;
  /** A film's `TitleCollection`. Missing if it belongs to none. */
  collection: One<TitleQuery, TitleCollection>;
  /** A title's names and related titles, for its page. */
  related: One<RelatedQuery, Related>;
  /** Titles by people, facts and words without adult titles, as an array of title records. */
  browse: List<BrowseQuery, Records>;
  /** The values that `browse` filters by, as `Facets`. */
  facets: One<null, Facets>;
  /** The sizes of a list and its neighbours, as `BrowseCounts`. */
  counts: One<Pick<BrowseQuery, "conditions">, BrowseCounts>;
  /** The home page's `Shelves`. */
  shelves: One<ShelvesQuery, Shelves>;
  /** A `Person` with all credits. */
  person: One<PersonQuery, Person>;
  /** An array of `PersonResult`, best match first. */
  people: List<PeopleQuery, readonly PersonResult[]>;
  /**
   * The titles that all of these people worked on, as an array of `SharedTitle`. Missing if one of them is unknown.
   */
  shared: One<SharedQuery, readonly SharedTitle[]>;
  /** Titles and people for unfinished text, as an array of `SearchSuggestion` of at most `MAX_SUGGESTION_BYTES`. */
  autocomplete: List<SuggestQuery, readonly SearchSuggestion[]>;
  /** The title or person with an external id, as a `FindAnswer`. */
  find: One<FindQuery, FindAnswer>;
  /** A part of the sitemap. Empty past the end. */
  sitemap: One<SitemapQuery, Sitemap>;
  /** A response in TMDB's shape. Missing for TMDB's 404. */
  tmdbApi: One<TmdbApiQuery, unknown>;
}

export interface TitleSearch extends SearchQuery {
  /**
   * Whether all words of the text are complete. Not in the cache key, because only code that bypasses the cache sets
   * it.
   */
  readonly isWhole?: boolean;
  /**
   * Whether to search without the filter for the titles that the text may mean, because it found nothing. Only for
   * sources that find mistyped titles.
   */
  readonly isLoose?: boolean;
  /** Whether to count the total, also on pages past the end. Not in the cache key, like `isWhole`. */
  readonly isCounted?: boolean;
}

export interface TitleLoad extends TitleQuery {
  /** Whether the credits are requested as well, so that a source can send both in one response. */
  readonly withCredits?: boolean;
  /** Whether similar titles are requested as well. */
  readonly withSimilar?: boolean;
}

export interface RelatedQuery extends TitleQuery {
  /** Whether to omit other titles. */
  readonly onlyNames: boolean;
}

/** The kinds of /3 responses: code lists, single things, and three kinds of lists. */
export type TmdbGroup = "settings" | "details" | "search" | "discover" | "list";

/** A request for /3. */
export interface TmdbApiQuery {
  /** The path below `/3/`. */
  readonly path: string;
  readonly group: TmdbGroup;
  /** The parameters in the order of cache keys. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ShelvesQuery {
  readonly lang: string;
  /** The current year. Titles of later years are unreleased. */
  readonly year: number;
}

/** `part` starts at 1. */
export type SitemapQuery =
  | { readonly of: "parts" }
  | { readonly of: "titles" | "people"; readonly part: number };

export interface GenreQuery {
  readonly kind: TitleKind;
  readonly lang: string;
}
