/**
 * The parameters of the operations: the contract's two, and those with an address of their own but for lists
 * (`browse.ts`), names of files (`matching.ts`) and changes (`changes.ts`). The caller's key is not one of them.
 */

import { EXTERNAL_SOURCES, type ExternalSource } from "./facts.ts";
import { FILTER_PATTERN, type Filter, formatFilter, NO_FILTER, parseFilter } from "./filter.ts";
import {
  type InferQuery,
  integer,
  LANG,
  limitOf,
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

export const LONGEST_TEXT = 200;
export const LARGEST_LIMIT = 100;
/** Results per page if `limit` is absent, and results of the catalog without paging. */
export const DEFAULT_LIMIT = 20;
/** How many titles one request may name. */
export const MAX_TITLES = 50;

export const CATEGORY = oneOf(["search", "credits"], {
  name: "category",
  description: "The operation: search or credits. Defaults to credits if id is present; otherwise required.",
  example: "search",
});
export type Category = "search" | "credits";

/** Throws a Problem `invalid-parameter` unless the request is for one of the two operations. */
export function parseCategory(values: URLSearchParams): Category {
  const category = categoryOf(values);
  if (category !== null) return category;
  const must = values.has("category") ? "must be search or credits" : "is missing: use search or credits";
  return readQuery({ category: { ...CATEGORY, must } }, values).category;
}

/** With an id the contract's default is `credits`. `null`: neither operation. */
export function categoryOf(values: URLSearchParams): Category | null {
  return CATEGORY.parse(values.get("category") ?? (values.has("id") ? "credits" : ""));
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
  must: "must be 0 or 1",
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
  ...limitOf(LARGEST_LIMIT, { description: `Results per page, at most ${LARGEST_LIMIT}.`, example: 5 }),
  isExtension: true,
};
export const PAGE = withDefault(1, ANY_PAGE);
export const LIMIT = withDefault(DEFAULT_LIMIT, ANY_LIMIT);

/** The id of a title or of a person. */
function idOf(thing: "title" | "person", words: Pick<Parameter<number>, "description" | "example">) {
  const must = `must be the id of a ${thing}: an integer from 1 to ${Number.MAX_SAFE_INTEGER}`;
  return integer(1, Number.MAX_SAFE_INTEGER, { name: "id", must, ...words });
}

/** Ids in a list, separated by commas. */
function idsOf(
  min: number,
  max: number,
  words: Pick<Parameter<unknown>, "description" | "example">,
): Parameter<readonly number[], "ids"> {
  const pattern = new RegExp(`^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){${min - 1},${max - 1}}$`);
  function parse(text: string): readonly number[] | null {
    const ids = pattern.test(text) ? text.split(",").map(Number) : [];
    return ids.length > 0 && ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length ? ids : null;
  }
  const must = `must be ${min} to ${max} different ids, separated by commas`;
  return { name: "ids", parse, must, schema: { type: "string", pattern: pattern.source }, ...words };
}

const PART = `(${APPEND_FIELDS.join("|")})`;
/** The fields to send with a title, in any order. */
const APPEND: Parameter<readonly AppendField[], "append"> = {
  name: "append",
  parse(text) {
    const names = text.split(",");
    const parts = APPEND_FIELDS.filter((part) => names.includes(part));
    return parts.length === names.length ? parts : null;
  },
  must: `must be one or more of ${APPEND_FIELDS.join(", ")}, separated by commas`,
  fallback: [],
  schema: { type: "string", pattern: `^${PART}(,${PART}){0,${APPEND_FIELDS.length - 1}}$` },
  description:
    "What to send beside each record, separated by commas: credits, external_ids (the ids at IMDb, TMDB, TheTVDB and Wikidata), votes, series (its seasons, episodes and dates), and details (release date, status, certificates, companies and so on).",
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
/** Without `page` and `limit`, as many titles as the origin returns; otherwise it has both. */
export type SearchQuery = InferQuery<typeof SEARCH>;
export type Paging = Pick<SearchQuery, "page" | "limit">;

/** The paging of a search that the Worker itself makes. */
export const UNPAGED = { page: null, limit: null, includeAdult: false } as const;

/** One of `page` and `limit` implies the other. Throws a Problem as `readQuery` does. */
export function parseSearch(values: URLSearchParams): SearchQuery {
  const { page, limit, ...query } = readQuery(SEARCH, values);
  const isPaged = page !== null || limit !== null;
  return { ...query, ...(isPaged ? { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT } : { page, limit }) };
}

/** In the order of the contract's address: the language comes last. */
export function searchString(query: SearchQuery): string {
  const { lang, ...others } = SEARCH;
  return `category=search&${writeQuery({ ...others, lang }, query)}`;
}

export const CREDITS = {
  id: idOf("title", {
    description: "Id of the title, as in the id field of search results.",
    example: 34,
  }),
  lang: LANG,
};
/** A title in a language. */
export type TitleQuery = InferQuery<typeof CREDITS>;

export function creditsString(query: TitleQuery): string {
  return `category=credits&${writeQuery(CREDITS, query)}`;
}

export const TITLE = {
  id: { ...idOf("title", { description: "Id of the title.", example: 34 }), isInPath: true },
  append: APPEND,
  lang: LANG,
};

export const TITLES = {
  ids: idsOf(1, MAX_TITLES, {
    description: `Ids of 1 to ${MAX_TITLES} different titles, separated by commas.`,
    example: "34,48",
  }),
  append: APPEND,
  lang: LANG,
};

const NUMBER_OF_SEASON = integer(0, Number.MAX_SAFE_INTEGER, {
  name: "season",
  description: "The number of the season. Specials are season 0.",
  example: 1,
});

export const SEASONS = {
  id: { ...idOf("title", { description: "The id of the series.", example: 143 }), isInPath: true },
  lang: LANG,
};

export const SEASON = { ...SEASONS, season: { ...NUMBER_OF_SEASON, isInPath: true } };
export type SeasonQuery = InferQuery<typeof SEASON>;

export const PERSON = {
  id: { ...idOf("person", { description: "Id of the person.", example: 215 }), isInPath: true },
  lang: LANG,
  includeAdult: ADULT,
};
export type PersonQuery = InferQuery<typeof PERSON>;

export const PEOPLE = { text: TEXT, lang: LANG, page: PAGE, limit: LIMIT };
export type PeopleQuery = InferQuery<typeof PEOPLE>;

/** The response keeps the order of the ids. */
export const SHARED = {
  ids: idsOf(2, 5, {
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
    limitOf(MAX_SUGGESTIONS, { description: "Maximum number of suggestions.", example: 5 }),
  ),
};
export type SuggestQuery = InferQuery<typeof SUGGEST>;

const TMDB_ID = { pattern: /^[1-9]\d{0,9}$/, must: "must be a TMDB id such as 603" };

/** The ids of each source. Leading zeros are part of IMDb's. */
const EXTERNAL_IDS: Record<ExternalSource, { readonly pattern: RegExp; readonly must: string }> = {
  imdb: { pattern: /^(tt|nm)\d{7,10}$/, must: "must be an IMDb id such as tt0133093 or nm0000206" },
  "tmdb-movie": TMDB_ID,
  "tmdb-tv": TMDB_ID,
  "tmdb-person": TMDB_ID,
  tvdb: { pattern: /^[1-9]\d{0,9}$/, must: "must be a TheTVDB id such as 81189" },
  wikidata: { pattern: /^Q[1-9]\d{0,11}$/, must: "must be a Wikidata id such as Q83495" },
};

export function isExternalId(source: ExternalSource, id: string): boolean {
  return EXTERNAL_IDS[source].pattern.test(id);
}

/** An id of any source. */
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
    must: "",
    schema: { type: "string", pattern: EXTERNAL_ID_PATTERN.source },
    description: "The id as its source writes it: tt0133093 or nm0000206, 603, Q83495.",
    example: "tt0050083",
    isInPath: true,
  } satisfies Parameter<string>,
  lang: LANG,
};
export type FindQuery = InferQuery<typeof FIND>;

/** An id is refused by the rules of its source. Throws a Problem as `readQuery` does. */
export function parseFind(values: URLSearchParams, path: Path): FindQuery {
  const source = FIND.source.parse(path.source ?? "");
  if (source === null) return readQuery(FIND, values, path);
  const parse = (text: string) => (isExternalId(source, text) ? text : null);
  const external = { ...FIND.external, parse, must: EXTERNAL_IDS[source].must };
  return readQuery({ ...FIND, external }, values, path);
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
