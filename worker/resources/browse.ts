/** Lists of titles and people without words, for pages and the sitemap. */
import * as v from "valibot";
import {
  AFTER_PATTERN,
  BrowseCounts,
  type BrowseQuery,
  browseParameters,
  browseString,
  FACT_PATTERN,
  Facets,
  ListedPerson,
  ListedTitle,
  ListParts,
  LONGEST_FACT,
  MAX_RATING,
  parseBrowse,
  RUNTIME_PATTERN,
  Shelves,
  SORTS,
} from "../contract/browse.ts";
import { FILTER_PATTERN } from "../contract/filter.ts";
import { LANGUAGE_PATTERN } from "../contract/parameters.ts";
import { SearchAnswer } from "../contract/record.ts";
import { readNotes } from "../origins/loaded.ts";
import { type Documentation, LANG, LIMIT, PAGE } from "./documentation.ts";
import { links, operation } from "./operation.ts";
import { DEFAULT_POLICIES, likeSearch, policyFor, type Resource } from "./resource.ts";

/** Titles filtered by facts. */
export const browse = {
  name: "browse",
  schema: SearchAnswer,
  key: browseString,
  tags: () => ["search"],
  policy: likeSearch,
} satisfies Resource<"browse">;

/** `/v1/browse` */
export const browseOperation = operation({
  name: "browse",
  capability: "browse",
  parse: parseBrowse,

  headers(query, { more, remark }) {
    const { page, limit } = query.paging;
    const { next: after } = readNotes(remark);
    const addressOf = (target: number, changed: Partial<BrowseQuery> = {}) =>
      `/v1/browse?${browseString({ ...query, ...changed, paging: { page: target, limit } })}`;
    const further = after === undefined ? null : addressOf(1, { after });
    return {
      Link: links({
        first: addressOf(1, { after: null }),
        prev: page > 1 ? addressOf(page - 1) : null,
        next: more ? addressOf(page + 1) : further,
      }),
    };
  },
});

const FACT = v.pipe(v.string(), v.regex(FACT_PATTERN), v.maxLength(LONGEST_FACT));

export const documentation: Documentation = {
  name: browseOperation.name,
  summary: "Browse titles",
  description:
    "A bare array of titles without search text, filtered by facts and sorted. Links to the next page lead through all titles of the catalog; after 1,000, with `after`. Adult titles are left out.",
  parameters: {
    f: {
      schema: v.pipe(v.string(), v.regex(FILTER_PATTERN)),
      description: "Filter: a year or years, movie, series, or both, as in a search. Empty: no filter.",
      example: "movie,1950-1959",
    },
    genre: {
      schema: FACT,
      description: "English name of a genre, in lower case with hyphens.",
      example: "science-fiction",
    },
    country: {
      schema: FACT,
      description: "English name of a country, in lower case with hyphens.",
      example: "japan",
    },
    language: {
      schema: v.pipe(v.string(), v.regex(LANGUAGE_PATTERN)),
      description: "Original language: a BCP 47 tag, of which only the primary language is used.",
      example: "ja",
    },
    min_rating: {
      schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_RATING)),
      description: "The lowest rating.",
      example: 7,
    },
    runtime: {
      schema: v.pipe(v.string(), v.regex(RUNTIME_PATTERN)),
      description: "Minutes, or a range of them, from 1 to 600; longer titles count as 600.",
      example: "90-120",
    },
    sort: {
      schema: v.optional(v.picklist(SORTS), "popularity"),
      description:
        "popularity: the most popular first. year: the newest first, and the most popular of each year. rating: the highest rated first, weighted by the number of votes; titles without a rating come last.",
      example: "rating",
    },
    after: {
      schema: v.pipe(v.string(), v.regex(AFTER_PATTERN)),
      description:
        "Where pages begin, from the header Link: use it as it is, with the same filters and order. After a load of the catalog it may be off by a few titles.",
      example: "15984",
    },
    lang: LANG,
    page: PAGE,
    limit: LIMIT,
  },
  answer: "SearchAnswer",
  examples: {
    browse: {
      summary: "Japanese films of the 1950s",
      request: "GET /v1/browse?f=movie,1950-1959&country=japan&limit=2",
    },
  },
};

/** The values that titles can be filtered by. */
export const facets = {
  ...browse,
  name: "facets",
  schema: Facets,
  key: () => "",
} satisfies Resource<"facets">;

/** The same for every page, order and language of a list. */
export const counts = {
  ...browse,
  name: "counts",
  schema: BrowseCounts,
  key: (filters) => browseParameters({ ...filters, sort: undefined, after: undefined }).toString(),
} satisfies Resource<"counts">;

export const shelves = {
  ...browse,
  name: "shelves",
  schema: Shelves,
  key: ({ lang, year }) => new URLSearchParams({ lang, year: String(year) }).toString(),
} satisfies Resource<"shelves">;

export const listParts = {
  ...browse,
  name: "parts",
  schema: ListParts,
  key: () => "",
  tags: () => ["search", "people"],
} satisfies Resource<"listParts">;

export const list = {
  ...browse,
  name: "list",
  schema: v.array(ListedTitle),
  key: (part) => `part=${part}`,
} satisfies Resource<"list">;

export const listPeople = {
  ...browse,
  name: "list-people",
  schema: v.array(ListedPerson),
  key: (part) => `part=${part}`,
  tags: () => ["people"],
} satisfies Resource<"listPeople">;

const DAY = 86_400;
const GENRES_POLICY = { ...DEFAULT_POLICIES.search, lifetime: 7 * DAY, staleWhileRevalidate: 30 * DAY };

/** Names of genres by number. They change about once a year. */
export const genres = {
  ...browse,
  name: "genres",
  schema: v.record(v.string(), v.string()),
  key: ({ kind, lang }) => `kind=${kind}&lang=${lang}`,
  policy: (_policies, outcome) => policyFor(GENRES_POLICY, outcome),
  isUncounted: true,
} satisfies Resource<"genres">;
