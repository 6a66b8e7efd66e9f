/** Titles by their words: `/v1/?category=search`. */
import * as v from "valibot";
import { FILTER_PATTERN } from "../contract/filter.ts";
import {
  DEFAULT_LIMIT,
  LARGEST_LIMIT,
  parseSearch,
  queryString,
  type SearchQuery,
} from "../contract/query.ts";
import { SearchAnswer } from "../contract/record.ts";
import { ADULT, type Documentation, LANG, LIMIT, PAGE, TEXT } from "./documentation.ts";
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
  description:
    "Titles that match, best first. Finds misspelt words, other spellings and any language of a title. The catalog returns at most 500 titles; without page and limit, the 20 best.",
  parameters: {
    q: { ...TEXT, example: "godzilla" },
    f: {
      schema: v.pipe(v.string(), v.regex(FILTER_PATTERN)),
      description:
        "Filter: a year (1999). Also: 1990-1999, 1990-, -1999, 1999~ (a year either side, the exact year first), movie, series, or both (movie,1999). Empty: no filter.",
      example: "2023",
    },
    lang: LANG,
    page: {
      ...PAGE,
      schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      isExtension: true,
    },
    limit: {
      ...LIMIT,
      schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_LIMIT)),
      isExtension: true,
    },
    include_adult: { ...ADULT, isExtension: true },
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
