/**
 * Parses TMDB's responses. A field that is missing, empty or malformed becomes "unknown". An entry without an id is
 * dropped and counted. A response without the requested part is rejected.
 */
import * as v from "valibot";
import { Day } from "../contract/dates.ts";
import { Failure } from "../source/failure.ts";
import type { Genres } from "../text/codes.ts";
import { MAX_TMDB_ID } from "./ids.ts";

const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((value) => value.toWellFormed().trim()),
  ),
  "",
);
const path = v.fallback(v.nullable(v.string()), null);
const number = v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0);
const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TMDB_ID));
const flag = v.fallback(v.boolean(), false);
const day = v.fallback(Day, "");
const ordinal = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Creates a schema for a list that drops invalid entries. A missing list becomes `null`. */
function list<S extends v.GenericSchema>(entry: S) {
  const entries = v.pipe(
    v.array(v.unknown()),
    v.transform((sent) => readEntries(entry, sent)),
  );
  return v.fallback(v.nullable(entries), null);
}

/** The fields that films and series have in common. In search results, films do not have `origin_country`. */
const common = {
  id,
  adult: flag,
  overview: text,
  original_language: text,
  poster_path: path,
  vote_average: number,
  vote_count: number,
  origin_country: list(v.string()),
};
const film = { title: text, original_title: text, release_date: text };
const series = { name: text, original_name: text, first_air_date: text };

const SearchItem = v.object({
  ...common,
  ...film,
  ...series,
  media_type: text,
  genre_ids: list(v.number()),
  popularity: number,
});
export type SearchItem = v.InferOutput<typeof SearchItem>;

const Country = v.object({ iso_3166_1: text });
const Genre = v.object({ id: v.number(), name: text });
const Video = v.object({ iso_639_1: text, key: text, site: text, type: text });
const Translation = v.object({
  iso_639_1: text,
  data: v.fallback(v.object({ title: text, name: text, overview: text, tagline: text }), {
    title: "",
    name: "",
    overview: "",
    tagline: "",
  }),
});
export type Translation = v.InferOutput<typeof Translation>;

const Named = v.object({ name: text });
const Release = v.object({ certification: text, type: number });
const Season = v.object({
  season_number: ordinal,
  name: text,
  air_date: day,
  episode_count: v.fallback(ordinal, 0),
  poster_path: path,
});
export type TmdbSeason = v.InferOutput<typeof Season>;
const Episode = v.object({
  id: v.fallback(v.nullable(id), null),
  episode_number: ordinal,
  name: text,
  air_date: day,
  runtime: number,
  overview: text,
  still_path: path,
  vote_average: number,
  vote_count: v.fallback(ordinal, 0),
});
export type TmdbEpisode = v.InferOutput<typeof Episode>;
const LastEpisode = v.object({ season_number: v.fallback(ordinal, 1), air_date: day, runtime: number });
const NextEpisode = v.object({ season_number: ordinal, episode_number: ordinal, name: text, air_date: day });
export type NextEpisode = v.InferOutput<typeof NextEpisode>;

const Details = v.object({
  ...common,
  ...film,
  ...series,
  tagline: text,
  genres: list(Genre),
  production_countries: list(Country),
  runtime: number,
  episode_run_time: list(v.number()),
  last_air_date: text,
  in_production: flag,
  number_of_seasons: number,
  number_of_episodes: v.fallback(ordinal, 0),
  last_episode_to_air: v.fallback(v.nullable(LastEpisode), null),
  next_episode_to_air: v.fallback(v.nullable(NextEpisode), null),
  seasons: list(Season),
  status: text,
  backdrop_path: path,
  production_companies: list(Named),
  networks: list(Named),
  belongs_to_collection: v.fallback(v.nullable(v.object({ id, name: text })), null),
  release_dates: v.fallback(
    v.object({ results: list(v.object({ iso_3166_1: text, release_dates: list(Release) })) }),
    { results: null },
  ),
  content_ratings: v.fallback(v.object({ results: list(v.object({ iso_3166_1: text, rating: text })) }), {
    results: null,
  }),
  translations: v.fallback(v.object({ translations: list(Translation) }), { translations: null }),
  external_ids: v.fallback(v.object({ imdb_id: text, wikidata_id: text, tvdb_id: number }), {
    imdb_id: "",
    wikidata_id: "",
    tvdb_id: 0,
  }),
  videos: v.fallback(v.object({ results: list(Video) }), { results: null }),
});
export type Details = v.InferOutput<typeof Details>;

