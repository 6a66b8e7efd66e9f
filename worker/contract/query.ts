/**
 * The parameters of most operations; others are in `filters/browse-query.ts`, `matching.ts` and `changes.ts`. The API
 * key is not among them, because a query must not contain it.
 */

import { EXTERNAL_SOURCES, type ExternalSource } from "./facts.ts";
import { FILTER_PATTERN, type Filter, formatFilter, NO_FILTER, parseFilter } from "./filter.ts";
import {
  createLimit,
  type InferQuery,
  integer,
  LANG,
  oneOf,
  optional,
  type Parameter,
  type Path,
  parseInteger,
  readQuery,
  withDefault,
  writeQuery,
} from "./parameters.ts";
import { APPEND_FIELDS, type AppendField, MAX_SUGGESTIONS } from "./people.ts";

export const MAX_TEXT_LENGTH = 200;
export const MAX_LIMIT = 100;
/** The default number of results per page. The catalog also returns this many if a request is not paged. */
export const DEFAULT_LIMIT = 20;
/** The maximum number of ids in one request for titles. */
export const MAX_TITLES = 50;

export const CATEGORY = oneOf(["search", "credits"], {
  name: "category",
  description: "The operation: search or credits. Defaults to credits if id is present; otherwise required.",
  example: "search",
});
export type Category = "search" | "credits";

/**
 * Returns the operation that a request names. Throws a Problem `invalid-parameter` if the category is missing or
 * unknown.
 */
export function parseCategory(values: URLSearchParams): Category {
  const category = findCategory(values);
  if (category !== null) return category;
  const expected = values.has("category") ? "must be search or credits" : "is missing: use search or credits";
  return readQuery({ category: { ...CATEGORY, expected } }, values).category;
}

/**
 * Returns the operation that a request names, or `null`. Like the contract, defaults to `credits` if the request has
 * an id.
 */
export function findCategory(values: URLSearchParams): Category | null {
  return CATEGORY.parse(values.get("category") ?? (values.has("id") ? "credits" : ""));
}

export const TEXT: Parameter<string, "q"> = {
  name: "q",
  parse: parseText,
  expected: `must be search text of 1 to ${MAX_TEXT_LENGTH} characters`,
  schema: { type: "string", minLength: 1, maxLength: MAX_TEXT_LENGTH },
  description: `Search text, 1–${MAX_TEXT_LENGTH} characters after NFC normalisation, trimming and collapsing white space.`,
  example: "tarkovsky",
};

export const FILTER: Parameter<Filter, "f"> = {
  name: "f",
  parse: parseFilter,
  expected:
    "must be a year (1999), years (1990-1999, 1990-, -1999, 1999~), movie, series, or both (movie,1999)",
  fallback: NO_FILTER,
  format: formatFilter,
  schema: { type: "string", pattern: FILTER_PATTERN.source },
  description:
    "A filter: a year (1999), years (1990-1999, 1990-, -1999), a year and its neighbours (1999~, the exact year first), movie, series, or both (movie,1999). An empty value filters nothing.",
  example: "2023",
};

export const ADULT: Parameter<boolean, "include_adult"> = {
  name: "include_adult",
  parse: (text) => (text === "1" ? true : text === "0" ? false : null),
  expected: "must be 0 or 1",
  fallback: false,
  format: (isIncluded) => (isIncluded ? "1" : ""),
  schema: { enum: ["0", "1"], type: "string", default: "0" },
  description: "1 includes adult titles, if the response comes from the catalog.",
  example: "1",
  isExtension: true,
};

const ANY_PAGE: Parameter<number, "page"> = {
  ...integer(1, Number.MAX_SAFE_INTEGER, {
    name: "page",
    description: "The page number. Pages past the last one are empty. The order does not depend on limit.",
    example: 2,
  }),
  isExtension: true,
};
const ANY_LIMIT: Parameter<number, "limit"> = {
  ...createLimit(MAX_LIMIT, { description: `Results per page, at most ${MAX_LIMIT}.`, example: 5 }),
  isExtension: true,
};
export const PAGE = withDefault(1, ANY_PAGE);
export const LIMIT = withDefault(DEFAULT_LIMIT, ANY_LIMIT);

