/** Lists of titles and people without words, for pages and the sitemap. */
import * as v from "valibot";
import {
  browseString,
  FACT_PATTERN,
  Facets,
  ListedPerson,
  ListedTitle,
  ListParts,
  LONGEST_FACT,
  parseBrowse,
  Shelves,
  SORTS,
} from "../contract/browse.ts";
import { FILTER_PATTERN } from "../contract/filter.ts";
import { LANGUAGE_PATTERN } from "../contract/parameters.ts";
import { SearchAnswer } from "../contract/record.ts";
import { type Documentation, LANG, LIMIT, PAGE } from "./documentation.ts";
import { operation, pageLinks } from "./operation.ts";
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

  headers(query, { more }) {
    const { page, limit } = query.paging;
    const addressOf = (target: number) =>
      `/v1/browse?${browseString({ ...query, paging: { page: target, limit } })}`;
    return { Link: pageLinks(addressOf, page, more) };
  },
});

const FACT = v.pipe(v.string(), v.regex(FACT_PATTERN), v.maxLength(LONGEST_FACT));

export const documentation: Documentation = {
  name: browseOperation.name,
  summary: "Browse titles",
  description:
    "A bare array of titles without search text, filtered by facts and sorted. The catalog lists the first 1,000 titles; adult titles are left out.",
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
    sort: {
      schema: v.optional(v.picklist(SORTS), "popularity"),
      description:
        "popularity: the most popular first. year: the newest first, and the most popular of each year. title: A to Z, by English titles.",
      example: "year",
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