const person = { id, name: text, original_name: text, profile_path: path };
const order = v.fallback(v.number(), Number.MAX_SAFE_INTEGER);
const CastMember = v.object({
  ...person,
  order,
  character: text,
  roles: list(v.object({ character: text })),
});
const CrewMember = v.object({
  ...person,
  department: text,
  job: text,
  jobs: list(v.object({ job: text })),
});
export type CastMember = v.InferOutput<typeof CastMember>;
export type CrewMember = v.InferOutput<typeof CrewMember>;

const Creator = v.object(person);
export type Creator = v.InferOutput<typeof Creator>;

const People = v.object({ cast: v.array(v.unknown()), crew: v.array(v.unknown()) });

const Results = v.object({
  results: v.array(v.unknown()),
  total_pages: v.fallback(v.number(), 1),
  total_results: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
});

export interface ResultPage<Item = SearchItem> {
  /**
   * The items at their positions in TMDB's list. An item is `null` if it is invalid or of a kind that was not
   * requested.
   */
  readonly items: readonly (Item | null)[];
  readonly totalPages: number;
  readonly total: number | null;
  readonly dropped: number;
}

/** Parses a page of titles. Throws a Failure `wrong-shape`. */
export function readResults(response: unknown): ResultPage {
  return readPage(response, (result) => (isPerson(result) ? null : v.safeParse(SearchItem, result)));
}

type ParsedItem<Item> = { readonly success: true; readonly output: Item } | { readonly success: false };

/**
 * Parses a page of results. `readResult` must return `null` for an item of a kind that was not requested. Throws a
 * Failure `wrong-shape`.
 */
function readPage<Item>(
  response: unknown,
  readResult: (result: unknown) => ParsedItem<Item> | null,
): ResultPage<Item> {
  const { results, total_pages, total_results } = parse(Results, response);
  const read = results.map(readResult);
  // Items of a kind that was not requested do not count as dropped.
  const requestedItems = read.filter((result) => result !== null);
  const readable = requestedItems.filter(({ success }) => success);
  const dropped = countDropped(requestedItems, readable);
  const items = read.map((result) => (result?.success ? result.output : null));
  return { items, totalPages: total_pages, total: total_results, dropped };
}

function isPerson(result: unknown): boolean {
  return v.is(v.object({ media_type: v.literal("person") }), result);
}

/** Parses the details of a title. Throws a Failure `wrong-shape`. */
export function readDetails(response: unknown): Details {
  return parse(Details, response);
}

/** Parses the seasons of a series. Throws a Failure `wrong-shape` if there are none. */
export function readSeasons(response: unknown): Details & { readonly seasons: readonly TmdbSeason[] } {
  const { seasons, ...details } = readDetails(response);
  if (seasons === null) throw new Failure("wrong-shape");
  return { ...details, seasons };
}

const SeasonDetails = v.object({
  name: text,
  air_date: day,
  poster_path: path,
  episodes: v.array(v.unknown()),
});

interface TmdbSeasonDetails extends Omit<v.InferOutput<typeof SeasonDetails>, "episodes"> {
  readonly episodes: readonly TmdbEpisode[];
  /** The number of episodes that were dropped because they have no number. */
  readonly dropped: number;
}

/** Parses a season with its episodes. Throws a Failure `wrong-shape` if there is no list of episodes. */
export function readSeason(response: unknown): TmdbSeasonDetails {
  const { episodes: sent, ...details } = parse(SeasonDetails, response);
  const episodes = readEntries(Episode, sent);
  return { ...details, episodes, dropped: countDropped(sent, episodes) };
}