function entityId(thing: "title" | "person", words: Pick<Parameter<number>, "description" | "example">) {
  const expected = `must be the id of a ${thing}: an integer from 1 to ${Number.MAX_SAFE_INTEGER}`;
  return integer(1, Number.MAX_SAFE_INTEGER, { name: "id", expected, ...words });
}

function idList(
  min: number,
  max: number,
  words: Pick<Parameter<unknown>, "description" | "example">,
): Parameter<readonly number[], "ids"> {
  const pattern = new RegExp(`^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){${min - 1},${max - 1}}$`);
  function parse(text: string): readonly number[] | null {
    const ids = pattern.test(text) ? [...new Set(text.split(",").map(Number))] : [];
    return ids.length >= min && ids.every(Number.isSafeInteger) ? ids : null;
  }
  const expected = `must be ${min} to ${max} different ids, separated by commas`;
  return { name: "ids", parse, expected, schema: { type: "string", pattern: pattern.source }, ...words };
}

const PART = `(${APPEND_FIELDS.join("|")})`;
const APPEND: Parameter<readonly AppendField[], "append"> = {
  name: "append",
  parse(text) {
    const names = text.split(",");
    const parts = APPEND_FIELDS.filter((part) => names.includes(part));
    return parts.length === names.length ? parts : null;
  },
  expected: `must be one or more of ${APPEND_FIELDS.join(", ")}, separated by commas`,
  fallback: [],
  schema: { type: "string", pattern: `^${PART}(,${PART}){0,${APPEND_FIELDS.length - 1}}$` },
  description:
    "Additional data for each record, separated by commas: credits, external_ids (the ids at IMDb, TMDB, TheTVDB and Wikidata), votes, series (its seasons, episodes and dates), and details (release date, certificates and so on).",
  example: "credits",
};

export const SEARCH = {
  text: { ...TEXT, example: "godzilla" },
  filter: FILTER,
  lang: LANG,
  page: optional(ANY_PAGE),
  limit: optional(ANY_LIMIT),
  includeAdult: ADULT,
};
/**
 * A search. `page` and `limit` are either both set or both `null`, in which case the source returns its default
 * number of titles.
 */
export type SearchQuery = InferQuery<typeof SEARCH>;
export type Paging = Pick<SearchQuery, "page" | "limit">;

/** The parameters of searches by the Worker itself, which are not paged and omit adult titles. */
export const UNPAGED = { page: null, limit: null, includeAdult: false } as const;

/**
 * Parses a search. If only one of `page` and `limit` is given, the other gets its default. Throws a Problem
 * `invalid-parameter`.
 */
export function parseSearch(values: URLSearchParams): SearchQuery {
  const { page, limit, ...query } = readQuery(SEARCH, values);
  const isPaged = page !== null || limit !== null;
  return { ...query, ...(isPaged ? { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT } : { page, limit }) };
}

/** Formats a search as a query string in the contract's order of parameters, which ends with the language. */
export function formatSearchQuery(query: SearchQuery): string {
  const { lang, ...others } = SEARCH;
  return `category=search&${writeQuery({ ...others, lang }, query)}`;
}

export const CREDITS = {
  id: entityId("title", {
    description: "Id of the title, as in the id field of search results.",
    example: 34,
  }),
  lang: LANG,
};
export type TitleQuery = InferQuery<typeof CREDITS>;

export function formatCreditsQuery(query: TitleQuery): string {
  return `category=credits&${writeQuery(CREDITS, query)}`;
}

export const TITLE = {
  id: { ...entityId("title", { description: "Id of the title.", example: 34 }), isInPath: true },
  append: APPEND,
  lang: LANG,
};

/** The parameters of what is about a single title and has its own URL. */
export const OF_TITLE = {
  id: { ...entityId("title", { description: "Id of the title.", example: 34 }), isInPath: true },
  lang: LANG,
};

export const TITLES = {
  ids: idList(1, MAX_TITLES, {
    description: `Ids of 1 to ${MAX_TITLES} different titles, separated by commas.`,
    example: "34,48",
  }),
  append: APPEND,
  lang: LANG,
};

const SEASON_NUMBER = integer(0, Number.MAX_SAFE_INTEGER, {
  name: "season",
  description: "The number of the season. Specials are season 0.",
  example: 1,
});

export const SEASONS = {
  id: { ...entityId("title", { description: "The id of the series.", example: 143 }), isInPath: true },
  lang: LANG,
};

