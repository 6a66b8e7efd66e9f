/**
 * Parses requests for TMDB's API, version 3 (developer.themoviedb.org/reference). Accepts every documented GET path,
 * and some undocumented ones that clients use. Unknown paths are rejected and unknown parameters dropped, so that
 * nothing else reaches a source or a cache key.
 */

import { parseInteger } from "../contract/parameters.ts";
import { Problem } from "../contract/problem.ts";
import { parseText } from "../contract/query.ts";
import type { TmdbApiQuery, TmdbGroup } from "../source/source.ts";
import { MAX_TMDB_ID } from "../tmdb/ids.ts";
import { each } from "./reference-lists.ts";

const ID = "[1-9]\\d{0,9}";
/** Matches the ids of credits and reviews, and those of lists in an older version of the API. */
const HEX = "[0-9a-f]{1,32}";
/** The sections of a title. They can be appended to the details, and have their own paths. */
const TITLE =
  "(?:/(?:alternative_titles|casts|credits|external_ids|images|keywords|lists|recommendations|release_dates|releases|reviews|similar|similar_movies|trailers|translations|videos|watch/providers))?";
const SERIES =
  "(?:/(?:aggregate_credits|alternative_titles|content_ratings|credits|episode_groups|external_ids|images|keywords|lists|recommendations|reviews|screened_theatrically|similar|translations|videos|watch/providers))?";
const SEASON = "(?:/(?:aggregate_credits|credits|external_ids|images|translations|videos|watch/providers))?";
const PERSON =
  "(?:/(?:combined_credits|external_ids|images|movie_credits|tagged_images|translations|tv_credits))?";
const EPISODE = "(?:/(?:credits|external_ids|images|translations|videos))?";

const PATHS: readonly (readonly [group: TmdbGroup, pattern: RegExp])[] = (
  [
    ["details", `(?:movie/(?:${ID}|tt\\d{7,10})${TITLE}|tv/${ID}${SERIES})`],
    ["search", "search/(?:collection|company|keyword|movie|multi|person|tv)"],
    ["discover", "discover/(?:movie|tv)"],
    ["list", "movie/(?:latest|now_playing|popular|top_rated|upcoming)"],
    ["list", "tv/(?:airing_today|latest|on_the_air|popular|top_rated)"],
    ["list", "person/(?:latest|popular)"],
    ["list", "trending/(?:all|movie|person|tv)/(?:day|week)"],
    ["details", `tv/${ID}/season/\\d{1,5}(?:${SEASON}|/episode/\\d{1,6}${EPISODE})`],
    ["details", `tv/episode_group/${HEX}`],
    ["details", `person/${ID}${PERSON}`],
    ["details", `collection/${ID}(?:/(?:images|translations))?`],
    ["details", `(?:company|network)/${ID}(?:/(?:alternative_names|images))?`],
    ["details", `keyword/${ID}(?:/movies)?`],
    ["details", `(?:credit|list|review)/${HEX}`],
    ["search", "find/\\w[\\w.-]{0,99}"],
    ["settings", "configuration(?:/(?:countries|jobs|languages|primary_translations|timezones))?"],
    ["settings", "(?:certification|genre)/(?:movie|tv)/list"],
    ["settings", "watch/providers/(?:movie|regions|tv)"],
    ["list", `(?:authentication|list/${HEX}/item_status)`],
  ] as const
).map(([group, pattern]) => [group, new RegExp(`^${pattern}$`)]);

/**
 * Paths that are rejected: user data, which shared caches must not store, and lists of changes, which become outdated
 * too quickly.
 */
const REFUSED = /^(?:account|guest_session)(?:\/|$)|(?:^|\/)changes$|\/account_states$/;

const RANGES =
  "air_date certification first_air_date primary_release_date release_date vote_average vote_count with_runtime";
