/**
 * The table of all URLs, which defines routes, links, rate limits, log names and indexing. `:name` is a path segment,
 * and `:name+` is the rest of a path. The first matching entry wins.
 */
import { type IRequest, IttyRouter, type IttyRouterType } from "itty-router";
import { PROBLEM_TYPES } from "../contract/problem.ts";
import { findCategory } from "../contract/query.ts";
import { FILTERS } from "../filters/browse-query.ts";
import { browseOperation } from "../resources/browse.ts";
import { changesOperation } from "../resources/changes.ts";
import { findOperation, findsOperation } from "../resources/find.ts";
import { matchesOperation, matchOperation } from "../resources/match.ts";
import { GET_METHODS, type Operation } from "../resources/operation.ts";
import { peopleOperation, personOperation, sharedOperation, suggestOperation } from "../resources/people.ts";
import { providersOperation } from "../resources/providers.ts";
import { creditsOperation, searchOperation } from "../resources/search-and-credits.ts";
import { seasonOperation, seasonsOperation } from "../resources/seasons.ts";
import { similarOperation, titleOperation, titlesOperation } from "../resources/titles.ts";
import { tmdbApiOperation } from "../resources/tmdb-api.ts";
import { isCountryCode } from "../text/codes.ts";
import { LANGUAGES, type Language } from "../text/languages.ts";
import { tmdbRouteName } from "../tmdb-api/request.ts";

/**
 * The kind of a URL. Any site may read `api` responses, including problems. `tmdb` is like `api`, but problems have
 * TMDB's error format. `mcp` is for assistants, and closed to other sites' scripts. `admin` is for operators.
 */
export type AddressKind = "api" | "tmdb" | "mcp" | "page" | "image" | "admin";

export interface Address {
  readonly path: string;
  readonly kind: AddressKind;
  /** The operations at this URL. The method or the parameter `category` selects one. */
  readonly operations?: readonly Operation[];
  /** The method, if no operation has it. */
  readonly method?: "POST";
  /** Whether programs rather than people read this URL of the site, so that problems are JSON. */
  readonly isFile?: boolean;
  /** The allowed values of the segment `:type`. Set for pages that only exist for certain values. */
  readonly types?: readonly string[];
  /** Whether the path also exists with a language prefix, as in `/fr/search`. */
  readonly isLocalized?: boolean;
  /** Whether the page is rendered from source data and stored while that data is fresh. */
  readonly isStored?: boolean;
  /** The parameters that a stored page may depend on. Defaults to none. */
  readonly parameters?: readonly string[];
  /** Returns true if the page may depend on this value of a parameter. Defaults to all values. */
  readonly accepts?: (value: string) => boolean;
}

/**
 * The filter parameters. A form sends `kind` and `year` instead of `f`. It sends `read` for filters that were
 * recognised in the query.
 */
const FILTER_NAMES = ["kind", "year", ...Object.values(FILTERS).map(({ name }) => name)];