export const SEASON = { ...SEASONS, season: { ...SEASON_NUMBER, isInPath: true } };
export type SeasonQuery = InferQuery<typeof SEASON>;

export const PERSON = {
  id: { ...entityId("person", { description: "Id of the person.", example: 215 }), isInPath: true },
  lang: LANG,
  includeAdult: ADULT,
};
export type PersonQuery = InferQuery<typeof PERSON>;

export const PEOPLE = { text: TEXT, lang: LANG, page: PAGE, limit: LIMIT };
export type PeopleQuery = InferQuery<typeof PEOPLE>;

/**
 * The parameters for titles that several people have in common. The response lists the people in the order of these
 * ids, so the order is part of the query.
 */
export const SHARED = {
  ids: idList(2, 5, {
    description: "Ids of two to five different people, separated by commas.",
    example: "2386,2379",
  }),
  lang: LANG,
};
export type SharedQuery = InferQuery<typeof SHARED>;

export const SUGGEST = {
  text: TEXT,
  lang: LANG,
  limit: withDefault(
    MAX_SUGGESTIONS,
    createLimit(MAX_SUGGESTIONS, { description: "Maximum number of suggestions.", example: 5 }),
  ),
};
export type SuggestQuery = InferQuery<typeof SUGGEST>;

const TMDB_ID = { pattern: /^[1-9]\d{0,9}$/, expected: "must be a TMDB id such as 603" };

/** The syntax of external ids by source. IMDb ids may have leading zeros. */
const EXTERNAL_IDS: Record<ExternalSource, { readonly pattern: RegExp; readonly expected: string }> = {
  imdb: { pattern: /^(tt|nm)\d{7,10}$/, expected: "must be an IMDb id such as tt0133093 or nm0000206" },
  "tmdb-movie": TMDB_ID,
  "tmdb-tv": TMDB_ID,
  "tmdb-person": TMDB_ID,
  tvdb: { pattern: /^[1-9]\d{0,9}$/, expected: "must be a TheTVDB id such as 81189" },
  wikidata: { pattern: /^Q[1-9]\d{0,11}$/, expected: "must be a Wikidata id such as Q83495" },
};

export function isExternalId(source: ExternalSource, id: string): boolean {
  return EXTERNAL_IDS[source].pattern.test(id);
}

export const EXTERNAL_ID_PATTERN = /^((tt|nm)[0-9]{7,10}|Q?[1-9][0-9]{0,11})$/;

export const FIND = {
  source: {
    ...oneOf(EXTERNAL_SOURCES, {
      name: "source",
      description: "Source of the id: imdb, tmdb-movie, tmdb-tv, tmdb-person, tvdb or wikidata.",
      example: "imdb",
    }),
    isInPath: true,
  },
  external: {
    name: "id",
    parse: (text) => text,
    expected: "",
    schema: { type: "string", pattern: EXTERNAL_ID_PATTERN.source },
    description: "The id as its source writes it: tt0133093 or nm0000206, 603, Q83495.",
    example: "tt0050083",
    isInPath: true,
  } satisfies Parameter<string>,
  lang: LANG,
};
export type FindQuery = InferQuery<typeof FIND>;

/** Parses a request for an external id, whose syntax depends on the source. Throws a Problem `invalid-parameter`. */
export function parseFind(values: URLSearchParams, path: Path): FindQuery {
  const source = FIND.source.parse(path.source ?? "");
  if (source === null) return readQuery(FIND, values, path);
  const parse = (text: string) => (isExternalId(source, text) ? text : null);
  const external = { ...FIND.external, parse, expected: EXTERNAL_IDS[source].expected };
  return readQuery({ ...FIND, external }, values, path);
}

/**
 * Normalises search text and replaces control characters with spaces. Returns `null` if the text is blank or too
 * long. The limit applies to the NFKC form, in which one character may become eighteen.
 */
export function parseText(value: string): string | null {
  const text = value
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return text === "" || [...text.normalize("NFKC")].length > MAX_TEXT_LENGTH ? null : text;
}

/** Parses an id. Returns `null` if the text is not a valid id. */
export function parseId(value: string): number | null {
  return parseInteger(value, 1, Number.MAX_SAFE_INTEGER);
}

/** Returns true if the text contains a letter or digit. Other text cannot match any title. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
