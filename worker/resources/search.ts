/** Titles by their words: `/v1/?category=search`. */
import * as v from "valibot";
import { bodyText } from "../cache/stored-response.ts";
import {
  DEFAULT_LIMIT,
  LARGEST_LIMIT,
  LONGEST_TEXT,
  parseExplain,
  parseSearch,
  queryString,
  type SearchQuery,
} from "../contract/query.ts";
import { type RefinedQuery, refinedString } from "../contract/refined.ts";
import { type Documentation, LANG } from "./documentation.ts";
import searchAnswer from "./examples/search.json" with { type: "json" };
import { titleTags } from "./keys.ts";
import { operation } from "./operation.ts";
import { pageLinks } from "./paging.ts";
import { policyFor, type Resource } from "./resource.ts";

export const search: Resource<SearchQuery> = {
  name: "search",
  needs: "search",
  key: queryString,
  load: (origin, query) => origin.search(query),
  tags: (_query, json) => ["search", ...titleTags(json)],
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: true,
};

/** The same of one genre, in another order, or with no word taken for another; for pages. */
export const refinedSearch: Resource<RefinedQuery> = {
  ...search,
  name: "refine",
  needs: "refine",
  key: refinedString,
  load: (origin, query) => origin.refine(query),
  hasLastResort: false,
};

/** Why the first results come first, for `explain=1`: it costs the origin what a search does. */
export const explanation: Resource<SearchQuery> = {
  ...search,
  name: "explanation",
  needs: "explain",
  load: (origin, query) => origin.explain(query),
  tags: () => ["search"],
  hasLastResort: false,
};

export const searchOperation = operation({
  resource: search,
  parse: parseSearch,

  async headers(query, { more }, { values, ask }) {
    const links = { Link: searchLinks(query, more) };
    const explained = parseExplain(values) ? await ask(explanation, query) : null;
    if (explained?.kind !== "served") return links;
    return { ...links, "Marquee-Explain": bodyText(explained) };
  },
});

export function searchLinks(query: SearchQuery, more: boolean): string {
  const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
  const addressOf = (target: number) => `/v1/?${queryString({ ...query, paging: { page: target, limit } })}`;
  return pageLinks(addressOf, page, more);
}

export const documentation: Documentation = {
  name: search.name,
  summary: "Find titles by their words",
  parameters: {
    q: {
      schema: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT)),
      description: `Of a search: the text matched against titles. Brought into NFC, trimmed and its white space collapsed, it has to hold 1 to ${LONGEST_TEXT} characters.`,
      example: "godzilla",
      isRequired: true,
    },
    f: {
      schema: v.pipe(
        v.string(),
        v.regex(
          /^((movie|series)|((movie|series),)?([0-9]{4}|[0-9]{4}~|[0-9]{4}-|-[0-9]{4}|[0-9]{4}-[0-9]{4}))?$/,
        ),
      ),
      description:
        "Of a search: narrows the result. The contract knows a year, 1999. Extensions: 1990-1999, 1990-, -1999, 1999~ (a year either side, the exact one first), movie, series, and a kind and a year (movie,1999). Empty: no filter.",
      example: "2023",
    },
    lang: LANG,
    page: {
      schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      description:
        "Of a search: which page, from 1. Pages are pieces of one order, whatever the limit. Past the last one the array is empty; the catalog gives at most 500 titles.",
      example: 2,
      isExtension: true,
    },
    limit: {
      schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_LIMIT)),
      description: "Of a search: how many titles a page holds; 20 where only page is given.",
      example: 5,
      isExtension: true,
    },
    include_adult: {
      schema: v.optional(v.picklist(["0", "1"]), "0"),
      description: "Of a search: 1 for adult titles too, where the catalog answers.",
      example: "1",
      isExtension: true,
    },
    explain: {
      schema: v.string(),
      description:
        "Of a search: 1 has the header Marquee-Explain say why the first titles come first, where the catalog answers. For people: its words may change.",
      example: "1",
      isExtension: true,
    },
  },
  answer: "SearchAnswer",
  examples: {
    search: {
      summary: "A search for godzilla, of the year 2023",
      request: "GET /v1/?category=search&q=godzilla&f=2023",
      value: searchAnswer,
    },
    "nothing-found": {
      summary: "A search that finds nothing",
      request: "GET /v1/?category=search&q=godzilla&f=1900",
      value: [],
    },
  },
};