const Collection = v.object({ parts: v.array(v.unknown()) });

/** Parses the films of a collection. Throws a Failure `wrong-shape` if there is no list of films. */
export function readCollection(response: unknown): {
  readonly films: SearchItem[];
  readonly dropped: number;
} {
  const { parts } = parse(Collection, response);
  const films = readEntries(SearchItem, parts);
  return { films, dropped: countDropped(parts, films) };
}

const offers = list(v.object({ provider_name: text, display_priority: order }));
const CountryOffers = v.object({
  link: text,
  flatrate: offers,
  free: offers,
  ads: offers,
  rent: offers,
  buy: offers,
});
export type CountryOffers = v.InferOutput<typeof CountryOffers>;
const Providers = v.object({
  results: v.record(v.string(), v.fallback(v.nullable(CountryOffers), null)),
});

/** Parses the offers of a title by country. Throws a Failure `wrong-shape`, also if no service has a name. */
export function readProviders(response: unknown): {
  readonly countries: (readonly [code: string, CountryOffers])[];
  readonly dropped: number;
} {
  const { results } = parse(Providers, response);
  const countries = Object.entries(results).flatMap(([code, sent]) =>
    sent === null ? [] : [[code, sent] as const],
  );
  const all = countries.flatMap(([, { link: _, ...groups }]) =>
    Object.values(groups).flatMap((group) => group ?? []),
  );
  const named = all.filter(({ provider_name }) => provider_name !== "");
  const malformed = Object.keys(results).length - countries.length;
  return { countries, dropped: countDropped(all, named) + malformed };
}

export interface People {
  readonly cast: readonly CastMember[];
  readonly crew: readonly CrewMember[];
  readonly creators: readonly Creator[];
  /** The number of entries that were dropped because they have no id. */
  readonly dropped: number;
}

/** Parses the credits in a section of a response. Throws a Failure `wrong-shape` if the section is missing. */
export function readPeople(response: unknown, section: "credits" | "aggregate_credits"): People {
  const whole = parse(v.object({ [section]: People, created_by: list(Creator) }), response);
  const sent = whole[section] as v.InferOutput<typeof People>;
  return { ...readCredits(sent, CastMember, CrewMember), creators: (whole.created_by ?? []) as Creator[] };
}

function readCredits<Cast extends v.GenericSchema, Crew extends v.GenericSchema>(
  sent: v.InferOutput<typeof People>,
  castSchema: Cast,
  crewSchema: Crew,
) {
  const [cast, crew] = [readEntries(castSchema, sent.cast), readEntries(crewSchema, sent.crew)];
  const dropped = countDropped([...sent.cast, ...sent.crew], [...cast, ...crew]);
  return { cast, crew, dropped };
}

function readEntries<S extends v.GenericSchema>(schema: S, entries: readonly unknown[]): v.InferOutput<S>[] {
  return entries
    .map((entry) => v.safeParse(schema, entry))
    .filter((read) => read.success)
    .map((read) => read.output);
}

/**
 * Returns the number of entries that were dropped. Throws a Failure `wrong-shape` if all of them were, because a
 * changed format must not look like an empty list.
 */
function countDropped(sent: readonly unknown[], read: readonly unknown[]): number {
  if (sent.length > 0 && read.length === 0) throw new Failure("wrong-shape");
  return sent.length - read.length;
}

/** Parses genre names. Leaves out genres without a name. Throws a Failure `wrong-shape`. */
export function readGenres(response: unknown): Genres {
  const { genres } = parse(v.object({ genres: v.array(v.unknown()) }), response);
  const named = readEntries(Genre, genres).filter(({ name }) => name !== "");
  return Object.fromEntries(named.map((genre) => [genre.id, genre.name]));
}

function parse<S extends v.GenericSchema>(schema: S, response: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, response);
  if (!read.success) throw new Failure("wrong-shape");
  return read.output;
}

