/**
 * Responds to requests for TMDB's API from the catalog, in TMDB's format. Sections and lists that the catalog does
 * not have are sent empty, because clients expect them to exist. Paths of objects that it does not have, such as
 * keywords, return 404.
 */

import type { GenerationReads } from "../catalog/catalog.ts";
import type { TitleCollection } from "../contract/browse.ts";
import type { TitleKind } from "../contract/filter.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import { type Loaded, type LoadedList, MISSING } from "../source/loaded.ts";
import type { TmdbApiQuery } from "../source/source.ts";
import { hasNoEntries } from "../tmdb/pass-through.ts";
import {
  type ApiSettings,
  type CatalogView,
  createCatalogView,
  type NumberedTitle,
  toCatalogLanguage,
} from "./catalog-reading.ts";
import { discoverPage } from "./discover.ts";
import { loadSection, PERSON_SECTIONS, type Sections, TITLE_SECTIONS, toListEntry } from "./fields.ts";
import { ORGANISATION_SECTIONS, organisationAt } from "./organisations.ts";
import { each, REFERENCE_LISTS } from "./reference-lists.ts";
import {
  airingPage,
  listPage,
  peoplePage,
  personEntries,
  releasesPage,
  searchResults,
  trendingPage,
} from "./result-pages.ts";
import { EPISODE_SECTIONS, episodeIn, SEASON_SECTIONS, seasonAt } from "./seasons.ts";

/** The number of days that `on_the_air` looks ahead. */
const WEEK = 7;

const LISTS =
  "(?:movie|tv)/(?:popular|top_rated)|tv/(?:airing_today|on_the_air)|movie/(?:now_playing|upcoming)|person/popular|search/(?:movie|multi|person|tv)|trending";
/** Matches the paths of lists whose names are in the requested language. */
const NAMES = "configuration/countries|genre|watch/providers/regions";
/**
 * The parameters that affect responses, each with a pattern for the paths that depend on it. `discover` is handled
 * separately, because it reports the parameters it ignores and so depends on all of them.
 */
const READ: ReadonlyMap<string, RegExp> = new Map([
  [
    "append_to_response",
    /^(?:configuration|(?:collection|movie|person|tv)\/\w*\d\w*(?:\/season\/\d+(?:\/episode\/\d+)?)?)$/,
  ],
  ["external_source", /^find/],
  ["first_air_date_year", /^search\/tv/],
  ["include_adult", /^search\/(?:movie|multi|tv)/],
  ["language", new RegExp(`^(?:find|(?:collection|movie|person|tv)/\\w*\\d|${LISTS}|${NAMES})`)],
  ["page", new RegExp(`^(?:${LISTS})`)],
  ["primary_release_year", /^search\/movie/],
  ["query", /^search\/(?:movie|multi|person|tv)/],
  ["year", /^search\/(?:movie|tv)/],
]);

/**
 * Returns the parameters that affect the response, in normalised form, so that requests with the same response have
 * the same cache key.
 */
export function parametersRead({ path, parameters }: TmdbApiQuery): TmdbApiQuery["parameters"] {
  const read = Object.entries(parameters).flatMap(([name, value]) => {
    if (!path.startsWith("discover/") && !READ.get(name)?.test(path)) return [];
    const normalised = name === "language" ? toCatalogLanguage(value) : value;
    return name === "language" && normalised === DEFAULT_LANGUAGE ? [] : [[name, normalised] as const];
  });
  return Object.fromEntries(read);
}

/** Responds to a request for TMDB's API. All reads see the same generation of the catalog. */
export async function respondFromCatalog(
  query: TmdbApiQuery,
  reads: GenerationReads,
  settings: ApiSettings,
): Promise<Loaded | LoadedList> {
  const reading = createCatalogView(reads, query.parameters, settings);
  const value = await responseTo(reading, query);
  const version = reads.version();
  // The title of a missing season may get it in an update, which has to remove this response.
  if (value === null) return { ...MISSING, ids: reading.ids(), version };
  const isEmpty = query.group !== "details" && hasNoEntries(value);
  return {
    value,
    isEmpty,
    ids: reading.ids(),
    airs: reading.airs,
    notes: { list: reading.remarks },
    version,
  };
}

const toKind = (segment: string) => (segment === "tv" ? "series" : "movie");

/** Returns the response, or `null` if nothing exists at this path. */
async function responseTo(reading: CatalogView, { path, parameters }: TmdbApiQuery): Promise<object | null> {
  const [first = "", second = "", ...rest] = path.split("/");
  const section = rest.join("/");
  switch (first) {
    case "search":
      return await searchResults(reading, second);
    case "discover":
      return await discoverPage(reading, toKind(second));
    case "trending":
      if (second === "person") return await peoplePage(reading, true);
      return await trendingPage(reading, second === "all" ? null : toKind(second));
    case "find":
      return await findByExternalId(reading, second, parameters.external_source ?? "");
    case "movie":
    case "tv":
      if (/\d/.test(second)) {
        const title = await reading.titleAt(toKind(first), second);
        if (section.startsWith("season/")) {
          const names = sectionNames(parameters);
          return title && (await seasonResponse(reading, title, { path: rest, names }));
        }
        return await described(title, titleSections(reading, toKind(first)), [reading, section]);
      }
      if (second === "popular") return await listPage(reading, toKind(first));
      if (second === "now_playing" || second === "upcoming")
        return await releasesPage(reading, second === "upcoming");
      if (second === "top_rated") return await listPage(reading, toKind(first), { sort: "rating" });
      if (second === "airing_today") return await airingPage(reading, 1);
      return second === "on_the_air" ? await airingPage(reading, WEEK) : null;
    case "person":
      if (second === "popular") return await peoplePage(reading, false);
      if (second === "latest") return null;
      return await described(await reading.personAt(Number(second)), PERSON_SECTIONS, [reading, section]);
    case "collection":
      return await described(await reading.collectionAt(Number(second)), COLLECTION_SECTIONS, [
        reading,
        section,
      ]);
    case "company":
    case "network":
      return await described(await organisationAt(reading, first, Number(second)), ORGANISATION_SECTIONS, [
        reading,
        section,
      ]);
    default:
      return referenceList(reading, path);
  }
}