export const ADDRESSES = {
  lookup: { path: "/v1", kind: "api", operations: [searchOperation, creditsOperation] },
  titles: { path: "/v1/titles", kind: "api", operations: [titlesOperation] },
  titleRecord: { path: "/v1/titles/:id", kind: "api", operations: [titleOperation] },
  similarTitles: { path: "/v1/titles/:id/similar", kind: "api", operations: [similarOperation] },
  providers: { path: "/v1/titles/:id/providers", kind: "api", operations: [providersOperation] },
  seasons: { path: "/v1/titles/:id/seasons", kind: "api", operations: [seasonsOperation] },
  season: { path: "/v1/titles/:id/seasons/:season", kind: "api", operations: [seasonOperation] },
  people: { path: "/v1/people", kind: "api", operations: [peopleOperation] },
  sharedTitles: { path: "/v1/people/shared", kind: "api", operations: [sharedOperation] },
  personRecord: { path: "/v1/people/:id", kind: "api", operations: [personOperation] },
  suggest: { path: "/v1/suggest", kind: "api", operations: [suggestOperation] },
  browseTitles: { path: "/v1/browse", kind: "api", operations: [browseOperation] },
  find: { path: "/v1/find/:source/:id", kind: "api", operations: [findOperation] },
  finds: { path: "/v1/find", kind: "api", operations: [findsOperation] },
  match: { path: "/v1/match", kind: "api", operations: [matchOperation, matchesOperation] },
  changes: { path: "/v1/changes", kind: "api", operations: [changesOperation] },
  usage: { path: "/v1/usage", kind: "api" },
  openapi: { path: "/v1/openapi.json", kind: "api" },
  health: { path: "/healthz", kind: "api" },
  mcp: { path: "/mcp", kind: "mcp", method: "POST" },
  purge: { path: "/admin/purge", kind: "admin" },
  image: { path: "/images/:width/:path+", kind: "image" },
  tmdbApi: { path: "/3/:path+", kind: "tmdb", operations: [tmdbApiOperation] },
  tmdbImage: { path: "/t/p/:size/:path+", kind: "image" },
  home: { path: "/", kind: "page", isLocalized: true, isStored: true },
  browse: {
    path: "/browse",
    kind: "page",
    isLocalized: true,
    isStored: true,
    parameters: [...FILTER_NAMES, "sort", "after", "page"],
  },
  search: {
    path: "/search",
    kind: "page",
    isLocalized: true,
    isStored: true,
    parameters: ["q", "read", ...FILTER_NAMES, "sort", "exact", "page"],
  },
  titleText: {
    path: "/title/:id/:slug.md",
    kind: "page",
    isFile: true,
    isLocalized: true,
    isStored: true,
  },
  title: {
    path: "/title/:id/:slug",
    kind: "page",
    isLocalized: true,
    isStored: true,
    parameters: ["watch"],
    accepts: isCountryCode,
  },
  titleById: { path: "/title/:id", kind: "page", isLocalized: true, isStored: true },
  credits: { path: "/title/:id/:slug/credits", kind: "page", isLocalized: true, isStored: true },
  seasonPage: { path: "/title/:id/:slug/season/:season", kind: "page", isLocalized: true, isStored: true },
  personText: {
    path: "/person/:id/:slug.md",
    kind: "page",
    isFile: true,
    isLocalized: true,
    isStored: true,
  },
  person: {
    path: "/person/:id/:slug",
    kind: "page",
    isLocalized: true,
    isStored: true,
    parameters: ["sort", "trade"],
  },
  personById: { path: "/person/:id", kind: "page", isLocalized: true, isStored: true },
  card: { path: "/cards/:of/:id.png", kind: "page", isFile: true, isLocalized: true, isStored: true },
  openSearch: { path: "/opensearch.xml", kind: "page", isFile: true, isLocalized: true },
  suggestions: { path: "/suggestions", kind: "page", isFile: true, isLocalized: true },
  mcpTools: { path: "/mcp/tools.json", kind: "page", isFile: true },
  developers: { path: "/developers", kind: "page" },
  problemJson: { path: "/problems/:type.json", kind: "page", isFile: true, types: PROBLEM_TYPES },
  problem: { path: "/problems/:type", kind: "page", types: PROBLEM_TYPES },
  sitemap: { path: "/sitemap.xml", kind: "page", isFile: true, isStored: true },
  sitemapPart: { path: "/sitemaps/:part.xml", kind: "page", isFile: true, isStored: true },
  robots: { path: "/robots.txt", kind: "page", isFile: true },
  llms: { path: "/llms.txt", kind: "page", isFile: true },
} as const satisfies Record<string, Address>;

/** The host of players for trailers. YouTube sets no cookies there before a video plays. */
export const PLAYER_HOST = "https://www.youtube-nocookie.com";

/** A placeholder for the host in pages made at build time, which `finalize-page.ts` replaces. */
export const BUILT_HOST = "https://marquee.example";

