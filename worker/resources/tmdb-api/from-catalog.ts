/**
 * TMDB's API from the catalog alone: the catalog's capabilities in TMDB's shapes. Sections and lists that the catalog lacks
 * come in their empty forms, since programs read into them without looking; seasons, collections, companies and the like
 * do not exist.
 */
import { DEFAULT_LANGUAGE } from "../../contract/parameters.ts";
import { TitleRecord } from "../../contract/record.ts";
import type { Catalog, GenerationReading } from "../../origins/catalog/catalog.ts";
import { type Loaded, type LoadedList, MISSING } from "../../origins/loaded.ts";
import type { Capabilities, TmdbApiQuery } from "../../origins/origin.ts";
import { languageOf, type Reading, readingOf, type Section } from "./catalog-reading.ts";
import { personAt, personDetails, personSection, readPerson } from "./person-details.ts";
import { CONFIGURATION, countryList, genreList, languageList } from "./reference-lists.ts";
import {
  discoverPage,
  EMPTY_PAGE,
  personEntries,
  popularPage,
  type ResultPage,
  searchPage,
} from "./result-pages.ts";
import { detailsOf, sectionOf, titleAt } from "./title-details.ts";
import { mixedEntries } from "./title-entries.ts";

interface Response extends Section {
  readonly ignored?: readonly string[];
}

const LISTS = "(?:movie|tv)/popular|search/(?:movie|multi|person|tv)|trending/(?:all|movie|tv)";
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
  return (query) => catalog.oneGeneration((generation) => respond(generation, query));
}

async function respond(generation: GenerationReading, query: TmdbApiQuery): Promise<Loaded | LoadedList> {
  const reading = readingOf(generation, languageOf(query.parameters.language));
  const response = await responseTo(reading, query);
  const version = reading.version();
  if (response === null) return { ...MISSING, version };
  const { body, isEmpty, ignored = [] } = response;
  const { correctedText } = reading;
  const about = {
    ...reading.about(),
    correctedText,
    ignored: ignored.length === 0 ? undefined : ignored.join(", "),
  };
  return { value: body, isEmpty, about, version };
}

/** `null`: there is no such thing. */
async function responseTo(reading: Reading, { path, parameters }: TmdbApiQuery): Promise<Response | null> {
  const [first = "", second = "", ...rest] = path.split("/");
  const third = rest.join("/");
  switch (first) {
    case "search":
      return paged(await searchPage(reading, second, parameters));
    case "discover": {
      const { page, ignored } = await discoverPage(reading, kindOf(second), parameters);
      return { ...paged(page), ignored };
    }
    case "trending":
      if (second === "person") return paged(EMPTY_PAGE);
      return paged(await popularPage(reading, second === "all" ? null : kindOf(second), parameters, true));
    case "find":
      return await found(reading, second, parameters.external_source ?? "");
    case "movie":
    case "tv":
      return /\d/.test(second)
        ? await title(reading, path, parameters)
        : await titleList(reading, path, parameters);
    case "person":
      if (second === "popular") return paged(EMPTY_PAGE);
      return await person(reading, [second, third], parameters);
    case "genre":
      return whole(genreList(kindOf(second)));
    case "authentication":
      return whole({ success: true, status_code: 1, status_message: "Success." });
    default:
      return CONSTANT.get(path)?.() ?? null;
  }
}

const kindOf = (segment: string) => (segment === "tv" ? "series" : "movie");
const paged = (body: ResultPage): Response => ({ body, isEmpty: body.results.length === 0 });
const whole = (body: object): Response => ({ body, isEmpty: false });
const none = (body: object): Response => ({ body, isEmpty: true });

const CONSTANT: ReadonlyMap<string, () => Response> = new Map(
  Object.entries({
    configuration: () => whole(CONFIGURATION),
    "configuration/countries": () => whole(countryList()),
    "configuration/languages": () => whole(languageList()),
    "configuration/jobs": () => none([]),
    "configuration/primary_translations": () => none([]),
    "configuration/timezones": () => none([]),
    "certification/movie/list": () => none({ certifications: {} }),
    "certification/tv/list": () => none({ certifications: {} }),
    "watch/providers/movie": () => none({ results: [] }),
    "watch/providers/regions": () => none({ results: [] }),
    "watch/providers/tv": () => none({ results: [] }),
  }),
);