/** The fields of a title in responses about people. */
const titleItem = {
  id,
  adult: flag,
  original_language: text,
  poster_path: path,
  vote_average: number,
  vote_count: number,
  ...film,
  ...series,
  media_type: text,
};

const CastCredit = v.object({ ...titleItem, character: text });
const CrewCredit = v.object({ ...titleItem, department: text, job: text });
export type CastCredit = v.InferOutput<typeof CastCredit>;
export type CrewCredit = v.InferOutput<typeof CrewCredit>;

const PersonResponse = v.object({
  id,
  name: text,
  profile_path: path,
  also_known_as: list(text),
  known_for_department: text,
  birthday: day,
  deathday: day,
  place_of_birth: text,
  combined_credits: People,
});

export interface TmdbPerson
  extends Omit<v.InferOutput<typeof PersonResponse>, "combined_credits" | "also_known_as"> {
  readonly also_known_as: readonly string[];
  readonly cast: readonly CastCredit[];
  readonly crew: readonly CrewCredit[];
  /** The number of entries that were dropped because they have no id. */
  readonly dropped: number;
}

/** Parses a person with credits. Throws a Failure `wrong-shape`. */
export function readTmdbPerson(response: unknown): TmdbPerson {
  const { combined_credits: sent, also_known_as, ...details } = parse(PersonResponse, response);
  return { ...details, also_known_as: also_known_as ?? [], ...readCredits(sent, CastCredit, CrewCredit) };
}

const PersonItem = v.object({
  ...person,
  adult: flag,
  known_for_department: text,
  known_for: list(v.object(titleItem)),
});
export type PersonItem = v.InferOutput<typeof PersonItem>;

/** Parses a page of people. Throws a Failure `wrong-shape`. */
export function readPeopleResults(response: unknown): ResultPage<PersonItem> {
  return readPage(response, (result) => v.safeParse(PersonItem, result));
}

export type MultiItem =
  | { readonly kind: "person"; readonly person: PersonItem }
  | { readonly kind: "title"; readonly title: SearchItem };

/** Parses a page of titles and people. Throws a Failure `wrong-shape`. */
export function readMulti(response: unknown): ResultPage<MultiItem> {
  return readPage<MultiItem>(response, (result) => {
    const read = isPerson(result) ? v.safeParse(PersonItem, result) : v.safeParse(SearchItem, result);
    if (!read.success) return { success: false };
    const { output } = read;
    return {
      success: true,
      output: "known_for" in output ? { kind: "person", person: output } : { kind: "title", title: output },
    };
  });
}

const FoundByExternalId = v.object({
  movie_results: v.array(v.unknown()),
  tv_results: v.array(v.unknown()),
  person_results: v.array(v.unknown()),
});
const Identified = v.object({ id });

/** Checks that a response has an id. Throws a Failure `wrong-shape`. */
export function checkIdentified(response: unknown): void {
  parse(Identified, response);
}

export interface FoundIds {
  readonly films: readonly number[];
  readonly series: readonly number[];
  readonly people: readonly number[];
}

/** Parses the results for an external id, which contain TMDB numbers. Throws a Failure `wrong-shape`. */
export function readFound(response: unknown): FoundIds {
  const { movie_results, tv_results, person_results } = parse(FoundByExternalId, response);
  const numbers = (entries: readonly unknown[]) => readEntries(Identified, entries).map((entry) => entry.id);
  const ids = {
    films: numbers(movie_results),
    series: numbers(tv_results),
    people: numbers(person_results),
  };
  countDropped([movie_results, tv_results, person_results].flat(), Object.values(ids).flat());
  return ids;
}

const Keyword = v.object({ id, name: text });

/** Parses a page of keywords. Throws a Failure `wrong-shape`. */
export function readKeywords(response: unknown): readonly v.InferOutput<typeof Keyword>[] {
  return readEntries(Keyword, parse(v.object({ results: v.array(v.unknown()) }), response).results);
}
