/**
 * TMDB's API from the catalog alone: the catalog's capabilities in TMDB's shapes. Sections and lists that the catalog lacks
 * come in their empty forms, since programs read into them without looking; seasons, collections, companies and the like
 * do not exist.
 */
import type { Kind } from "../../contract/filter.ts";
import { DEFAULT_LANGUAGE } from "../../contract/parameters.ts";
import type { Catalog } from "../../origins/catalog/catalog.ts";
import { type Loaded, type LoadedList, MISSING } from "../../origins/loaded.ts";
import type { Capabilities, TmdbApiQuery } from "../../origins/origin.ts";
import { hasNoEntries } from "../../origins/tmdb/pass-through.ts";
import { languageOf, type Reading, readingOf } from "./catalog-reading.ts";
import {
  EMPTY_PAGE,
  mixedEntryOf,
  PERSON_SECTIONS,
  personDetails,
  sectionOf,
  TITLE_SECTIONS,
  titleDetails,
} from "./fields.ts";
import { CONFIGURATION, countryList, genreList, languageList } from "./reference-lists.ts";
import { discoverPage, listPage, personEntries, searchPage } from "./result-pages.ts";

const LISTS = "(?:movie|tv)/(?:popular|top_rated)|search/(?:movie|multi|person|tv)|trending/(?:all|movie|tv)";
/** The paths at which the catalog's response depends on a parameter. At `discover` it names those that it ignores. */
const READ: ReadonlyMap<string, RegExp> = new Map([
  ["append_to_response", /^(?:movie|person|tv)\/\w*\d\w*$/],
  ["external_source", /^find/],
  ["first_air_date_year", /^search\/tv/],
  ["include_adult", /^search\/(?:movie|multi|tv)/],
  ["language", new RegExp(`^(?:find|(?:movie|person|tv)/\\w*\\d|${LISTS})`)],
  ["page", new RegExp(`^(?:${LISTS})`)],
  ["primary_release_year", /^search\/movie/],
  ["query", /^search\/(?:movie|multi|person|tv)/],
  ["year", /^search\/(?:movie|tv)/],
]);

/** For the cache key: requests with the same response share one. */
export function parametersRead({ path, parameters }: TmdbApiQuery): TmdbApiQuery["parameters"] {
  const read = Object.entries(parameters).filter(
    ([name]) => path.startsWith("discover/") || READ.get(name)?.test(path),
  );
  const entries = read.map(([name, value]) => [name, name === "language" ? languageOf(value) : value]);
  return Object.fromEntries(
    entries.filter(([name, value]) => name !== "language" || value !== DEFAULT_LANGUAGE),
  );
}

export function tmdbApiOf(catalog: Catalog): Capabilities["tmdbApi"] {
  return (query) =>
    catalog.oneGeneration(async (generation): Promise<Loaded | LoadedList> => {
      const reading = readingOf(generation, languageOf(query.parameters.language));
      const value = await responseTo(reading, query);
      const version = generation.version();
      if (value === null) return { ...MISSING, version };
      const isEmpty = query.group !== "details" && hasNoEntries(value);
      return { value, isEmpty, about: reading.about(), version };
    });
}

const kindOf = (segment: string) => (segment === "tv" ? "series" : "movie");

/** `null`: there is no such thing. */
async function responseTo(reading: Reading, { path, parameters }: TmdbApiQuery): Promise<object | null> {
  const [first = "", second = "", ...rest] = path.split("/");
  const section = rest.join("/");
  switch (first) {
    case "search":
      return await searchPage(reading, second, parameters);
    case "discover":
      return await discoverPage(reading, kindOf(second), parameters);
    case "trending":
      if (second === "person") return EMPTY_PAGE;
      return await listPage(reading, second === "all" ? null : kindOf(second), parameters, { isMixed: true });
    case "find":
      return await found(reading, second, parameters.external_source ?? "");
    case "movie":
    case "tv":
      if (/\d/.test(second)) return await title(reading, [first, second, section], parameters);
      if (second === "latest") return null;
      if (second === "popular") return await listPage(reading, kindOf(first), parameters);
      if (second === "top_rated")
        return await listPage(reading, kindOf(first), parameters, { sort: "rating" });
      // Other lists need dates, which the catalog lacks.
      return EMPTY_PAGE;
    case "person":
      if (second === "popular") return EMPTY_PAGE;
      return /\d/.test(second) ? await person(reading, [second, section], parameters) : null;
    case "genre":
      return genreList(kindOf(second));
    default:
      return Object.hasOwn(CONSTANT, path) ? (CONSTANT[path]?.() ?? null) : null;
  }
}

