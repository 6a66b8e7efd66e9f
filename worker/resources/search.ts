/** Titles by their words: `/v1/?category=search`. */
import * as v from "valibot";
import { FILTER_PATTERN } from "../contract/filter.ts";
import {
  DEFAULT_LIMIT,
  LARGEST_LIMIT,
  LONGEST_TEXT,
  parseSearch,
  queryString,
  type SearchQuery,
} from "../contract/query.ts";
import { SearchAnswer } from "../contract/record.ts";
import { type Documentation, LANG } from "./documentation.ts";
import { operation, pageLinks } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const search = {
  name: "search",
  schema: SearchAnswer,
  key: queryString,
  tags: () => ["search"],
  policy: likeSearch,
  hasLastResort: true,
} satisfies Resource<"search">;

export const searchOperation = operation({
  name: "search",
  capability: "search",
  parse: parseSearch,
  headers: (query, { more }) => ({ Link: searchLinks(query, more) }),
});

export function searchLinks(query: SearchQuery, more: boolean): string {
  const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
  const addressOf = (target: number) => `/v1/?${queryString({ ...query, paging: { page: target, limit } })}`;
  return pageLinks(addressOf, page, more);
}

export const documentation: Documentation = {
  name: searchOperation.name,
  summary: "Search titles",
  parameters: {
    q: {
      schema: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT)),
      description: `Search text, 1–${LONGEST_TEXT} characters after NFC normalisation, trimming and collapsing white space.`,
      example: "godzilla",
      isRequired: true,
    },
    f: {
      schema: v.pipe(v.string(), v.regex(FILTER_PATTERN)),
      description:
        "Filter: a year (1999). Also: 1990-1999, 1990-, -1999, 1999~ (a year either side, the exact year first), movie, series, or both (movie,1999). Empty: no filter.",
      example: "2023",
    },
    lang: LANG,
    page: {
      schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      description:
        "Page number of a search, from 1. The order does not depend on limit. Pages past the last one are empty; the catalog returns at most 500 titles.",
      example: 2,
      isExtension: true,
    },
    limit: {
      schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_LIMIT)),
      description: "Titles per page of a search; 20 if only page is given.",
      example: 5,
      isExtension: true,
    },
    include_adult: {
      schema: v.optional(v.picklist(["0", "1"]), "0"),
      description: "1 includes adult titles in a search, where the catalog answers.",
      example: "1",
      isExtension: true,
    },
  },
  answer: "SearchAnswer",
  examples: {
    search: {
      summary: "Search “godzilla”, 2023",
      request: "GET /v1/?category=search&q=godzilla&f=2023",
    },
    "nothing-found": {
      summary: "Search without results",
      request: "GET /v1/?category=search&q=godzilla&f=1900",
    },
  },
};
