/**
 * A source of data and its capabilities. Callers check the capabilities of a source, never its name. Sources do not
 * cache; `AskStored` is their only access to cached values.
 */
import type { BrowseCounts, Facets, Related, Shelves, Sitemap, TitleCollection } from "../contract/browse.ts";
import type { Credits } from "../contract/credits.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { NamedTitle, NamesQuery } from "../contract/matching.ts";
import type {
  FindResponse,
  Person,
  PersonResult,
  SearchSuggestion,
  SharedTitle,
} from "../contract/people.ts";
import { Problem } from "../contract/problem.ts";
import type { CountryProviders } from "../contract/providers.ts";
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
import type { Season, SeasonResponse } from "../contract/seasons.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import type { Loaded, LoadedList, Notes, StoredPart } from "./loaded.ts";

export interface Identity {
  /** The name in the log and in `Cache-Status`. */
  readonly name: string;
  /** The id of the source in cache keys. It does not contain the API key. */
  readonly source: string;
  readonly traits: Traits;
}

/** A source, built once per isolate. Each call passes the context of its request. */
export interface Source<Context> extends Identity {
  offers(capability: Capability): boolean;
  /** Loads data. Throws a Problem if the source fails, so an empty result always means that there is no data. */
  load<C extends Capability>(context: Context, capability: C, query: QueryOf<C>): Promise<LoadedOf<C>>;
}

/** The functions of a source by capability. They receive a query and the connection of the request. */
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

/** Returns a function that opens a connection once per request. */
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
  /** Whether the source is our own database, which is as cheap to read as the cache. */
  readonly isOwn?: boolean;
  /** Whether the source has texts for regions of a language, such as pt-BR and pt-PT. */
  readonly hasRegions?: boolean;
  /** Whether a search that found nothing may be repeated with `isLoose`. */
  readonly canFindMistypedTitles?: boolean;
  /** Whether a title's credits depend on the language. */
  readonly creditsHeedLanguage: boolean;
}

export type Capability = keyof Queried;
export type QueryOf<C extends Capability> = Queried[C]["query"];
type LoadedOf<C extends Capability> = Queried[C]["loaded"];
export type Capabilities = { readonly [C in Capability]: (query: QueryOf<C>) => Promise<LoadedOf<C>> };

interface One<Query, Value> {
  readonly query: Query;
  readonly loaded: Loaded<Value>;
}

interface List<Query, Value> {
  readonly query: Query;
  readonly loaded: LoadedList<Value>;
}

/** A cached or newly loaded value from which a response is made. */
export interface StoredValue<Value> extends StoredPart {
  /** The value, or `null` if it does not exist. */
  readonly value: Value | null;
  readonly notes: Notes;
  readonly isPartial: boolean;
  /** Whether the value is stale because the source failed. A response that contains it must not count as fresh. */
  readonly isLastResort: boolean;
}

/** The values that are cached on their own, so that several responses can use them. */
interface StorableValues
  extends Pick<Queried, "credits" | "find" | "person" | "search" | "season" | "seasons" | "title"> {
  /** Genre names by number, for sources whose lists contain genres as numbers. */
  genres: One<GenreQuery, Readonly<Record<string, string>>>;
}
export type Storable = keyof StorableValues;
export type StorableQuery<S extends Storable> = StorableValues[S]["query"];
type ValueOf<S extends Storable> = StorableValues[S]["loaded"] extends Loaded<infer Value> ? Value : never;

/**
 * Returns a cached value, or loads and caches it. Returns `null` if it is not cached and there is no `load`. Throws a
 * Problem.
 */
export type AskStored = <S extends Storable>(
  name: S,
  query: StorableQuery<S>,
  load?: (query: StorableQuery<S>) => Promise<StorableValues[S]["loaded"]>,
) => Promise<StoredValue<ValueOf<S>> | null>;

type Records = readonly TitleRecord[];