const CONSTANT: Readonly<Record<string, () => object>> = {
  authentication: () => ({ success: true, status_code: 1, status_message: "Success." }),
  "certification/movie/list": () => ({ certifications: {} }),
  "certification/tv/list": () => ({ certifications: {} }),
  configuration: () => CONFIGURATION,
  "configuration/countries": countryList,
  "configuration/jobs": () => [],
  "configuration/languages": languageList,
  "configuration/primary_translations": () => [],
  "configuration/timezones": () => [],
  "watch/providers/movie": () => ({ results: [] }),
  "watch/providers/regions": () => ({ results: [] }),
  "watch/providers/tv": () => ({ results: [] }),
};

type Parameters = TmdbApiQuery["parameters"];

async function title(
  reading: Reading,
  [of, segment, section]: readonly [string, string, string],
  parameters: Parameters,
): Promise<object | null> {
  if (section.startsWith("season")) return null;
  const known = await reading.titleAt(kindOf(of), segment);
  if (known === null) return null;
  const one = (name: string) => sectionOf(TITLE_SECTIONS[known.kind], name, [reading, known]);
  return section === ""
    ? { ...(await titleDetails(reading, known)), ...(await appended(parameters, one)) }
    : byItself(known.number, await one(section));
}

async function person(
  reading: Reading,
  [segment, section]: readonly [string, string],
  parameters: Parameters,
): Promise<object | null> {
  const known = await reading.personAt(Number(segment));
  const someone = known && (await reading.people([known])).get(known.id);
  if (known === null || !someone) return null;
  const one = (name: string) => sectionOf(PERSON_SECTIONS, name, [reading, { person: known, someone }]);
  return section === ""
    ? { ...personDetails(someone, known), ...(await appended(parameters, one)) }
    : byItself(someone.number, await one(section));
}

/** Only a section by itself has the id. */
function byItself(id: number, section: object | null): object | null {
  return section && { id, ...section };
}

async function appended(
  { append_to_response = "" }: Parameters,
  one: (name: string) => Promise<object | null>,
): Promise<object> {
  const names = append_to_response === "" ? [] : append_to_response.split(",");
  const sections = await Promise.all(names.map(async (name) => [name, await one(name)] as const));
  return Object.fromEntries(sections.filter(([, section]) => section !== null));
}

const FINDABLE: ReadonlyMap<string, readonly ["imdb" | "wikidata", RegExp]> = new Map([
  ["imdb_id", ["imdb", /^(?:tt|nm)\d{7,10}$/]],
  ["wikidata_id", ["wikidata", /^Q[1-9]\d{0,11}$/]],
]);

/** An id of no known form, or of a source that the catalog does not know, finds nothing, as at TMDB. */
async function found(reading: Reading, external: string, source: string): Promise<object> {
  const [name, form] = FINDABLE.get(source) ?? [];
  const answer = name !== undefined && form?.test(external) ? await reading.find(name, external) : null;
  const titles = answer?.kind === "title" ? await reading.titles([answer.id]) : [];
  const person = answer?.kind === "person" ? await reading.personWith(answer.id) : null;
  const people = person === null ? [] : await personEntries(reading, [person]);
  const of = (kind: Kind) => titles.filter((title) => title.kind === kind).map(mixedEntryOf);
  return {
    movie_results: of("movie"),
    person_results: people.map((entry) => ({ ...entry, media_type: "person" })),
    tv_results: of("series"),
    tv_episode_results: [],
    tv_season_results: [],
  };
}
