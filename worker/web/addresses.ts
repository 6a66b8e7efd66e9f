/**
 * All addresses in one table: routes, links, the log, rate limits and the rules for search engines are read from it.
 * `:name` is one segment of a path, `:name+` the rest of it. The first match wins.
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
import { creditsOperation, searchOperation } from "../resources/search-and-credits.ts";
import { seasonOperation, seasonsOperation } from "../resources/seasons.ts";
import { titleOperation, titlesOperation } from "../resources/titles.ts";
import { tmdbApiOperation } from "../resources/tmdb-api.ts";
import { tmdbRouteName } from "../tmdb/api/request.ts";

/**
 * `api`: JSON that any site may read, even problems. `tmdb`: the same, with TMDB's errors in place of problems. `page`: the
 * site. `image`: images. `admin`: for operators.
 */
export type AddressKind = "api" | "tmdb" | "page" | "image" | "admin";

export interface Address {
  readonly path: string;
  readonly kind: AddressKind;
  /** The method, or the parameter `category`, selects one of several. */
  readonly operations?: readonly Operation[];
  /** Read by programs: its problems are JSON, although it is part of the site. */
  readonly isFile?: boolean;
  /** The only values of the segment `:type`. Pages made at build time have no others. */
  readonly types?: readonly string[];
  /** One address for each language, as in `/fr/search`. */
  readonly isLocalized?: boolean;
  /** Rendered from an origin's responses, and stored while they are fresh. */
  readonly isStored?: boolean;
  /** Parameters that a stored page reads: it gets no others. Absent: none. */
  readonly parameters?: readonly string[];
}

/** The parameters of lists of titles. A form sends `kind` and `year` in place of `f`, and `read`, what its text says. */
const FILTER_NAMES = ["kind", "year", ...Object.values(FILTERS).map(({ name }) => name)];

export const ADDRESSES = {
  lookup: { path: "/v1", kind: "api", operations: [searchOperation, creditsOperation] },
  titles: { path: "/v1/titles", kind: "api", operations: [titlesOperation] },
  titleRecord: { path: "/v1/titles/:id", kind: "api", operations: [titleOperation] },
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
  openapi: { path: "/v1/openapi.json", kind: "api" },
  health: { path: "/healthz", kind: "api" },
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
  title: { path: "/title/:id/:slug", kind: "page", isLocalized: true, isStored: true },
  titleById: { path: "/title/:id", kind: "page", isLocalized: true, isStored: true },
  credits: { path: "/title/:id/:slug/credits", kind: "page", isLocalized: true, isStored: true },
  seasonPage: { path: "/title/:id/:slug/season/:season", kind: "page", isLocalized: true, isStored: true },
  person: {
    path: "/person/:id/:slug",
    kind: "page",
    isLocalized: true,
    isStored: true,
    parameters: ["sort", "trade"],
  },
  personById: { path: "/person/:id", kind: "page", isLocalized: true, isStored: true },
  openSearch: { path: "/opensearch.xml", kind: "page", isFile: true, isLocalized: true },
  suggestions: { path: "/suggestions", kind: "page", isFile: true, isLocalized: true },
  developers: { path: "/developers", kind: "page" },
  problemJson: { path: "/problems/:type.json", kind: "page", isFile: true, types: PROBLEM_TYPES },
  problem: { path: "/problems/:type", kind: "page", types: PROBLEM_TYPES },
  sitemap: { path: "/sitemap.xml", kind: "page", isFile: true, isStored: true },
  sitemapPart: { path: "/sitemaps/:part.xml", kind: "page", isFile: true, isStored: true },
  robots: { path: "/robots.txt", kind: "page", isFile: true },
} as const satisfies Record<string, Address>;

/** The placeholder for the host in pages made at build time; `finished-page.ts` replaces it. */
export const BUILT_HOST = "https://marquee.example";

