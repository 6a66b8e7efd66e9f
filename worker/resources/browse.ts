/** Lists of titles and people without words, for pages and the sitemap. */
import * as v from "valibot";
import { browseString, Facets, ListedPerson, ListedTitle, ListParts, Shelves } from "../contract/browse.ts";
import { SearchAnswer } from "../contract/record.ts";
import { DEFAULT_POLICIES, likeSearch, policyFor, type Resource } from "./resource.ts";

/** Titles filtered by facts. */
export const browse = {
  name: "browse",
  schema: SearchAnswer,
  key: browseString,
  tags: () => ["search"],
  policy: likeSearch,
} satisfies Resource<"browse">;

/** The values that titles can be filtered by. */
export const facets = {
  ...browse,
  name: "facets",
  schema: Facets,
  key: () => "",
} satisfies Resource<"facets">;

export const shelves = {
  ...browse,
  name: "shelves",
  schema: Shelves,
  key: ({ lang, year }) => new URLSearchParams({ lang, year: String(year) }).toString(),
} satisfies Resource<"shelves">;

export const listParts = {
  ...browse,
  name: "parts",
  schema: ListParts,
  key: () => "",
  tags: () => ["search", "people"],
} satisfies Resource<"listParts">;

export const list = {
  ...browse,
  name: "list",
  schema: v.array(ListedTitle),
  key: (part) => `part=${part}`,
} satisfies Resource<"list">;

export const listPeople = {
  ...browse,
  name: "list-people",
  schema: v.array(ListedPerson),
  key: (part) => `part=${part}`,
  tags: () => ["people"],
} satisfies Resource<"listPeople">;

const DAY = 86_400;
const GENRES_POLICY = { ...DEFAULT_POLICIES.search, lifetime: 7 * DAY, staleWhileRevalidate: 30 * DAY };

/** Names of genres by number. They change about once a year. */
export const genres = {
  ...browse,
  name: "genres",
  schema: v.record(v.string(), v.string()),
  key: ({ kind, lang }) => `kind=${kind}&lang=${lang}`,
  policy: (_policies, outcome) => policyFor(GENRES_POLICY, outcome),
  isUncounted: true,
} satisfies Resource<"genres">;
