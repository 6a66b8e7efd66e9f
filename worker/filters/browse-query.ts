/** The query of a title list: text, conditions, order and page. */
import { type Order, RELEVANCE, SORTS } from "../contract/browse.ts";
import { type Filter, formatFilter } from "../contract/filter.ts";
import {
  type InferQuery,
  LANG,
  oneOf,
  optional,
  type ParameterForm,
  readQuery,
  writeQuery,
} from "../contract/parameters.ts";
import { FILTER, LIMIT, PAGE, TEXT } from "../contract/query.ts";
import type { FILTER_NAMES } from "../contract/understood.ts";
import type { Condition, Facet, FilterName } from "./facet.ts";
import { FACETS, toFilter } from "./facets.ts";

/** Matches a value of `after`: a rowid, followed by the year or rating if the list is sorted by it. */
const AFTER_PATTERN = /^[0-9]{1,15}(-[0-9]{0,4})?$/;

/** The filter parameters, in their order in URLs. */
export const FILTERS = {
  filter: {
    ...FILTER,
    description:
      "A filter: a year or years, movie, series, or both, as in a search. An empty value filters nothing.",
    example: "movie,1950-1959",
  },
  genre: optional(FACETS.genre.parameter),
  country: optional(FACETS.country.parameter),
  language: optional(FACETS.language.parameter),
  min_rating: optional(FACETS.min_rating.parameter),
  runtime: optional(FACETS.runtime.parameter),
} satisfies Record<"filter" | Exclude<(typeof FILTER_NAMES)[number], keyof Filter>, object>;

const WORDS = {
  text: {
    ...optional(TEXT),
    description: `${TEXT.description} It may name people, genres, countries, languages, kinds, years, a runtime and words of titles, in any of eight languages.`,
    example: "tom hanks comedies of the 1990s",
  },
};

const ORDER = {
  sort: {
    ...optional(
      oneOf(SORTS, {
        name: "sort",
        description:
          "popularity: most popular first, the default without q. year: newest first, then by popularity. rating: highest rated first, weighted by the number of votes, with unrated titles last. With q, the default is the best match first.",
        example: "rating",
      }),
    ),
    format: (sort: Order | null) => (sort === RELEVANCE ? "" : (sort ?? "")),
  },
  after: optional({
    name: "after",
    parse: (text) => (AFTER_PATTERN.test(text) ? text : null),
    expected: "must be the value in a link to the next page",
    schema: { type: "string", pattern: AFTER_PATTERN.source },
    description:
      "The position of a page, from a Link header. Use it unchanged, with the same filters and order. After the catalog is reloaded, it may be off by a few titles.",
    example: "15984",
  }),
};

export const BROWSE = { ...WORDS, ...FILTERS, ...ORDER, lang: LANG, page: PAGE, limit: LIMIT };

export interface BrowseQuery {
  readonly text: string | null;
  /** The conditions, all of which a title must meet. */
  readonly conditions: readonly Condition[];
  readonly sort: Order;
  readonly after: string | null;
  readonly lang: string;
  readonly page: number;
  readonly limit: number;
  /** Whether the text is only searched for as a title, without interpreting it. Only pages set this. */
  readonly exact?: boolean;
  /** Whether to count the titles, which also makes pages beyond the usual limit available. */
  readonly isCounted?: boolean;
}

export interface TextQuery extends BrowseQuery {
  readonly text: string;
}

/** Parses a query. The query may contain filters that the source does not support. */
export function parseBrowse(values: URLSearchParams): BrowseQuery {
  const { text, sort, after, lang, page, limit, ...filters } = readQuery(BROWSE, values);
  const conditions = buildConditions(filters);
  return { text, conditions, sort: sort ?? defaultOrder({ text }), after, lang, page, limit };
}

function defaultOrder({ text }: Pick<Partial<BrowseQuery>, "text">): Order {
  return text == null ? "popularity" : RELEVANCE;
}

/** The values of the filter parameters. */
export type Filters = Partial<InferQuery<typeof FILTERS>>;

/** Converts the filters of a URL to conditions, in the order of `FACETS`. */
export function buildConditions({ filter, ...others }: Filters): Condition[] {
  const values: Partial<Record<FilterName, unknown>> = {
    ...others,
    kind: filter?.kind,
    years: filter?.years,
  };
  return Object.values<Facet<never>>(FACETS).flatMap(({ name, buildCondition }) => {
    const value = values[name] ?? null;
    return value === null ? [] : [buildCondition([value as never])];
  });
}

/** Formats conditions as a canonical query string. */
export function writeConditions(conditions: readonly Condition[]): string {
  const values = new Map<string, string>(conditions.map(({ facet, values }) => [facet, values.join(",")]));
  values.set(FILTERS.filter.name, formatFilter(toFilter(conditions)));
  const parameters = Object.values(FILTERS).map(({ name }) => [name, values.get(name) ?? ""]);
  return new URLSearchParams(parameters.filter(([, value]) => value !== "")).toString();
}

/** The parameter `exact`, which only pages accept. */
const EXACT: ParameterForm<boolean> = {
  name: "exact",
  parse: (text) => text === "1",
  expected: "must be 1",
  fallback: false,
  format: (isExact) => (isExact ? "1" : ""),
};
/** The parameters that follow the text and the filters in an API URL, in this order. */
const REST = { ...ORDER, page: PAGE, limit: LIMIT, exact: EXACT, lang: LANG };
/**
 * The parameters that follow the text and the filters in the URL of a page. The language is in the path instead, and
 * the number of titles per page is fixed.
 */
const REST_OF_PAGE = {
  ...ORDER,
  exact: EXACT,
  page: { ...PAGE, format: (number: number) => (number > 1 ? String(number) : "") },
};

export function formatBrowseQuery(query: BrowseQuery): string {
  return join(writeQuery(WORDS, query), writeConditions(query.conditions), writeQuery(REST, query));
}

/** Formats the query string of a page. Leaves out default values. */
export function formatPageQuery({
  conditions = [],
  ...query
}: Partial<Omit<BrowseQuery, "limit" | "lang">>): string {
  const sort = query.sort === defaultOrder(query) ? null : query.sort;
  const rest = writeQuery(REST_OF_PAGE, { ...query, sort });
  return join(writeQuery(WORDS, query), writeConditions(conditions), rest);
}

const join = (...queries: readonly string[]) => queries.filter((query) => query !== "").join("&");
