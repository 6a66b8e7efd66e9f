/**
 * Parses the contract's two operations from a query string. Queries are normalised: requests with the same meaning give
 * the same query. The caller's key is not part of it.
 */
import { FILTER_PATTERN, type Filter, formatFilter, NO_FILTER, parseFilter } from "./filter.ts";
import {
  integer,
  LANG,
  limitOf,
  oneOf,
  type Parameter,
  parseInteger,
  readParameters,
  withDefault,
  writeParameters,
} from "./parameters.ts";

export const LONGEST_TEXT = 200;
export const LARGEST_LIMIT = 100;
/** Results per page if `limit` is absent, and results of the catalog without paging. */
export const DEFAULT_LIMIT = 20;

export interface Paging {
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly limit: number;
}

export interface SearchQuery {
  readonly category: "search";
  /** NFC, trimmed, inner white space collapsed, 1 to 200 characters, in compatibility forms as well. */
  readonly text: string;
  readonly filter: Filter;
  /** Language subtag; `en` by default. */
  readonly lang: string;
  /** `null`: as many as the origin returns. */
  readonly paging: Paging | null;
  readonly includeAdult: boolean;
}

export interface CreditsQuery {
  readonly category: "credits";
  /** Identifier of the title, 1 to 2^53-1. */
  readonly id: number;
  readonly lang: string;
}

/** What identifies the record of a title. */
export interface TitleQuery {
  /** Identifier of the title, 1 to 2^53-1. */
  readonly id: number;
  readonly lang: string;
}

export type Query = SearchQuery | CreditsQuery;

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseQuery(values: URLSearchParams): Query {
  return parseCategory(values) === "search" ? parseSearch(values) : parseCredits(values);
}

export const CATEGORY = oneOf(["search", "credits"], {
  name: "category",
  description: "search or credits. Defaults to credits when id is given; otherwise required.",
  example: "search",
});

/** Throws a Problem `invalid-parameter` unless the request is for one of the two operations. */
export function parseCategory(values: URLSearchParams): Query["category"] {
  const category = categoryOf(values);
  if (category !== null) return category;
  const must = values.has("category") ? "must be search or credits" : "is missing: use search or credits";
  return readParameters(values, { category: { ...CATEGORY, must } }).category;
}

/** With an id the contract's default is `credits`. `null`: neither operation. */
export function categoryOf(values: URLSearchParams): Query["category"] | null {
  return CATEGORY.parse(values.get("category") ?? (values.has("id") ? "credits" : ""));
}

/** The title that an id names, or the person. */
export function idOf(thing: "title" | "person", words: Pick<Parameter<number>, "description" | "example">) {
  const must = `must be the id of a ${thing}: an integer from 1 to ${Number.MAX_SAFE_INTEGER}`;
  return integer(1, Number.MAX_SAFE_INTEGER, { name: "id", must, ...words });
}

export const TEXT: Parameter<string, "q"> = {
  name: "q",
  parse: parseText,
  must: `must be search text of 1 to ${LONGEST_TEXT} characters`,
  schema: { type: "string", minLength: 1, maxLength: LONGEST_TEXT },
  description: `Search text, 1–${LONGEST_TEXT} characters after NFC normalisation, trimming and collapsing white space.`,
  example: "tarkovsky",
};

export const FILTER: Parameter<Filter, "f"> = {
  name: "f",
  parse: parseFilter,
  must: "must be a year (1999), years (1990-1999, 1990-, -1999, 1999~), movie, series, or both (movie,1999)",
  otherwise: NO_FILTER,
  format: formatFilter,
  schema: { type: "string", pattern: FILTER_PATTERN.source },
  description:
    "Filter: a year (1999). Also: 1990-1999, 1990-, -1999, 1999~ (a year either side, the exact year first), movie, series, or both (movie,1999). Empty: no filter.",
  example: "2023",
};

export const ADULT: Parameter<boolean, "include_adult"> = {
  name: "include_adult",
  parse: (text) => (text === "1" ? true : text === "0" ? false : null),
  must: "must be 0 or 1",
  otherwise: false,
  format: (isIncluded) => (isIncluded ? "1" : ""),
  schema: { enum: ["0", "1"], type: "string", default: "0" },
  description: "1 includes adult titles, where the catalog answers.",
  example: "1",
};

const ANY_PAGE = integer(1, Number.MAX_SAFE_INTEGER, {
  name: "page",
  description: "Page number. The order does not depend on limit. Pages past the last one are empty.",
  example: 2,
});
const ANY_LIMIT = limitOf(LARGEST_LIMIT, {
  description: `Results per page, at most ${LARGEST_LIMIT}.`,
  example: 5,
});
export const PAGE = withDefault(1, ANY_PAGE);
export const LIMIT = withDefault(DEFAULT_LIMIT, ANY_LIMIT);

const extension = { isExtension: true, otherwise: null } as const;
export const SEARCH = {
  text: { ...TEXT, example: "godzilla" },
  filter: FILTER,
  lang: LANG,
  page: { ...(ANY_PAGE as Parameter<number | null, "page">), ...extension },
  limit: { ...(ANY_LIMIT as Parameter<number | null, "limit">), ...extension },
  includeAdult: { ...ADULT, isExtension: true },
};
export const CREDITS = {
  id: idOf("title", {
    description: "Id of the title, as in the id field of search results.",
    example: 123,
  }),
  lang: LANG,
};

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseSearch(values: URLSearchParams): SearchQuery {
  const { page, limit, ...query } = readParameters(values, SEARCH);
  const isPaged = page !== null || limit !== null;
  const paging = isPaged ? { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT } : null;
  return { category: "search", ...query, paging };
}

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseCredits(values: URLSearchParams): CreditsQuery {
  return { category: "credits", ...readParameters(values, CREDITS) };
}

/**
 * `null`: blank or too long. Control characters count as white space. Searches and pages compare compatibility forms, of
 * which one character may have eighteen: these count.
 */
export function parseText(value: string): string | null {
  const text = value
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return text === "" || [...text.normalize("NFKC")].length > LONGEST_TEXT ? null : text;
}

/** `null`: not an id. */
export function parseId(value: string): number | null {
  return parseInteger(value, 1, Number.MAX_SAFE_INTEGER);
}

/** Whether the text has a letter or a digit, which a title could match. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The inverse of `parseQuery`, without a key. Equal queries give equal strings: the order of parameters is fixed. */
export function queryString(query: Query): string {
  const { category } = query;
  if (category === "credits") return `category=credits&${writeParameters(CREDITS, query)}`;
  return `category=search&${writeParameters(SEARCH, { ...query, ...query.paging, lang: null })}&lang=${query.lang}`;
}