/** The path with these values as its segments. */
export function addressPath(
  { path }: Address,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return path.replaceAll(/:(\w+)\+?/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** An address of the table, as a request matched it. */
export interface MatchedAddress {
  readonly address: Address;
  /** The path in its normal form. */
  readonly path: string;
  /** The values of its segments, decoded where they can be. */
  readonly values: Readonly<Record<string, string>>;
}

/** The languages of the site's pages. English has no prefix in its addresses, the others their own tag. */
export const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "en";

const TAGS = LANGUAGES.filter((tag) => tag !== DEFAULT_LANGUAGE);
/** Not `(?:`: the router would take `:es` for a segment. */
const PREFIX = `(${TAGS.map((tag) => `/${tag}`).join("|")})?`;
const FIRST_SEGMENT = new RegExp(`^(?:/(?:${TAGS.join("|")})(?![^/]))?/?([^/]*)`);

const firstSegment = (path: string) => FIRST_SEGMENT.exec(path)?.[1] ?? "";

/** By the first segment, so that few addresses are compared with a path. */
const ADDRESSES_BY_SEGMENT = Map.groupBy(Object.values<Address>(ADDRESSES), ({ path }) => firstSegment(path));
const ROUTERS: ReadonlyMap<string, IttyRouterType<IRequest, []>> = new Map(
  [...ADDRESSES_BY_SEGMENT].map(([segment, addresses]) => [segment, routerOf(addresses)]),
);

function routerOf(addresses: readonly Address[]): IttyRouterType<IRequest, []> {
  const router = IttyRouter<IRequest, []>();
  for (const address of addresses) {
    router.all((address.isLocalized ? PREFIX : "") + address.path, ({ params }) => {
      // Without a value, the router tries the next address.
      if (address.types?.includes(params.type ?? "") === false) return undefined;
      return { address, values: decodedValues(params) };
    });
  }
  return router;
}

/** `null`: the table has no such address. One slash at the end is ignored. */
export async function matchAddress(url: URL): Promise<MatchedAddress | null> {
  const path = singleSlashes(normalPath(url.pathname));
  // The router ignores any number of slashes at the end.
  if (path.endsWith("//")) return null;
  const found = await ROUTERS.get(firstSegment(path))?.fetch({ url: url.origin + path, method: "GET" });
  return found === undefined ? null : { ...found, path };
}

/**
 * The normal form of a path: no unnecessary percent-encoding, and upper-case hexadecimal digits (RFC 3986 section
 * 6.2.2). Invalid encodings stay as they are.
 */
function normalPath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (octets) => {
    const text = decoded(octets);
    return text === null ? octets : encodeURIComponent(text);
  });
}

/** Programs for TMDB's API join a host with a slash at its end, or a size and a path that begins with one. */
function singleSlashes(path: string): string {
  return path.replace(/^\/\/(?=3\/)/, "/").replace(/^(\/t\/p\/[^/]+)\/\/(?=[^/])/, "$1/");
}

function decodedValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decoded(value) ?? value]));
}

/** `null`: not a valid percent-encoding. */
export function decoded(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Unknown paths count as pages, except below /v1/, /healthz/, /3/, /images/ and /t/: `/t/p/%2e%2e/x` is `/t/x`. */
export function addressKind(url: URL, matched: MatchedAddress | null): AddressKind {
  if (matched !== null) return matched.address.kind;
  if (/^\/(?:v1|healthz)\//.test(url.pathname)) return "api";
  if (/^\/{1,2}3(?:\/|$)/.test(url.pathname)) return "tmdb";
  return /^\/(?:images|t)\//.test(url.pathname) ? "image" : "page";
}

const isGet = ({ method }: Operation) => method === undefined;

/** As in the header `Allow`. */
export function methodsOf({ operations = [] }: Address): string {
  const methods = operations.map(({ method }) => method ?? GET_METHODS);
  return [...new Set(methods.length === 0 ? [GET_METHODS] : methods), "OPTIONS"].join(", ");
}

/** Keeps only the listed parameters, in this order, so that a page has one cache key. */
export function canonicalUrl(url: URL, { parameters = [] }: Address): URL {
  if (url.search === "") return url;
  const given = url.searchParams;
  const read = parameters.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  const known = new URL(url);
  known.search = new URLSearchParams(read).toString();
  return known;
}

/** For the log: one of few names, without any of the caller's text. */
export function routeName(url: URL, matched: MatchedAddress | null): string {
  if (matched === null) return "elsewhere";
  const { path, kind, operations = [] } = matched.address;
  if (kind === "tmdb") return `/3/${tmdbRouteName(matched.path.slice("/3/".length))}`;
  const category = operations.length > 1 && operations.every(isGet) ? findCategory(url.searchParams) : null;
  return path.replaceAll(/:(\w+)\+?/g, "{$1}") + (category === null ? "" : `?category=${category}`);
}
