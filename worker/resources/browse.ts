/** Lists of titles and people, for `/v1/browse`, pages and the sitemap. */

import * as v from "valibot";
import { BrowseCounts, Facets, Shelves, Sitemap } from "../contract/browse.ts";
import { SearchResponse } from "../contract/record.ts";
import type { Understood } from "../contract/understood.ts";
import {
  BROWSE,
  type BrowseQuery,
  formatBrowseQuery,
  parseBrowse,
  writeConditions,
} from "../filters/browse-query.ts";
import { readNotes } from "../source/loaded.ts";
import type { GenreQuery } from "../source/source.ts";
import { type Documented, defineOperation, formatLinks } from "./operation.ts";
import {
  DEFAULT_POLICIES,
  fromSource,
  policyFor,
  type Resource,
  type Stored,
  searchPolicy,
} from "./resource.ts";

/** Lists titles by filters or by a query. */
export const browse = {
  ...fromSource("browse"),
  schema: SearchResponse,
  key: formatBrowseQuery,
  tags: ({ text }) => (text === null ? ["search"] : ["search", "people"]),
  policy: searchPolicy,
} satisfies Resource<"browse">;

export const browseOperation = defineOperation({
  name: "browse",
  resource: "browse",
  parameters: BROWSE,
  parse: parseBrowse,

  headers(query, { more, notes }) {
    const { page } = query;
    const { next: after, understood, total, ignored } = readNotes(notes).list ?? {};
    const buildPageUrl = (changed: Partial<BrowseQuery>) =>
      `/v1/browse?${formatBrowseQuery({ ...query, ...changed })}`;
    const further = after === undefined ? null : buildPageUrl({ page: 1, after });
    return {
      Link: formatLinks({
        first: buildPageUrl({ page: 1, after: null }),
        prev: page > 1 ? buildPageUrl({ page: page - 1 }) : null,
        next: more ? buildPageUrl({ page: page + 1 }) : further,
      }),
      ...(understood && { "Marquee-Understood": formatUnderstood(understood) }),
      ...(total !== undefined && { "Marquee-Total": String(total) }),
      ...(ignored !== undefined && { "Marquee-Ignored": ignored }),
    };
  },
});

/**
 * Formats the recognised parts of a query as URL parameters, in the order in which they were typed. Excluded values
 * start with `-`.
 */
function formatUnderstood({ parts }: Understood): string {
  const named = { kind: "f", years: "f" } as const;
  const parameters = parts.flatMap(({ part, values: [value], name, roles = [], isExcluded }) => [
    [{ ...named }[part as "kind"] ?? part, value === undefined ? name : `${isExcluded ? "-" : ""}${value}`],
    ...roles.map((role) => ["role", role]),
  ]);
  return new URLSearchParams(parameters).toString();
}

export const documentation: Documented = {
  browse: {
    summary: "Browse titles",
    description:
      "A bare array of titles, filtered by facts and sorted. With q, the titles that the query describes: an exact title first, otherwise titles that match the people, filters and words in it. Headers report how q was interpreted, and the total number of titles. The next links continue through the whole catalog, from title 1,000 on with the parameter after. Adult titles are left out.",
    schema: "SearchResponse",
    examples: {
      browse: ["Japanese films of the 1950s", "GET /v1/browse?f=movie,1950-1959&country=japan&limit=2"],
      understood: ["The same in words", "GET /v1/browse?q=japanese+films+of+the+1950s&limit=2"],
    },
  },
};

export const facets = {
  ...browse,
  tags: () => ["search"],
  ...fromSource("facets"),
  schema: Facets,
  key: () => "",
} satisfies Resource<"facets">;

/** The number of titles for each filter value. The numbers do not depend on order, page and language. */
export const counts = {
  ...facets,
  ...fromSource("counts"),
  schema: BrowseCounts,
  key: ({ conditions }) => writeConditions(conditions),
} satisfies Resource<"counts">;

export const shelves = {
  ...facets,
  ...fromSource("shelves"),
  schema: Shelves,
  key: ({ lang, year }) => new URLSearchParams({ lang, year: String(year) }).toString(),
} satisfies Resource<"shelves">;

const SITEMAP_TAGS = { parts: ["search", "people"], titles: ["search"], people: ["people"] } as const;

export const sitemap = {
  ...facets,
  ...fromSource("sitemap"),
  isCachedWithPage: true,
  schema: Sitemap,
  key: (query) => (query.of === "parts" ? "of=parts" : `of=${query.of}&part=${query.part}`),
  tags: ({ of }) => SITEMAP_TAGS[of],
} satisfies Resource<"sitemap">;

const DAY = 86_400;
const GENRES_POLICY = { ...DEFAULT_POLICIES.search, lifetime: 7 * DAY, staleWhileRevalidate: 30 * DAY };

/** Genre names by number, for sources that list genres as numbers. They change about once a year. */
export const genres = {
  name: "genres",
  schema: v.record(v.string(), v.string()),
  key: ({ kind, lang }) => `kind=${kind}&lang=${lang}`,
  tags: () => ["search"],
  policy: (_policies, outcome) => policyFor(GENRES_POLICY, outcome),
} satisfies Stored<GenreQuery>;
