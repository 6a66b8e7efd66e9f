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
/** Sections: each can be appended to the details, and has an address of its own. */
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
    ["list", `list/${HEX}/item_status`],
  ] as const
).map(([group, pattern]) => [group, new RegExp(`^${pattern}$`)]);

/** Data of TMDB's users, which no shared cache may keep, and lists of changes, which are outdated at once. */
const REFUSED = /^(?:account|guest_session)(?:\/|$)|^authentication\/|(?:^|\/)changes$|\/account_states$/;

const DATES = ["air_date", "first_air_date", "primary_release_date", "release_date"];
const RANGES = ["certification", "vote_average", "vote_count", "with_runtime", ...DATES];

/**
 * TMDB's parameters, in the order of cache keys, and the addresses that read them: by their path and the sections that are
 * appended. All others are dropped.
 */
const PARAMETERS: Readonly<Record<TmdbGroup, readonly (readonly [name: string, at: RegExp])[]>> = {
  settings: [
    ["language", /^(?:configuration\/countries|genre|watch)/],
    ["watch_region", /^watch/],
  ],
  details: [
    ["append_to_response", /^/],
    ["country", /alternative_titles/],
    ["include_adult", /^keyword/],
    ["include_image_language", /images/],
    ["include_video_language", /videos/],
    ["language", /^/],
    ["page", /^list\/|lists|movies|recommendations|reviews|similar|tagged_images/],
  ],
  search: [
    ["external_source", /^find/],
    ["first_air_date_year", /^search\/tv/],
    ["include_adult", /^search\/[mpt]|collection/],
    ["language", /^/],
    ["page", /^search/],
    ["primary_release_year", /^search\/movie/],
    ["query", /^search/],
    ["region", /^search\/[mp]|collection/],
    ["year", /^search\/(?:movie|tv)/],
  ],
  list: [
    ["language", /^(?!authentication)/],
    ["movie_id", /item_status/],
    ["page", /^(?!authentication|list|.*latest)/],
    ["region", /^movie/],
    ["timezone", /^tv/],
  ],
  discover: [
    ...RANGES.flatMap((name) => [`${name}.gte`, `${name}.lte`]),
    ..."certification certification_country first_air_date_year include_adult include_null_first_air_dates".split(
      " ",
    ),
    ..."include_video language page primary_release_year region screened_theatrically sort_by timezone".split(
      " ",
    ),
    "watch_region",
    ...["companies", "genres", "keywords", "watch_providers"].flatMap((of) => [
      `with_${of}`,
      `without_${of}`,
    ]),
    ..."with_cast with_crew with_networks with_origin_country with_original_language with_people".split(" "),
    ..."with_release_type with_status with_type with_watch_monetization_types year".split(" "),
  ].map((name) => [name, /^/] as const),
};

/** TMDB's own defaults, so that requests with and without them share a cache key. */
const DEFAULTS: Readonly<Record<string, string>> = {
  include_adult: "false",
  include_null_first_air_dates: "false",
  include_video: "false",
  page: "1",
  sort_by: "popularity.desc",
};

const LANGUAGE = /^(?:[a-z]{2,3}(?:[-_][a-z]{2})?|null)$/i;

/** What values have to look like; others are dropped. */
const FORMS: readonly (readonly [names: RegExp, form: RegExp])[] = [
  [/(?:^|_)(?:country|region)$/, /^[a-z]{2}(?:[|,][a-z]{2})*$/i],
  [/^(?:include_(?!image|video_)|include_video$|screened)/, /^(?:true|false)$/],
  [/year$/, /^\d{4}$/],
  [/^movie_id$/, new RegExp(`^${ID}$`)],
];

/** Lists in which order means nothing. */
const UNORDERED = /^with(?:out)?_|^include_(?:image|video)_language$/;

export const MAX_PAGE = 500;
const MAX_APPENDED = 20;

/** `path`: below `/3/`, as sent. Throws a Problem. */
export function parseTmdbRequest(path: string, values: URLSearchParams): TmdbApiQuery {
  if (REFUSED.test(path))
    throw new Problem("method-not-allowed", "Requests for a user's data are not passed on.");
  const group = groupOf(path);
  if (group === null || !hasSmallNumbers(path))
    throw new Problem("not-found", "TMDB's API has no such path.");
  // The last value of a repeated parameter counts, as at TMDB.
  const given = new Map(values);
  if (path.startsWith("list/") && given.has("session_id")) {
    throw new Problem("method-not-allowed", "Requests for a user's data are not passed on.");
  }
  const sections = appended(path, given.get("append_to_response") ?? "");
  given.set("append_to_response", sections);
  const parameters = PARAMETERS[group].flatMap(([name, at]) => {
    const value = normalised(name, given.get(name)?.trim() ?? "");
    const isRead = at.test(`${path},${sections}`);
    return !isRead || value === "" || value === DEFAULTS[name] ? [] : [[name, value] as const];
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
    // A list, from programs that mean the languages of images.
    case "language":
    case "include_image_language":
    case "include_video_language":
      return languages(value, UNORDERED.test(name));
    case "query":
      return parseText(value) ?? "";
    default:
      return formed(name, value.toWellFormed());
  }
}

function languages(value: string, isUnordered: boolean): string {
  const codes = value.split(",").map((code) => code.trim());
  const known = codes.filter((code) => LANGUAGE.test(code)).map(languageCode);
  return (isUnordered ? [...new Set(known)].sort() : known).join(",");
}

function languageCode(code: string): string {
  const [language = "", region] = code.split(/[-_]/);
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
}

function formed(name: string, value: string): string {
  const [, form] = FORMS.find(([names]) => names.test(name)) ?? [];
  const checked = form?.test(value) === false ? "" : value;
  const cased = /(?:country|region)$/.test(name) ? checked.toUpperCase() : checked;
  // Commas mean "and", bars "or".
  const [separator = ",", ...others] = new Set(cased.match(/[|,]/g));
  if (!UNORDERED.test(name) || others.length > 0) return cased;
  const parts = cased.split(separator).map((part) => part.trim());
  return [...new Set(parts)].sort().join(separator);
}

/** Those that TMDB has as addresses below the path too, in alphabetical order, each once. */
function appended(path: string, value: string): string {
  const sections = value.split(",").map((section) => section.trim());
  if (sections.length > MAX_APPENDED)
    throw invalid("append_to_response", `may have ${MAX_APPENDED} sections`);
  const known = sections.filter((section) => section !== "" && groupOf(`${path}/${section}`) === "details");
  return [...new Set(known)].sort().join(",");
}

function invalid(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", `${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}