/** The capabilities, each with its query and result. */
interface Queried {
  /** Finds titles by name. */
  search: List<TitleSearch, Records>;
  /** Finds titles by complete names and parts of names, all in one round trip. Only our own database offers it. */
  named: List<NamesQuery, readonly NamedTitle[]>;
  /** Loads the credits of a title. */
  credits: One<TitleQuery, Credits>;
  /** Loads the record of a title. */
  title: One<TitleLoad, TitleRecord>;
  /** Loads the seasons of a series. Empty for a film. */
  seasons: One<TitleQuery, readonly Season[]>;
  /** Loads a season with its episodes. Missing if the series does not exist or does not have this season. */
  season: One<SeasonQuery, SeasonResponse>;
  /** Loads the collection of a film. Missing if the film does not belong to one. */
  collection: One<TitleQuery, TitleCollection>;
  /** Loads the services on which a title can be watched, by country. */
  providers: One<TitleQuery, readonly CountryProviders[]>;
  /** Loads data for the title page: the names of the title in all languages, and related titles. */
  related: One<RelatedQuery, Related>;
  /** Lists titles by conditions or by a query, without adult titles. */
  browse: List<BrowseQuery, Records>;
  /** Loads the values that lists can be filtered by. */
  facets: One<null, Facets>;
  /** Counts the titles of a list, and of the same list with other filter values. */
  counts: One<Pick<BrowseQuery, "conditions">, BrowseCounts>;
  /** Loads the shelves of the home page. */
  shelves: One<ShelvesQuery, Shelves>;
  /** Loads a person with all credits. */
  person: One<PersonQuery, Person>;
  /** Finds people by name, best match first. */
  people: List<PeopleQuery, readonly PersonResult[]>;
  /** Finds the titles that all of these people worked on. Missing if one of the people does not exist. */
  shared: One<SharedQuery, readonly SharedTitle[]>;
  /** Suggests titles and people for unfinished text. The response has at most `MAX_SUGGESTION_BYTES`. */
  autocomplete: List<SuggestQuery, readonly SearchSuggestion[]>;
  /** Finds the title or person with an external id. */
  find: One<FindQuery, FindResponse>;
  /** Loads a part of the sitemap. Empty after the last part. */
  sitemap: One<SitemapQuery, Sitemap>;
  /** Loads a response of TMDB's API. Missing if TMDB would respond with 404. */
  tmdbApi: One<TmdbApiQuery, unknown>;
}

export interface TitleSearch extends SearchQuery {
  /**
   * Whether all words of the text are complete. Not part of the cache key, because only code that bypasses the cache
   * sets it.
   */
  readonly isWhole?: boolean;
  /**
   * Whether to ignore the filter and search for titles that the visitor may have meant. Set after the exact search
   * found nothing, and only for sources that can find mistyped titles.
   */
  readonly isLoose?: boolean;
  /** Whether to count all results, even on pages past the end. Only code that bypasses the cache sets it. */
  readonly isCounted?: boolean;
}

export interface TitleLoad extends TitleQuery {
  /** Whether the credits will be requested too, so that a source can load both in one request. */
  readonly withCredits?: boolean;
  /** Whether similar titles will be requested as well. */
  readonly withSimilar?: boolean;
}

export interface RelatedQuery extends TitleQuery {
  /** Whether to leave out related titles. */
  readonly onlyNames: boolean;
}

/** The groups of responses at `/3`: code lists, details, and three kinds of lists. */
export type TmdbGroup = "settings" | "details" | "search" | "discover" | "list";

/** A request to TMDB's API at `/3`. */
export interface TmdbApiQuery {
  /** The path below `/3/`. */
  readonly path: string;
  readonly group: TmdbGroup;
  /** The parameters, in the same order as in cache keys. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ShelvesQuery {
  readonly lang: string;
  /** The current year. Titles from later years count as unreleased. */
  readonly year: number;
}

/** A request for the number of sitemap parts, or for one part. Parts are numbered from 1. */
export type SitemapQuery =
  | { readonly of: "parts" }
  | { readonly of: "titles" | "people"; readonly part: number };

export interface GenreQuery {
  readonly kind: TitleKind;
  readonly lang: string;
}
