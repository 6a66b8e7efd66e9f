/** The contract's two operations at `/v1/`: title search and credits. */
import { Credits } from "../contract/credits.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import {
  CREDITS,
  DEFAULT_LIMIT,
  formatCreditsQuery,
  formatSearchQuery,
  parseSearch,
  SEARCH,
  type SearchQuery,
} from "../contract/query.ts";
import { SearchResponse } from "../contract/record.ts";
import { titleTag } from "./keys.ts";
import { type Documented, defineOperation, formatPageLinks } from "./operation.ts";
import { creditsPolicy, fromSource, type Resource, searchPolicy } from "./resource.ts";

export const search = {
  ...fromSource("search"),
  schema: SearchResponse,
  key: (query) => (query.isLoose ? `${formatSearchQuery(query)}&loose` : formatSearchQuery(query)),
  tags: () => ["search"],
  policy: searchPolicy,
} satisfies Resource<"search">;

export const searchOperation = defineOperation({
  name: "search",
  resource: "search",
  parameters: SEARCH,
  parse: parseSearch,
  headers: (query, { more }) => ({ Link: searchLinks(query, more) }),
});

export function searchLinks(query: SearchQuery, more: boolean): string {
  const { page, limit } = query.limit === null ? { page: 1, limit: DEFAULT_LIMIT } : query;
  return formatPageLinks(
    (target) => `/v1/?${formatSearchQuery({ ...query, page: target, limit })}`,
    page ?? 1,
    more,
  );
}

export const credits = {
  ...fromSource("credits"),
  schema: Credits,
  // If credits are the same in all languages, all languages share one entry.
  key: ({ id, lang }, { creditsHeedLanguage }) =>
    formatCreditsQuery({ id, lang: creditsHeedLanguage ? lang : DEFAULT_LANGUAGE }),
  tags: ({ id }) => ["credits", titleTag(id)],
  policy: creditsPolicy,
  isInvalidatedByIdOnly: true,
  isCachedWithPage: true,
} satisfies Resource<"credits">;

export const creditsOperation = defineOperation({
  name: "credits",
  resource: "credits",
  parameters: CREDITS,
  missing: { type: "title-not-found", detail: "No title has this id." },
});

export const documentation: Documented = {
  search: {
    summary: "Search titles",
    description:
      "Matching titles, best first. Tolerates misspellings and knows each title in every language. The catalog returns at most 1,000 titles, or the 20 best without page and limit.",
    schema: "SearchResponse",
    examples: {
      search: ["Search “godzilla”", "GET /v1/?category=search&q=godzilla&limit=2"],
      "nothing-found": ["Search without results", "GET /v1/?category=search&q=godzilla&f=1900"],
    },
  },
  credits: {
    summary: "Get credits",
    description: "Cast and crew in eight groups, all of which are always present.",
    schema: "Credits",
    examples: { credits: ["Credits of title 34", "GET /v1/?category=credits&id=34"] },
  },
};
