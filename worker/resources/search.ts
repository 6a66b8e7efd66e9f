/** Titles by their words: `/v1/?category=search`. */
import { DEFAULT_LIMIT, parseSearch, queryString, SEARCH, type SearchQuery } from "../contract/query.ts";
import { SearchAnswer } from "../contract/record.ts";
import type { Documentation } from "./operation.ts";
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
    "Titles that match, best first. Finds misspelt words, other spellings and any language of a title. The catalog returns at most 1,000 titles; without page and limit, the 20 best.",
  parameters: SEARCH,
  answer: "SearchAnswer",
  examples: {
    search: {
      summary: "Search “godzilla”",
      request: "GET /v1/?category=search&q=godzilla&limit=2",
    },
    "nothing-found": {
      summary: "Search without results",
      request: "GET /v1/?category=search&q=godzilla&f=1900",
    },
  },
};
