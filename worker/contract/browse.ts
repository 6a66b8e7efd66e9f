/** Browsing titles without search text: filtered by facts, in one of three orders. */
import * as v from "valibot";
import {
  type InferQuery,
  integer,
  LANG,
  LANGUAGE_PATTERN,
  oneOf,
  optional,
  type Parameter,
  type ParameterForm,
  parseLanguage,
  readQuery,
  writeQuery,
} from "./parameters.ts";
import { FilmographyTitle } from "./people.ts";
import { FILTER, LIMIT, PAGE, TEXT } from "./query.ts";
import { Id, TitleRecord } from "./record.ts";
import { slugOf } from "./slug.ts";

export const SORTS = ["popularity", "year", "rating"] as const;
/**
 * `popularity`: the most popular first. `year`: the newest first, the most popular of a year first. `rating`: the highest
 * rated first, weighted by votes; titles without a rating come last.
 */
export type Sort = (typeof SORTS)[number];
/** The best match first: the order of a list for a text. */
export const RELEVANCE = "relevance";
export type Order = Sort | typeof RELEVANCE;

/** The slug of the English name of a genre or country. */
const FACT_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_FACT = 100;
export const MAX_RATING = 10;
/** The ratings of fewer people say little: a filter by rating leaves such titles out. */
export const ENOUGH_VOTES = 25;
/** Minutes: longer titles count as this long. */
export const LONGEST_RUNTIME = 600;
const RUNTIME_PATTERN = /^([1-9][0-9]{0,2}-?|-[1-9][0-9]{0,2}|[1-9][0-9]{0,2}-[1-9][0-9]{0,2})$/;
/** A place in the order of the list: a rowid, and the year or rating if the list is ordered by it. */
const AFTER_PATTERN = /^[0-9]{1,15}(-[0-9]{0,4})?$/;

/** Both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** `90`, `90-120`, `90-` or `-120`; a range that is open to one side ends with 1 or `LONGEST_RUNTIME`. */
export function parseRuntime(text: string): NumberRange | null {
  if (!RUNTIME_PATTERN.test(text)) return null;
  const [first = "", last = first] = text.split("-");
  const minutes = { first: Number(first || 1), last: Number(last || LONGEST_RUNTIME) };
  return minutes.first > minutes.last || minutes.last > LONGEST_RUNTIME ? null : minutes;
}

export function runtimeText({ first, last }: NumberRange): string {
  if (first === last) return String(first);
  return `${first === 1 ? "" : first}-${last === LONGEST_RUNTIME && first > 1 ? "" : last}`;
}

function fact<Name extends "genre" | "country">(
  name: Name,
  examples: { readonly must: string; readonly example: string },
): Parameter<string | null, Name> {
  return optional({
    name,
    parse: (text) => (FACT_PATTERN.test(text) && text.length <= LONGEST_FACT ? text : null),
    must: `must be the English name in lower case, with hyphens instead of spaces, such as ${examples.must}`,
    schema: { type: "string", pattern: FACT_PATTERN.source, maxLength: LONGEST_FACT },
    description: `English name of a ${name}, in lower case with hyphens.`,
    example: examples.example,
  });
}

export const FILTERS = {
  filter: {
    ...FILTER,
    description: "Filter: a year or years, movie, series, or both, as in a search. Empty: no filter.",
    example: "movie,1950-1959",
  },
  genre: fact("genre", { must: "science-fiction", example: "science-fiction" }),
  country: fact("country", { must: "south-korea", example: "japan" }),
  language: optional({
    name: "language",
    parse: parseLanguage,
    must: "must be a language tag such as ja",
    schema: { type: "string", pattern: LANGUAGE_PATTERN.source },
    description: "Original language: a BCP 47 tag, of which only the primary language is used.",
    example: "ja",
  }),
  minRating: optional(
    integer(1, MAX_RATING, {
      name: "min_rating",
      must: `must be a whole number from 1 to ${MAX_RATING}`,
      description: `The lowest rating. Titles rated by fewer than ${ENOUGH_VOTES} people are left out.`,
      example: 7,
    }),
  ),
  runtime: optional({
    name: "runtime",
    parse: parseRuntime,
    format: runtimeText,
    must: `must be minutes from 1 to ${LONGEST_RUNTIME}: 90, 90-120, 90- or -120`,
    schema: { type: "string", pattern: RUNTIME_PATTERN.source },
    description: `Minutes, or a range of them, from 1 to ${LONGEST_RUNTIME}; longer titles count as ${LONGEST_RUNTIME}.`,
    example: "90-120",
  }),
};

