/**
 * Parses the contract's two operations from a query string. Queries are normalised: requests with the same meaning give
 * the same query. The caller's key is not part of it.
 */
import { type Filter, formatFilter, NO_FILTER, parseFilter } from "./filter.ts";
import { DEFAULT_LANGUAGE, Parameters, parseInteger, parseLanguage, readParameters } from "./parameters.ts";

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
  /** Whether words are taken as typed. Only pages set this and the fields below; the API has no parameters for them. */
  readonly exact?: boolean;
  /** Slug of an English name. */
  readonly genre?: string | null;
  readonly sort?: Order;
}

/** `relevance`: the best match first; the others as in `browse`. */
export const ORDERS = ["relevance", "popularity", "year"] as const;
export type Order = (typeof ORDERS)[number];

export type Refinement = Required<Pick<SearchQuery, "exact" | "genre" | "sort">>;
export type RefinedQuery = SearchQuery & Refinement;
export const NOT_REFINED: Refinement = { exact: false, genre: null, sort: "relevance" };

/** Whether the results differ from those of the API. */
export function isRefined(query: Partial<Refinement>): boolean {
  return query.exact === true || isNarrowedOrSorted(query);
}

/** Whether the query changes which titles the search returns, or their order. */
export function isNarrowedOrSorted({ genre = null, sort = "relevance" }: Partial<Refinement>): boolean {
  return genre !== null || sort !== "relevance";
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

/** Throws a Problem `invalid-parameter` unless the request is for one of the two operations. */
export function parseCategory(values: URLSearchParams): Query["category"] {
  const category = categoryOf(values);
  if (category !== null) return category;
  const must = values.has("category") ? "must be search or credits" : "is missing: use search or credits";
  const parameters = new Parameters(values);
  parameters.refuse("category", must);
  throw parameters.problem();
}

/** With an id the contract's default is `credits`. `null`: neither operation. */
export function categoryOf(values: URLSearchParams): Query["category"] | null {
  const category = values.get("category") ?? (values.has("id") ? "credits" : null);
  return category === "search" || category === "credits" ? category : null;
}

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseSearch(values: URLSearchParams): SearchQuery {
  const isPaged = values.has("page") || values.has("limit");
  return readParameters(values, (parameters) => ({
    category: "search",
    text: parseRequiredText(parameters),
    filter: parseFilterParameter(parameters),
    lang: parseLang(parameters),
    paging: isPaged ? parsePaging(parameters) : null,
    includeAdult: parseAdult(parameters),
  }));
}

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseCredits(values: URLSearchParams): CreditsQuery {
  return readParameters(values, (parameters) => {
    if (!values.has("id")) parameters.refuse("id", idMust("title"));
    const id = parameters.read("id", { otherwise: 0, parse: parseId, must: idMust("title") });
    return { category: "credits", id, lang: parseLang(parameters) };
  });
}

/** The id in a path; refused if malformed. */
export function parsePathId(
  parameters: Parameters,
  { id = "" }: Readonly<Record<string, string>>,
  of: "title" | "person",
): number {
  const parsed = parseId(id);
  if (parsed === null) parameters.refuse("id", idMust(of));
  return parsed ?? 0;
}

const TEXT_MUST = `must be search text of 1 to ${LONGEST_TEXT} characters`;
const FILTER_MUST =
  "must be a year (1999), years (1990-1999, 1990-, -1999, 1999~), movie, series, or both (movie,1999)";
const idMust = (of: string) => `must be the id of a ${of}: an integer from 1 to 9007199254740991`;

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

/** The parameter `lang`; refused if it is malformed. */
export function parseLang(parameters: Parameters): string {
  return parameters.read("lang", {
    otherwise: DEFAULT_LANGUAGE,
    parse: parseLanguage,
    must: "must be a language tag such as en or pt-BR",
  });
}

/** The parameter `q`; refused if it is missing or blank. */
export function parseRequiredText(parameters: Parameters): string {
  if (parameters.get("q") === null) parameters.refuse("q", TEXT_MUST);
  return parameters.read("q", { otherwise: "", parse: parseText, must: TEXT_MUST });
}

/** The parameter `f`. */
export function parseFilterParameter(parameters: Parameters): Filter {
  return parameters.read("f", { otherwise: NO_FILTER, parse: parseFilter, must: FILTER_MUST });
}

/** The parameter `include_adult`. */
export function parseAdult(parameters: Parameters): boolean {
  return parameters.read("include_adult", {
    otherwise: false,
    parse: (value) => (value === "1" ? true : value === "0" ? false : null),
    must: "must be 0 or 1",
  });
}

/** The parameters `page` and `limit`. */
export function parsePaging(parameters: Parameters): Paging {
  const page = parameters.read("page", {
    otherwise: 1,
    parse: (value) => parseInteger(value, 1, Number.MAX_SAFE_INTEGER),
    must: "must be an integer from 1 to 9007199254740991",
  });
  const limit = parameters.read("limit", {
    otherwise: DEFAULT_LIMIT,
    parse: (value) => parseInteger(value, 1, LARGEST_LIMIT),
    must: `must be an integer from 1 to ${LARGEST_LIMIT}`,
  });
  return { page, limit };
}

/** The inverse of `parseQuery`, without a key. Equal queries give equal strings: the order of parameters is fixed. */
export function queryString(query: Query): string {
  const parameters = new URLSearchParams({ category: query.category });
  if (query.category === "credits") {
    parameters.set("id", String(query.id));
  } else {
    addSearch(parameters, query);
  }
  parameters.set("lang", query.lang);
  return parameters.toString();
}

function addSearch(parameters: URLSearchParams, query: SearchQuery): void {
  parameters.set("q", query.text);
  const filter = formatFilter(query.filter);
  if (filter !== "") parameters.set("f", filter);
  if (query.paging !== null) {
    parameters.set("page", String(query.paging.page));
    parameters.set("limit", String(query.paging.limit));
  }
  if (query.includeAdult) parameters.set("include_adult", "1");
  const { exact, genre, sort } = { ...NOT_REFINED, ...query };
  if (exact) parameters.set("exact", "1");
  if (genre !== null) parameters.set("genre", genre);
  if (sort !== NOT_REFINED.sort) parameters.set("sort", sort);
}