const OF_DISCOVER =
  "certification certification_country include_null_first_air_dates include_video screened_theatrically sort_by with_cast with_companies with_crew with_genres with_keywords with_networks with_origin_country with_original_language with_people with_release_type with_status with_type with_watch_monetization_types with_watch_providers without_companies without_genres without_keywords without_watch_providers";

/**
 * Patterns for the requests that each parameter applies to, matched against the group, the path and the appended
 * sections. The parameter is dropped from all other requests.
 */
const READ_BY: Readonly<Record<string, RegExp>> = {
  append_to_response: /^(?:details|settings configuration,)/,
  country: /^details.*alternative_titles/,
  external_source: /^search find/,
  first_air_date_year: /^(?:discover|search search\/tv)/,
  include_adult: /^(?:discover|details keyword|search search\/(?:[mpt]|collection))/,
  include_image_language: /^details.*images/,
  include_video_language: /^details.*videos/,
  language:
    /^(?:details|discover|search|list (?!authentication)|settings (?:configuration\/countries|genre|watch))/,
  movie_id: /item_status/,
  page: /^(?:discover|search search|list (?!authentication|list|.*latest)|details (?:list\/|.*(?:lists|movies|recommendations|reviews|similar|tagged_images)))/,
  primary_release_year: /^(?:discover|search search\/movie)/,
  query: /^search search/,
  region: /^(?:discover|list movie|search search\/(?:[mp]|collection))/,
  timezone: /^(?:discover|list tv)/,
  watch_region: /^(?:discover|settings watch)/,
  year: /^(?:discover|search search\/(?:movie|tv))/,
  ...each(/^discover/, `${OF_DISCOVER} ${RANGES.replaceAll(/\w+/g, "$&.gte $&.lte")}`),
};
/** The parameters sorted by name, which is their order in cache keys. */
const PARAMETERS = Object.entries(READ_BY).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * TMDB's defaults. A parameter that has its default value is dropped, so that requests with and without it share a
 * cache key.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  include_adult: "false",
  include_null_first_air_dates: "false",
  include_video: "false",
  page: "1",
  sort_by: "popularity.desc",
};

/**
 * Matches parameters whose value is a language. Some clients send a list of languages, which TMDB only supports for
 * images.
 */
const LANGUAGES = /^(?:include_\w+_)?language$/;
const LANGUAGE = /^(?:[a-z]{2,3}(?:[-_][a-z]{2})?|null)$/i;
/** TMDB's tags for those that have no country. */
const WITH_COUNTRY: Readonly<Record<string, string>> = {
  "es-419": "es-MX",
  "zh-hans": "zh-CN",
  "zh-hant": "zh-TW",
};

/** The syntax of values. A value with any other syntax is dropped. */
const FORMS: readonly (readonly [names: RegExp, form: RegExp])[] = [
  [/^(?:certification_country|country|(?:watch_)?region)$/, /^[a-z]{2}(?:[|,][a-z]{2})*$/i],
  [/^include_(?!image|video_)|^include_video$/, /^(?:true|false)$/],
  [/year$/, /^\d{4}$/],
  [/^movie_id$/, new RegExp(`^${ID}$`)],
];

/** Parameters with lists whose order has no meaning. */
const UNORDERED = /^with(?:out)?_|^include_(?:image|video)_language$/;

const MAX_PAGE = 500;
const MAX_APPENDED = 20;