export const BROWSE = {
  text: {
    ...optional(TEXT),
    description: `${TEXT.description} It may name people, genres, countries, languages, kinds, years, a runtime and words of titles, in any of eight languages.`,
    example: "tom hanks comedies of the 1990s",
  },
  ...FILTERS,
  sort: {
    ...optional(
      oneOf(SORTS, {
        name: "sort",
        description:
          "popularity: the most popular first, the default without q. year: the newest first, and the most popular of each year. rating: the highest rated first, weighted by the number of votes; titles without a rating come last. The default with q is the best match first.",
        example: "rating",
      }),
    ),
    format: (sort: Order | null) => (sort === RELEVANCE ? "" : (sort ?? "")),
  },
  after: optional({
    name: "after",
    parse: (text) => (AFTER_PATTERN.test(text) ? text : null),
    must: "must be the value in a link to the next page",
    schema: { type: "string", pattern: AFTER_PATTERN.source },
    description:
      "Where pages begin, from the header Link: use it as it is, with the same filters and order. After a load of the catalog it may be off by a few titles.",
    example: "15984",
  }),
  lang: LANG,
  page: PAGE,
  limit: LIMIT,
};

export interface FinerFilters {
  /** A title has at least one fact of each list. */
  readonly facts: readonly (readonly Fact[])[];
  /** A title has no fact of this list. */
  readonly otherThan: readonly Fact[];
  readonly votes: NumberRange | null;
  readonly rating: NumberRange | null;
}

export const NOT_FINER: FinerFilters = { facts: [], otherThan: [], votes: null, rating: null };

/** A country or language as above, or a genre by TMDB's number. */
export type Fact = readonly [facet: "country" | "language" | "tmdb-genre", value: string];

/** The filters of a list. */
export interface BrowseFilters extends InferQuery<typeof FILTERS> {
  /** Filters that only TMDB's API has. */
  readonly finer?: FinerFilters;
}

export interface BrowseQuery extends BrowseFilters, Omit<InferQuery<typeof BROWSE>, "sort"> {
  /** Whether the text is read as a title, as typed. Only pages set this. */
  readonly exact?: boolean;
  readonly sort: Order;
  /** Whether the response states the size of the list and has pages as far as TMDB has, if the load has counted its titles. */
  readonly isCounted?: boolean;
}

/** A list for a text. */
export interface TextQuery extends BrowseQuery {
  readonly text: string;
}

/** All filters but `f`. */
export const NO_FACTS = {
  genre: null,
  country: null,
  language: null,
  minRating: null,
  runtime: null,
} as const satisfies Partial<BrowseFilters>;

/** An origin may list fewer kinds of facts, and fewer titles: pages past its last one are empty. */
export function parseBrowse(values: URLSearchParams): BrowseQuery {
  const query = readQuery(BROWSE, values);
  return { ...query, sort: query.sort ?? defaultOrder(query) };
}

function defaultOrder({ text }: Pick<Partial<BrowseQuery>, "text">): Order {
  return text == null ? "popularity" : RELEVANCE;
}

/** Only pages have it. */
export const EXACT: ParameterForm<boolean> = {
  name: "exact",
  parse: (text) => text === "1",
  must: "must be 1",
  fallback: false,
  format: (isExact) => (isExact ? "1" : ""),
};
const { lang, page, limit, ...LISTED } = BROWSE;
/** The parameters of an address, in its order. */
const ADDRESS = { ...LISTED, page, limit, exact: EXACT, lang };
/** A page has its language in the path and a fixed size; the first page has no number. */
const PAGE_ADDRESS = {
  ...LISTED,
  exact: EXACT,
  page: { ...page, format: (number: number) => (number > 1 ? String(number) : "") },
};

export function browseString(query: BrowseQuery): string {
  return writeQuery(ADDRESS, query);
}

