/** Browsing titles without search text: filtered by facts, in one of three orders. */
import * as v from "valibot";
import { type Filter, formatFilter } from "./filter.ts";
import { parseLanguage, readParameters } from "./parameters.ts";
import { ORDERS, type Paging, parseFilterParameter, parseLang, parsePaging } from "./query.ts";
import { Id, TitleRecord } from "./record.ts";
import { slugOf } from "./slug.ts";

export const [, ...SORTS] = ORDERS;
/** `popularity`: the most popular first. `year`: the newest first, the most popular of a year first. `title`: A to Z. */
export type Sort = (typeof SORTS)[number];

export interface BrowseQuery {
  readonly filter: Filter;
  /** Slugs of English names, such as `science-fiction` and `south-korea`. */
  readonly genre: string | null;
  readonly country: string | null;
  /** Subtag of the original language. */
  readonly language: string | null;
  readonly sort: Sort;
  readonly paging: Paging;
  /** Language of the records. */
  readonly lang: string;
}

/** Of the English name of a genre or country. */
export const FACT_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_FACT = 100;
const factMust = (example: string) =>
  `must be the English name in lower case, with hyphens instead of spaces, such as ${example}`;
/** An origin may list fewer kinds of facts, and fewer titles: pages past its last one are empty. */
export function parseBrowse(values: URLSearchParams): BrowseQuery {
  return readParameters(values, (parameters) => {
    const slug = (name: string, example: string) =>
      parameters.read(name, {
        otherwise: null,
        parse: (value) => (FACT_PATTERN.test(value) && value.length <= LONGEST_FACT ? value : null),
        must: factMust(example),
      });
    return {
      filter: parseFilterParameter(parameters),
      genre: slug("genre", "science-fiction"),
      country: slug("country", "south-korea"),
      language: parameters.read("language", {
        otherwise: null,
        parse: parseLanguage,
        must: "must be a language tag such as ja",
      }),
      sort: parameters.read("sort", {
        otherwise: "popularity",
        parse: (value): Sort | null => SORTS.find((sort) => sort === value) ?? null,
        must: `must be one of ${SORTS.join(", ")}`,
      }),
      paging: parsePaging(parameters),
      lang: parseLang(parameters),
    };
  });
}

/** Equal queries give equal strings: the order of parameters is fixed. */
export function browseString(query: BrowseQuery): string {
  const { filter, genre, country, language, sort, paging, lang } = query;
  const given = { f: formatFilter(filter), genre, country, language, sort };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value);
  parameters.set("page", String(paging.page));
  parameters.set("limit", String(paging.limit));
  parameters.set("lang", lang);
  return parameters.toString();
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
});
export type Facets = v.InferOutput<typeof Facets>;

const YearRange = v.object({ first: v.number(), last: v.number() });

/** What the first page shows. A shelf may be empty. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /** Titles of the latest years, as many years as needed for enough titles; `null`: no titles. */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** A popular title of each decade, the latest first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

/** How many parts the lists of all titles and of the best-known people have. */
export const ListParts = v.object({ titles: count, people: count });
export type ListParts = v.InferOutput<typeof ListParts>;

/** The fields of a title that its address needs. */
export const ListedTitle = v.object({
  id: Id,
  title: v.string(),
  year: v.string(),
  /** Titles by language, where they are translated. */
  translations: v.record(v.string(), v.string()),
});
export type ListedTitle = v.InferOutput<typeof ListedTitle>;

/** The fields of a person that the address needs. */
export const ListedPerson = v.object({ id: Id, name: v.string() });
export type ListedPerson = v.InferOutput<typeof ListedPerson>;