export function formatPath(
  { path }: Address,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return path.replaceAll(/:(\w+)\+?/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

export interface MatchedAddress {
  readonly address: Address;
  readonly path: string;
  /** The values of the path segments, decoded unless their percent-encoding is invalid. */
  readonly values: Readonly<Record<string, string>>;
}

/** The language of pages whose path starts without a language tag. */
export const DEFAULT_LANGUAGE: Language = "en";

const TAGS = LANGUAGES.filter((tag) => tag !== DEFAULT_LANGUAGE);
/**
 * The optional language prefix, as a regular expression. It must not contain `(?:`, because the router would take
 * `:es` in it for the name of a segment.
 */
const PREFIX = `(${TAGS.map((tag) => `/${tag}`).join("|")})?`;
const FIRST_SEGMENT = new RegExp(`^(?:/(?:${TAGS.join("|")})(?![^/]))?/?([^/]*)`);

const firstSegment = (path: string) => FIRST_SEGMENT.exec(path)?.[1] ?? "";

/** The table by first path segment, so that a path is compared with only a few entries. */
const ADDRESSES_BY_SEGMENT = Map.groupBy(Object.values<Address>(ADDRESSES), ({ path }) => firstSegment(path));
const ROUTERS: ReadonlyMap<string, IttyRouterType<IRequest, []>> = new Map(
  [...ADDRESSES_BY_SEGMENT].map(([segment, addresses]) => [segment, createRouter(addresses)]),
);

function createRouter(addresses: readonly Address[]): IttyRouterType<IRequest, []> {
  const router = IttyRouter<IRequest, []>();
  for (const address of addresses) {
    router.all((address.isLocalized ? PREFIX : "") + address.path, ({ params }) => {
      // Returning `undefined` makes the router try the next entry.
      if (address.types?.includes(params.type ?? "") === false) return undefined;
      return { address, values: decodedValues(params) };
    });
  }
  return router;
}

/** Returns the entry that matches a URL, or `null`. A trailing slash is ignored, and is no part of a stored page's path. */
export async function matchAddress(url: URL): Promise<MatchedAddress | null> {
  const path = singleSlashes(normalPath(url.pathname));
  // The router would ignore any number of trailing slashes.
  if (path.endsWith("//")) return null;
  const match = await ROUTERS.get(firstSegment(path))?.fetch({ url: url.origin + path, method: "GET" });
  if (match === undefined) return null;
  const { address } = match;
  const hasOneForm = address.isStored && address !== ADDRESSES.home;
  return { ...match, path: hasOneForm ? path.replace(/\/$/, "") : path };
}

/**
 * Normalises percent-encoding (RFC 3986 section 6.2.2): decodes characters that need no encoding, and writes the
 * others with upper-case digits. Invalid sequences stay as they are.
 */
function normalPath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (octets) => {
    const text = decoded(octets);
    return text === null ? octets : encodeURIComponent(text);
  });
}

/** Removes double slashes. Some TMDB clients create them when they join a base URL and a path. */
function singleSlashes(path: string): string {
  return path.replace(/^\/\/(?=3\/)/, "/").replace(/^(\/t\/p\/[^/]+)\/\/(?=[^/])/, "$1/");
}

function decodedValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decoded(value) ?? value]));
}

/** Decodes percent-encoding. Returns `null` if it is invalid. */
export function decoded(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns the kind of a URL. An unknown path is a page, unless it is below the path of another kind. */
export function addressKind(url: URL, matched: MatchedAddress | null): AddressKind {
  if (matched !== null) return matched.address.kind;
  if (/^\/(?:v1|healthz)\//.test(url.pathname)) return "api";
  if (/^\/{1,2}3(?:\/|$)/.test(url.pathname)) return "tmdb";
  return /^\/(?:images|t)\//.test(url.pathname) ? "image" : "page";
}

const isGet = ({ method }: Operation) => method === undefined;

export function formatMethods({ operations = [], method: onlyMethod }: Address): string {
  const methods = operations.map(({ method }) => method ?? GET_METHODS);
  return [...new Set(methods.length === 0 ? [onlyMethod ?? GET_METHODS] : methods), "OPTIONS"].join(", ");
}

/** Returns the URL with only the listed parameters, in a fixed order, so that each page has a single cache key. */
export function canonicalUrl(url: URL, { parameters = [], accepts }: Address): URL {
  if (url.search === "") return url;
  const searchParams = url.searchParams;
  const read = parameters.flatMap((name) => {
    const values = searchParams.getAll(name);
    return (accepts === undefined ? values : values.filter(accepts).slice(0, 1)).map((value) => [
      name,
      value,
    ]);
  });
  const canonical = new URL(url);
  canonical.search = new URLSearchParams(read).toString();
  return canonical;
}

/** Returns the name of a route for the log. It contains no text from the request. */
export function routeName(url: URL, matched: MatchedAddress | null): string {
  if (matched === null) return "unmatched";
  const { path, kind, operations = [] } = matched.address;
  if (kind === "tmdb") return `/3/${tmdbRouteName(matched.path.slice("/3/".length))}`;
  const category = operations.length > 1 && operations.every(isGet) ? findCategory(url.searchParams) : null;
  return path.replaceAll(/:(\w+)\+?/g, "{$1}") + (category === null ? "" : `?category=${category}`);
}