/** The query string of a page, without defaults. */
export function pageString(query: Partial<Omit<BrowseQuery, "limit" | "lang">>): string {
  const sort = query.sort === defaultOrder(query) ? null : query.sort;
  return writeQuery(PAGE_ADDRESS, { ...query, sort });
}

/** A genre or country in addresses; `null`: the name has neither letters nor digits. */
export function facetSlug(name: string): string | null {
  return /[\p{L}\p{N}]/u.test(name) ? slugOf({ title: name, year: "" }) : null;
}

export function isFacetSlug(text: string): boolean {
  return facetSlug(text) === text;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A value that titles can be filtered by, with the number of titles of each kind and of both; 0: not counted. */
export const Facet = v.object({
  value: v.string(),
  /** In English; a code for a language. */
  name: v.string(),
  movies: count,
  series: count,
  titles: count,
});
export type Facet = v.InferOutput<typeof Facet>;

/**
 * Genres, countries and languages come with the most titles first, years with the latest; "" is an unknown year. No
 * years: the source does not count titles.
 */
export const Facets = v.object({
  years: v.array(Facet),
  genres: v.array(Facet),
  countries: v.array(Facet),
  languages: v.array(Facet),
  /** Whether titles have ratings to filter and to sort by, and runtimes. */
  hasRatings: v.boolean(),
  hasRuntimes: v.boolean(),
});
export type Facets = v.InferOutput<typeof Facets>;

/**
 * The filters whose values are counted. Ordered from the least to the most selective: a kind first, a country last.
 */
export const COUNTED_FILTERS = ["kind", "min_rating", "runtime", "genre", "language", "country"] as const;
export type CountedFilter = (typeof COUNTED_FILTERS)[number];

/** Lists are counted up to this many titles. Numbered pages go as far, except at `/3`. */
export const MAX_COUNTED = 1_000;

/** The size of a list, and of the lists that other values of a filter would give. */
export const BrowseCounts = v.object({
  titles: count,
  /** `false`: `titles` is a lower bound. */
  isExact: v.boolean(),
  /**
   * Each value that titles have, with their number: ratings are whole points, runtimes minutes. All other filters
   * apply, this one does not. Absent: too many titles to count.
   */
  values: v.partial(v.object(v.entriesFromList(COUNTED_FILTERS, v.array(v.tuple([v.string(), count]))))),
});
export type BrowseCounts = v.InferOutput<typeof BrowseCounts>;

const YearRange = v.object({ first: v.number(), last: v.number() });

/** The lists of the home page. A shelf may be empty. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /** Titles of the latest years, as many years as needed for enough titles; `null`: no titles. */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** A popular title of each decade, the latest first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

/** The fields of a title that its address needs. */
export const ListedTitle = v.object({
  id: Id,
  title: v.string(),
  year: v.string(),
  /** Translated titles by language. */
  translations: v.record(v.string(), v.string()),
});
export type ListedTitle = v.InferOutput<typeof ListedTitle>;

/** The parts of a title's page in addition to its record and its credits. */
export const Related = v.object({
  /** `null`: unknown. */
  names: v.nullable(ListedTitle),
  /** Titles like it, the most similar first. None of these lists has the title itself, or one for adults. */
  similar: v.array(FilmographyTitle),
  /** Other titles of its director and of its leading actors, the best known first, each title in one list. */
  further: v.array(
    v.object({
      role: v.picklist(["director", "actor"]),
      name: v.string(),
      titles: v.array(FilmographyTitle),
    }),
  ),
  /** Other titles of the same name. */
  namesakes: v.array(FilmographyTitle),
});
export type Related = v.InferOutput<typeof Related>;

/** The fields of a person that the address needs. */
export const ListedPerson = v.object({ id: Id, name: v.string() });
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

/** The number of parts of the sitemap's lists, or one part of a list. Titles for adults are not listed. */
export const Sitemap = v.variant("of", [
  v.object({ of: v.literal("parts"), titles: count, people: count }),
  v.object({ of: v.literal("titles"), titles: v.array(ListedTitle) }),
  v.object({ of: v.literal("people"), people: v.array(ListedPerson) }),
]);
export type Sitemap = v.InferOutput<typeof Sitemap>;