/** Parses a request. `path` is the part of the URL after `/3/`, without decoding. Throws a Problem. */
export function parseTmdbRequest(path: string, values: URLSearchParams): TmdbApiQuery {
  if (REFUSED.test(path) || (path.startsWith("list/") && values.has("session_id")))
    throw new Problem("method-not-allowed", "Account endpoints are not supported.");
  if (path.startsWith("authentication/")) throw refusedSession();
  const group = findGroup(path);
  if (group === null || !hasSmallNumbers(path))
    throw new Problem("not-found", "TMDB's API has no such path.");
  // The last value of a repeated parameter counts, as it does at TMDB.
  const lastValues = new Map(values);
  const sections = appended(path, lastValues.get("append_to_response") ?? "");
  lastValues.set("append_to_response", sections);
  const parameters = PARAMETERS.flatMap(([name, readers]) => {
    if (!readers.test(`${group} ${path},${sections}`)) return [];
    const value = normalised(group, name, lastValues.get(name)?.trim() ?? "");
    return value === "" || value === DEFAULTS[name] ? [] : [[name, value] as const];
  });
  const query = { path, group, parameters: Object.fromEntries(parameters) };
  if (path.startsWith("search/") && query.parameters.query === undefined)
    throw invalid("query", "must be search text");
  return query;
}

/** Returns the route name for the log, which contains no text from the request. */
export function tmdbRouteName(path: string): string {
  if (findGroup(path) === null) return "{path}";
  return path
    .replace(/^find\/.*/, "find/{id}")
    .replaceAll(/\/(?:tt)?(?:\d+|[0-9a-f]{1,32})(?=\/|$)/g, "/{id}");
}

function findGroup(path: string): TmdbGroup | null {
  return PATHS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** Returns true if all numbers in the path fit into 32 bits, like TMDB's ids. */
function hasSmallNumbers(path: string): boolean {
  return path.split("/").every((segment) => !/^\d+$/.test(segment) || Number(segment) <= MAX_TMDB_ID);
}

/** Normalises a value. Returns "" if the parameter is to be dropped. Throws a Problem `invalid-parameter`. */
function normalised(group: TmdbGroup, name: string, value: string): string {
  if (name === "query") return parseText(value) ?? "";
  if (name === "page" && value !== "" && parseInteger(value, 1, MAX_PAGE) === null)
    throw invalid(name, "must be 1 to 500");
  const [, form] = FORMS.find(([names]) => names.test(name)) ?? [];
  // A malformed year in `discover` is kept, because dropping it would return titles of all years.
  const isKept = group === "discover" && name.endsWith("year");
  const text = LANGUAGES.test(name)
    ? languages(value)
    : form?.test(value) === false && !isKept
      ? ""
      : value.toWellFormed();
  const cased = /(?:country|region)$/.test(name) ? text.toUpperCase() : text;
  // Commas mean "and", and bars mean "or".
  const [separator = ",", ...others] = new Set(cased.match(/[|,]/g));
  if (!UNORDERED.test(name) || others.length > 0) return cased;
  const parts = cased.split(separator).map((part) => part.trim());
  return [...new Set(parts)].sort().join(separator);
}

function languages(value: string): string {
  const tags = value
    .split(",")
    .map((code) => WITH_COUNTRY[code.trim().toLowerCase()] ?? code.trim())
    .filter((code) => LANGUAGE.test(code));
  const cased = (code: string) =>
    code.toLowerCase().replace(/[-_]..$/, (region) => `-${region.slice(1).toUpperCase()}`);
  return tags.map(cased).join(",");
}

/**
 * Returns the sections to append, sorted and without duplicates. Ignores names that are not sections of this path.
 */
function appended(path: string, value: string): string {
  const sections = value.split(",").map((section) => section.trim());
  if (sections.length > MAX_APPENDED)
    throw invalid("append_to_response", `may have ${MAX_APPENDED} sections`);
  const isSection = (group: TmdbGroup | null) =>
    group === "details" || (path === "configuration" && group === "settings");
  const validSections = sections.filter(
    (section) => section !== "" && isSection(findGroup(`${path}/${section}`)),
  );
  return [...new Set(validSections)].sort().join(",");
}

/**
 * Returns the error that TMDB sends for a key without permission. It is the response to requests for user sessions,
 * which only TMDB can open.
 */
function refusedSession(): Problem {
  const errors = [{ parameter: "authentication", detail: "is for users of TMDB" }];
  return new Problem("key-required", "This key may not open a session.", { errors });
}

function invalid(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", `${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}
