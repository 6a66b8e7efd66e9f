/** A film or series as TMDB's details have it, and the sections of its details. */
import { Related } from "../../contract/browse.ts";
import type { Kind } from "../../contract/filter.ts";
import { TitleRecord } from "../../contract/record.ts";
import { allCountries } from "../../origins/tmdb/codes.ts";
import type { Elsewhere, Reading, Section } from "./catalog-reading.ts";
import { aggregateCredits, titleCredits } from "./credit-entries.ts";
import { languageName } from "./reference-lists.ts";
import { EMPTY_PAGE } from "./result-pages.ts";
import { codesOf, dateOf, genresOf } from "./title-entries.ts";

interface NumberedTitle {
  readonly kind: Kind;
  readonly number: number;
  readonly record: TitleRecord;
}

/** `segment`: the number, or an id of IMDb. `null`: there is no such title. */
export async function titleAt(reading: Reading, kind: Kind, segment: string): Promise<NumberedTitle | null> {
  const id = segment.startsWith("tt")
    ? ((await reading.find("imdb", segment))?.id ?? null)
    : await reading.idOf(kind, Number(segment));
  if (id === null) return null;
  const record = await reading.read(TitleRecord, reading.can.title({ id, lang: reading.lang }));
  if (record?.type !== kind) return null;
  // A title that was merged into another one has the record of that.
  const number = (await reading.numbers("title", [record])).get(record.id);
  return number === undefined ? null : { kind, number, record };
}

export async function detailsOf(reading: Reading, { kind, number, record }: NumberedTitle): Promise<object> {
  const [[english = record], elsewhere] = await Promise.all([
    reading.english([record]),
    reading.elsewhere("title", record.id),
  ]);
  const countries = codesOf(english.countries, allCountries());
  const names = english.countries.split(", ");
  const { title, original_title, year } = record;
  const common = {
    adult: record.is_adult === 1,
    backdrop_path: null,
    genres: genresOf(english.genres, kind),
    homepage: "",
    id: number,
    origin_country: countries,
    original_language: "",
    overview: record.plot,
    popularity: 0,
    poster_path: null,
    production_companies: [],
    production_countries: countries.map((iso_3166_1, at) => ({ iso_3166_1, name: names[at] ?? "" })),
    spoken_languages: [],
    status: "",
    tagline: "",
    vote_average: record.rating,
    vote_count: 0,
  };
  const runtime = Math.round(Number(record.runtime));
  if (kind === "movie") {
    return {
      ...common,
      belongs_to_collection: null,
      budget: 0,
      imdb_id: elsewhere.imdb ?? null,
      original_title,
      release_date: dateOf(year),
      revenue: 0,
      runtime,
      title,
      video: false,
    };
  }
  return {
    ...common,
    created_by: [],
    episode_run_time: runtime === 0 ? [] : [runtime],
    first_air_date: dateOf(year),
    in_production: false,
    languages: [],
    last_air_date: null,
    last_episode_to_air: null,
    name: title,
    networks: [],
    next_episode_to_air: null,
    number_of_episodes: 0,
    number_of_seasons: 0,
    original_name: original_title,
    seasons: [],
    type: "",
  };
}

type ReadSection = (reading: Reading, title: NumberedTitle) => Promise<object>;

/** Sections that the catalog knows, by name. */
const SECTIONS: ReadonlyMap<string, ReadSection> = new Map([
  ["credits", credits],
  ["casts", credits],
  ["aggregate_credits", (reading, { record }) => aggregateCredits(reading, record.id)],
  ["external_ids", externalIds],
  ["translations", translations],
  ["alternative_titles", alternativeTitles],
] satisfies [string, ReadSection][]);

