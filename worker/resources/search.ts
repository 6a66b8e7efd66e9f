/** Titles by their words: `/v1/?category=search`. */
import { DEFAULT_LIMIT, parseSearch, SEARCH, type SearchQuery, searchString } from "../contract/query.ts";
import { SearchAnswer } from "../contract/record.ts";
import { type Documented, operation, pageLinks } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const search = {
  name: "search",
  schema: SearchAnswer,
  key: searchString,
  tags: () => ["search"],
  policy: likeSearch,
  hasLastResort: true,
} satisfies Resource<"search">;

export const searchOperation = operation({
  name: "search",
  capability: "search",
  parameters: SEARCH,
  parse: parseSearch,
  headers: (query, { more }) => ({ Link: searchLinks(query, more) }),
});

export function searchLinks(query: SearchQuery, more: boolean): string {
  const { page, limit } = query.limit === null ? { page: 1, limit: DEFAULT_LIMIT } : query;
  return pageLinks((target) => `/v1/?${searchString({ ...query, page: target, limit })}`, page ?? 1, more);
}

export const documentation: Documented = {
  search: {
    summary: "Search titles",
    description:
      "Titles that match, best first. Finds misspelt words, other spellings and any language of a title. The catalog returns at most 1,000 titles; without page and limit, the 20 best.",
    answer: "SearchAnswer",
    examples: {
      search: ["Search “godzilla”", "GET /v1/?category=search&q=godzilla&limit=2"],
      "nothing-found": ["Search without results", "GET /v1/?category=search&q=godzilla&f=1900"],
    },
  },
};
