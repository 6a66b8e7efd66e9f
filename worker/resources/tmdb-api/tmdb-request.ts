/**
 * Requests for TMDB's API, version 3 (developer.themoviedb.org/reference): every GET of its documentation, and the few
 * undocumented paths that programs ask for. Only a path that a pattern matches and parameters of the lists below are read,
 * so that nothing else of a caller's address reaches a source or a cache key.
 */

import { parseInteger } from "../../contract/parameters.ts";
import { Problem } from "../../contract/problem.ts";
import { parseText } from "../../contract/query.ts";
import type { TmdbApiQuery, TmdbGroup } from "../../origins/origin.ts";
import { MAX_TMDB_ID } from "../../origins/tmdb/ids.ts";

const ID = "[1-9]\\d{0,9}";
/** Ids of credits and reviews, and of lists that an older API made. */
const HEX = "[0-9a-f]{1,32}";
/** Of images, videos and the like; a section by itself is at the same address as one that is appended. */
const TITLE =
  "(?:/(?:alternative_titles|casts|credits|external_ids|images|keywords|lists|recommendations|release_dates|releases|reviews|similar|similar_movies|trailers|translations|videos|watch/providers))?";
const SERIES =
  "(?:/(?:aggregate_credits|alternative_titles|content_ratings|credits|episode_groups|external_ids|images|keywords|lists|recommendations|reviews|screened_theatrically|similar|translations|videos|watch/providers))?";
const SEASON = "(?:/(?:aggregate_credits|credits|external_ids|images|translations|videos|watch/providers))?";
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
    [
      "details",
      `person/${ID}(?:/(?:combined_credits|external_ids|images|movie_credits|tagged_images|translations|tv_credits))?`,
    ],
    ["details", `collection/${ID}(?:/(?:images|translations))?`],
    ["details", `(?:company|network)/${ID}(?:/(?:alternative_names|images))?`],
    ["details", `keyword/${ID}(?:/movies)?`],
    ["details", `(?:credit|list|review)/${HEX}`],
    ["search", "find/\\w[\\w.-]{0,99}"],
    ["settings", "configuration(?:/(?:countries|jobs|languages|primary_translations|timezones))?"],
    ["settings", "(?:certification|genre)/(?:movie|tv)/list"],
    ["settings", "watch/providers/(?:movie|regions|tv)"],
    ["list", "authentication"],
  ] as const
).map(([group, pattern]) => [group, new RegExp(`^${pattern}$`)]);

/** What belongs to a user of TMDB, and lists of changes: no shared cache may keep it, or it is outdated at once. */
const REFUSED =
  /^(?:account|guest_session)(?:\/|$)|^authentication\/|(?:^|\/)changes$|\/(?:account_states|item_status)$/;
const REFUSED_SECTIONS = ["account_states", "changes"];

const DATES = ["air_date", "first_air_date", "primary_release_date", "release_date"];
const RANGES = ["certification", "vote_average", "vote_count", "with_runtime", ...DATES];

/** TMDB's parameters, in the order of cache keys. All others are dropped. */
const PARAMETERS: Readonly<Record<TmdbGroup, readonly string[]>> = {
  settings: ["language", "watch_region"],
  details: [
    "append_to_response",
    "country",
    "include_adult",
    "include_image_language",
    "include_video_language",
    "language",
    "page",
  ],
  search: [
    "external_source",
    "first_air_date_year",
    "include_adult",
    "language",
    "page",
    "primary_release_year",
    "query",
    "region",
    "year",
  ],
  list: ["language", "page", "region", "timezone"],
  discover: [
    ...RANGES.flatMap((name) => [`${name}.gte`, `${name}.lte`]),
    "certification",
    "certification_country",
    "first_air_date_year",
    "include_adult",
    "include_null_first_air_dates",
    "include_video",
    "language",
    "page",
    "primary_release_year",
    "region",
    "screened_theatrically",
    "sort_by",
    "timezone",
    "watch_region",
    ...["companies", "genres", "keywords", "watch_providers"].flatMap((of) => [
      `with_${of}`,
      `without_${of}`,
    ]),
    "with_cast",
    "with_crew",
    "with_networks",
    "with_origin_country",
    "with_original_language",
    "with_people",
    "with_release_type",
    "with_status",
    "with_type",
    "with_watch_monetization_types",
    "year",
  ],
};

/** TMDB's own defaults, so that requests with and without them share a cache key. */
const DEFAULTS: Readonly<Record<string, string>> = { include_adult: "false", page: "1" };

const MAX_PAGE = 500;
const MAX_APPENDED = 20;

/** `path`: below `/3/`, as sent. Throws a Problem. */
export function parseTmdbRequest(path: string, values: URLSearchParams): TmdbApiQuery {
  if (REFUSED.test(path))
    throw new Problem("method-not-allowed", "Requests for a user's data are not passed on.");
  const group = groupOf(path);
  if (group === null || !hasSmallNumbers(path))
    throw new Problem("not-found", "TMDB's API has no such path.");
  // Of a repeated parameter the last value counts, as at TMDB.
  const given = new Map(values);
  if (path.startsWith("list/") && given.has("session_id")) {
    throw new Problem("method-not-allowed", "Requests for a user's data are not passed on.");
  }
  const parameters = PARAMETERS[group].flatMap((name) => {
    const value = normalised(name, given.get(name)?.trim() ?? "");
    return value === "" || value === DEFAULTS[name] ? [] : [[name, value] as const];
  });
  const query = { path, group, parameters: Object.fromEntries(parameters) };
  if (path.startsWith("search/") && query.parameters.query === undefined)
    throw invalid("query", "must be search text");
  return query;
}

/** `path` in the log, without any of the caller's text. */
export function tmdbRouteName(path: string): string {
  if (groupOf(path) === null) return "{path}";
  return path
    .replace(/^find\/.*/, "find/{id}")
    .replaceAll(/\/(?:tt)?(?:\d+|[0-9a-f]{1,32})(?=\/|$)/g, "/{id}");
}

function groupOf(path: string): TmdbGroup | null {
  return PATHS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** TMDB's numbers have 32 bits. */
function hasSmallNumbers(path: string): boolean {
  return path.split("/").every((segment) => !/^\d+$/.test(segment) || Number(segment) <= MAX_TMDB_ID);
}

/** "": as if it were absent. Throws a Problem `invalid-parameter`. */
function normalised(name: string, value: string): string {
  switch (name) {
    case "page":
      if (value !== "" && parseInteger(value, 1, MAX_PAGE) === null) throw invalid(name, "must be 1 to 500");
      return value;
    case "append_to_response":
      return appended(value);
    case "language":
      return value.replace(/^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i, (_, language: string, region?: string) =>
        [language.toLowerCase(), ...(region === undefined ? [] : [region.toUpperCase()])].join("-"),
      );
    case "query":
      return parseText(value) ?? "";
    default:
      return value.toWellFormed();
  }
}

/** In alphabetical order, each once. */
function appended(value: string): string {
  const sections = value.split(",").map((section) => section.trim());
  if (sections.length > MAX_APPENDED)
    throw invalid("append_to_response", `may have ${MAX_APPENDED} sections`);
  const known = sections.filter(
    (section) => /^[a-z\d_/]{1,60}$/.test(section) && !REFUSED_SECTIONS.includes(section),
  );
  return [...new Set(known)].sort().join(",");
}

function invalid(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", `${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}