const NO_RESULTS = { results: [] };
const LACKING = {
  images: { backdrops: [], logos: [], posters: [] },
  lists: EMPTY_PAGE,
  recommendations: EMPTY_PAGE,
  reviews: EMPTY_PAGE,
  similar: EMPTY_PAGE,
  videos: NO_RESULTS,
  "watch/providers": { results: {} },
};
/** The empty forms of sections that it lacks: programs read into them without looking. */
const EMPTY: Readonly<Record<Kind, Readonly<Record<string, object>>>> = {
  movie: {
    ...LACKING,
    keywords: { keywords: [] },
    release_dates: NO_RESULTS,
    releases: { countries: [] },
    similar_movies: EMPTY_PAGE,
    trailers: { quicktime: [], youtube: [] },
  },
  series: {
    ...LACKING,
    content_ratings: NO_RESULTS,
    episode_groups: NO_RESULTS,
    keywords: NO_RESULTS,
    screened_theatrically: NO_RESULTS,
  },
};

/** `null`: TMDB has no such section. */
export async function sectionOf(
  reading: Reading,
  title: NumberedTitle,
  name: string,
): Promise<Section | null> {
  const section = SECTIONS.get(name);
  const isOfSeries = name === "aggregate_credits";
  if (section !== undefined && (!isOfSeries || title.kind === "series")) {
    return { body: await section(reading, title), isEmpty: false };
  }
  const empty = EMPTY[title.kind];
  return Object.hasOwn(empty, name) ? { body: empty[name] ?? {}, isEmpty: true } : null;
}

/** Only a film's cast has a `cast_id`. */
async function credits(reading: Reading, { kind, record: { id } }: NumberedTitle): Promise<object> {
  const { cast, crew } = await titleCredits(reading, id);
  if (kind === "series") return { cast, crew };
  return { cast: cast.map((member) => ({ ...member, cast_id: member.order })), crew };
}

const NO_OTHER_IDS = { facebook_id: null, instagram_id: null, twitter_id: null };
export const NO_FREEBASE = { freebase_mid: null, freebase_id: null, tvrage_id: null };

async function externalIds(reading: Reading, { kind, record }: NumberedTitle): Promise<object> {
  const ids = elsewhereOf(await reading.elsewhere("title", record.id));
  return kind === "movie" ? ids : { ...ids, ...NO_FREEBASE, tvdb_id: null };
}

export function elsewhereOf({ imdb, wikidata }: Elsewhere) {
  return { imdb_id: imdb ?? null, wikidata_id: wikidata ?? null, ...NO_OTHER_IDS };
}

interface Translated {
  readonly iso_3166_1: string;
  readonly iso_639_1: string;
  readonly name: string;
  readonly english_name: string;
  readonly title: string;
}

async function translatedTitles(reading: Reading, { record: { id } }: NumberedTitle): Promise<Translated[]> {
  const related = await reading.read(Related, reading.can.related({ id, lang: "en", onlyNames: true }));
  const names = related?.names;
  if (!names) return [];
  const all: readonly (readonly [string, string])[] = [
    ["en", names.title],
    ...Object.entries(names.translations),
  ];
  return all.map(([lang, title]) => ({
    // The region where most speak the language: the catalog knows languages only.
    iso_3166_1: new Intl.Locale(lang).maximize().region ?? "",
    iso_639_1: lang,
    name: languageName(lang, lang),
    english_name: languageName(lang, "en"),
    title,
  }));
}

async function translations(reading: Reading, title: NumberedTitle): Promise<object> {
  const words = { homepage: "", overview: "", tagline: "" };
  const translated = (await translatedTitles(reading, title)).map(({ title: name, ...language }) => ({
    ...language,
    data: title.kind === "movie" ? { ...words, runtime: 0, title: name } : { ...words, name },
  }));
  return { translations: translated };
}

/** The titles in other languages: the catalog has no other names to show. */
async function alternativeTitles(reading: Reading, title: NumberedTitle): Promise<object> {
  const names = (await translatedTitles(reading, title)).map((translated) => ({
    iso_3166_1: translated.iso_3166_1,
    title: translated.title,
    type: "",
  }));
  return title.kind === "movie" ? { titles: names } : { results: names };
}