/** Returns the sections of a title, including the seasons of a series that the request appends. */
function titleSections(reading: CatalogView, kind: TitleKind): Sections<NumberedTitle> {
  const names = sectionNames(reading.parameters).filter(
    (name) => kind === "series" && name.startsWith("season/"),
  );
  const seasons = names.map((name) => [
    name,
    (_: CatalogView, title: NumberedTitle) =>
      seasonResponse(reading, title, { path: name.split("/"), names: [] }),
  ]);
  return { ...TITLE_SECTIONS[kind], ...Object.fromEntries(seasons) };
}

interface SeasonRequest {
  /** The path segments after the number of the series, starting with `season`. */
  readonly path: readonly string[];
  /** The names of the sections to append. */
  readonly names: readonly string[];
}

async function seasonResponse(
  reading: CatalogView,
  title: NumberedTitle,
  { path: [, number, ...rest], names }: SeasonRequest,
): Promise<object | null> {
  const season = await seasonAt(reading, title, Number(number));
  if (rest[0] !== "episode")
    return await described(season, SEASON_SECTIONS, [reading, rest.join("/")], names);
  const [, episode, ...section] = rest;
  return await described(
    episodeIn(season, Number(episode)),
    EPISODE_SECTIONS,
    [reading, section.join("/")],
    names,
  );
}

const COLLECTION_SECTIONS: Sections<TitleCollection> = {
  async ""(reading, { number, name, titles }) {
    const films = await reading.titles(titles.map(({ id }) => id));
    return {
      id: number,
      name,
      overview: "",
      ...each(null, "backdrop_path poster_path"),
      parts: films.map((film) => toListEntry(film, true)),
    };
  },
  images: each([], "backdrops posters"),
  translations: { translations: [] },
};

/** Returns a list of codes, together with the lists below its path that the request appends. */
function referenceList(reading: CatalogView, path: string): object | null {
  const ownList = REFERENCE_LISTS[path]?.(reading) ?? null;
  const sections = sectionNames(reading.parameters).flatMap((name) => {
    const list = REFERENCE_LISTS[`${path}/${name}`]?.(reading);
    return list === undefined ? [] : [[name, list] as const];
  });
  return sections.length === 0 ? ownList : { ...ownList, ...Object.fromEntries(sections) };
}

function sectionNames({ append_to_response: names = "" }: TmdbApiQuery["parameters"]): string[] {
  return names.split(",").filter((name) => name !== "");
}

/**
 * Returns the details with the appended sections. If the path names a single section, returns that section and the
 * id.
 */
async function described<Known extends { readonly number: number }>(
  subject: Known | null,
  sections: Sections<Known>,
  [reading, section]: readonly [CatalogView, string],
  names: readonly string[] = sectionNames(reading.parameters),
): Promise<object | null> {
  if (subject === null) return null;
  const one = (name: string) => loadSection(sections, name, [reading, subject]);
  const details = await one(section);
  if (section !== "") return details && { id: subject.number, ...details };
  const appended = await Promise.all(names.map(async (name) => [name, await one(name)] as const));
  return { ...details, ...Object.fromEntries(appended.filter(([, value]) => value !== null)) };
}

const FINDABLE: ReadonlyMap<string, readonly ["imdb" | "tvdb" | "wikidata", RegExp]> = new Map([
  ["imdb_id", ["imdb", /^(?:tt|nm)\d{7,10}$/]],
  ["tvdb_id", ["tvdb", /^[1-9]\d{0,9}$/]],
  ["wikidata_id", ["wikidata", /^Q[1-9]\d{0,11}$/]],
]);

/**
 * Finds the title or person with an external id. For an invalid id or an unsupported source, returns empty results,
 * as TMDB does.
 */
async function findByExternalId(reading: CatalogView, external: string, source: string): Promise<object> {
  const [name, form] = FINDABLE.get(source) ?? [];
  const identity = name !== undefined && form?.test(external) ? await reading.find(name, external) : null;
  const titles = identity?.kind === "title" ? await reading.titles([identity.id]) : [];
  const person = identity?.kind === "person" ? await reading.personWith(identity.id) : null;
  const of = (kind: TitleKind) =>
    titles.flatMap((title) => (title.kind === kind ? toListEntry(title, true) : []));
  return {
    movie_results: of("movie"),
    person_results: person === null ? [] : await personEntries(reading, [person], true),
    tv_results: of("series"),
    tv_episode_results: [],
    tv_season_results: [],
  };
}