/** Other lists than the popular titles need dates and votes, which the catalog lacks. */
async function titleList(
  reading: Reading,
  path: string,
  parameters: TmdbApiQuery["parameters"],
): Promise<Response | null> {
  const [of = "", list] = path.split("/");
  if (list === "latest") return null;
  return paged(list === "popular" ? await popularPage(reading, kindOf(of), parameters) : EMPTY_PAGE);
}

async function title(
  reading: Reading,
  path: string,
  parameters: TmdbApiQuery["parameters"],
): Promise<Response | null> {
  const [of = "", segment = "", ...rest] = path.split("/");
  const section = rest.join("/");
  if (section.startsWith("season")) return null;
  const found = await titleAt(reading, kindOf(of), segment);
  if (found === null) return null;
  const one = (name: string) => sectionOf(reading, found, name);
  if (section !== "") return byItself(found.number, await one(section));
  return whole({ ...(await detailsOf(reading, found)), ...(await appended(parameters, one)) });
}

async function person(
  reading: Reading,
  [segment, section]: readonly [string, string],
  parameters: TmdbApiQuery["parameters"],
): Promise<Response | null> {
  const found = /\d/.test(segment) ? await personAt(reading, segment) : null;
  if (found === null) return null;
  const one = (name: string) => personSection(reading, found, name);
  if (section !== "") return byItself(found.number, await one(section));
  return whole({ ...(await personDetails(reading, found)), ...(await appended(parameters, one)) });
}

/** Only a section by itself has the id. */
function byItself(id: number, section: Section | null): Response | null {
  return section && { body: { id, ...section.body }, isEmpty: section.isEmpty };
}

async function appended(
  { append_to_response = "" }: TmdbApiQuery["parameters"],
  one: (name: string) => Promise<Section | null>,
): Promise<object> {
  const names = append_to_response === "" ? [] : append_to_response.split(",");
  const sections = await Promise.all(names.map(async (name) => [name, (await one(name))?.body] as const));
  return Object.fromEntries(sections.filter(([, body]) => body !== undefined));
}

/** An id of no known form, or of a source that the catalog does not know, finds nothing, as at TMDB. */
async function found(reading: Reading, external: string, source: string): Promise<Response> {
  const results = {
    movie_results: [],
    person_results: [],
    tv_results: [],
    tv_episode_results: [],
    tv_season_results: [],
  };
  const [name, form] = FINDABLE.get(source) ?? [];
  const answer = name !== undefined && form?.test(external) ? await reading.find(name, external) : null;
  if (answer === null) return none(results);
  const { id, kind } = answer;
  if (kind === "person") {
    const entries = await personFound(reading, id);
    return { body: { ...results, person_results: entries }, isEmpty: entries.length === 0 };
  }
  const record = await reading.read(TitleRecord, reading.can.title({ id, lang: reading.lang }));
  const entries = await mixedEntries(reading, record === null ? [] : [record]);
  const of = (wanted: string) => entries.filter(({ media_type }) => media_type === wanted);
  const body = { ...results, movie_results: of("movie"), tv_results: of("tv") };
  return { body, isEmpty: entries.length === 0 };
}

async function personFound(reading: Reading, id: number): Promise<object[]> {
  const person = await readPerson(reading, id);
  const entries = await personEntries(reading, person === null ? [] : [person]);
  return entries.map((entry) => ({ ...entry, media_type: "person" }));
}

const FINDABLE: ReadonlyMap<string, readonly ["imdb" | "wikidata", RegExp]> = new Map([
  ["imdb_id", ["imdb", /^(?:tt|nm)\d{7,10}$/]],
  ["wikidata_id", ["wikidata", /^Q[1-9]\d{0,11}$/]],
]);
