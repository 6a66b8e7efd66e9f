/**
 * TMDB's fields, and what the catalog knows for each: a value that is always the same is TMDB's own for what is unknown.
 * Programs read into objects and lists without looking, so that sections which the catalog lacks come in their empty forms.
 */

import { Related } from "../../contract/browse.ts";
import { CREW_GROUPS, Credits, type CrewGroup } from "../../contract/credits.ts";
import type { Kind } from "../../contract/filter.ts";
import type { Person } from "../../contract/people.ts";
import { allCountries } from "../../origins/tmdb/codes.ts";
import type { NumberedPerson, Reading, Title } from "./catalog-reading.ts";
import { genreId, languageName } from "./reference-lists.ts";

/** Fields by name: a value, or how it follows from what is known. */
type Fields<Known> = Readonly<Record<string, unknown>> | Readonly<Record<string, (known: Known) => unknown>>;

function filled<Known>(known: Known, ...tables: readonly Fields<Known>[]): Record<string, unknown> {
  const fields = tables.flatMap((table) => Object.entries(table));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "function" ? value(known) : value]),
  );
}

/** The catalog knows years only. */
const dateOf = ({ year }: Title) => (year === "" ? "" : `${year}-01-01`);

/** Genres that TMDB has, each once. */
function genresOf({ kind, english }: Title): { id: number; name: string }[] {
  const genres = new Map<number, string>();
  for (const name of english.genres.split(", ")) {
    const id = genreId(name, kind);
    if (id !== null && !genres.has(id)) genres.set(id, name);
  }
  return [...genres].map(([id, name]) => ({ id, name }));
}

function countriesOf({ english }: Title): { iso_3166_1: string; name: string }[] {
  const known = allCountries();
  return english.countries.split(", ").flatMap((name) => {
    const country = known.find((each) => each.name === name);
    return country === undefined ? [] : { iso_3166_1: country.code, name };
  });
}

const codesOf = (title: Title) => countriesOf(title).map(({ iso_3166_1 }) => iso_3166_1);
const minutesOf = ({ runtime = "0" }: Title) => Math.round(Number(runtime));
const originalTitle = ({ title, original_title = title }: Title) => original_title;

const OF_TITLES: Fields<Title> = {
  adult: ({ is_adult }: Title) => is_adult === 1,
  backdrop_path: null,
  id: ({ number }: Title) => number,
  original_language: "",
  overview: ({ plot = "" }: Title) => plot,
  popularity: 0,
  poster_path: null,
  vote_average: ({ rating = 0 }: Title) => rating,
  vote_count: 0,
};

const OF_KIND: Readonly<Record<Kind, Fields<Title>>> = {
  movie: {
    original_title: originalTitle,
    release_date: dateOf,
    title: ({ title }: Title) => title,
    video: false,
  },
  series: {
    first_air_date: dateOf,
    name: ({ title }: Title) => title,
    origin_country: codesOf,
    original_name: originalTitle,
  },
};

const IN_LISTS: Fields<Title> = { genre_ids: (title: Title) => genresOf(title).map(({ id }) => id) };
const MIXED: Fields<Title> = { media_type: ({ kind }: Title) => (kind === "movie" ? "movie" : "tv") };

const IN_DETAILS: Fields<Title> = {
  genres: genresOf,
  homepage: "",
  origin_country: codesOf,
  production_companies: [],
  production_countries: countriesOf,
  spoken_languages: [],
  status: "",
  tagline: "",
};

const IN_DETAILS_OF: Readonly<Record<Kind, Fields<Title>>> = {
  movie: {
    belongs_to_collection: null,
    budget: 0,
    imdb_id: ({ external }: Title) => external.imdb ?? null,
    revenue: 0,
    runtime: minutesOf,
  },
  series: {
    created_by: [],
    episode_run_time: (title: Title) => [minutesOf(title)].filter((minutes) => minutes > 0),
    in_production: false,
    languages: [],
    last_air_date: null,
    last_episode_to_air: null,
    networks: [],
    next_episode_to_air: null,
    number_of_episodes: 0,
    number_of_seasons: 0,
    seasons: [],
    type: "",
  },
};

/** In a list of one kind. */
export const entryOf = (title: Title) => filled(title, OF_TITLES, OF_KIND[title.kind], IN_LISTS);
/** In a list of several. */
export const mixedEntryOf = (title: Title) => ({ ...entryOf(title), ...filled(title, MIXED) });
export const titleDetails = (title: Title) =>
  filled(title, OF_TITLES, OF_KIND[title.kind], IN_DETAILS, IN_DETAILS_OF[title.kind]);

interface Someone {
  readonly number: number;
  readonly name: string;
  readonly department?: string | null;
}

const OF_PEOPLE: Fields<Someone> = {
  adult: false,
  gender: 0,
  id: ({ number }: Someone) => number,
  known_for_department: ({ department = null }: Someone) => department,
  name: ({ name }: Someone) => name,
  popularity: 0,
  profile_path: null,
};

const PERSON_IN_DETAILS: Fields<NumberedPerson> = {
  also_known_as: ({ person }: NumberedPerson) => person.also_known_as,
  biography: "",
  birthday: null,
  deathday: null,
  homepage: null,
  imdb_id: ({ external }: NumberedPerson) => external.imdb ?? null,
  place_of_birth: null,
};

/** In a list. */
export const personEntry = (someone: Someone) => ({
  ...filled(someone, OF_PEOPLE),
  original_name: someone.name,
});

export function personDetails(known: NumberedPerson): object {
  const { number, person } = known;
  const someone = { number, name: person.name, department: tradeOf(person) };
  return { ...filled(someone, OF_PEOPLE), ...filled(known, PERSON_IN_DETAILS) };
}

const DEPARTMENTS: Readonly<Record<CrewGroup | "cast", string>> = {
  cast: "Acting",
  writer: "Writing",
  director: "Directing",
  editing: "Editing",
  production: "Production",
  art: "Art",
  "visual effects": "Visual Effects",
  sound: "Sound",
};

/** The department with most of the person's credits. */
function tradeOf({ credits }: Person): string {
  const groups = [...Map.groupBy(credits, ({ group }) => group)];
  const [most] = groups.sort(([, one], [, other]) => other.length - one.length);
  return DEPARTMENTS[most?.[0] ?? "cast"];
}

export const EMPTY_PAGE = { page: 1, results: [], total_pages: 0, total_results: 0 };

/** A section of the details: its empty form, or how it is read. */
type Sections<Known> = Readonly<
  Record<string, object | ((reading: Reading, known: Known) => Promise<object>)>
>;

const OF_BOTH_KINDS: Sections<Title> = {
  alternative_titles: async (reading, { id, kind }) => {
    const titles = (await translatedTitles(reading, id)).map(({ iso_3166_1, title }) => ({
      iso_3166_1,
      title,
      type: "",
    }));
    return kind === "movie" ? { titles } : { results: titles };
  },
  // Only a film's cast has a `cast_id`.
  credits: async (reading, { id, kind }) => {
    const { cast, crew } = await titleCredits(reading, id);
    return { cast: kind === "series" ? cast : cast.map((one) => ({ ...one, cast_id: one.order })), crew };
  },
  images: { backdrops: [], logos: [], posters: [] },
  lists: EMPTY_PAGE,
  recommendations: EMPTY_PAGE,
  reviews: EMPTY_PAGE,
  similar: EMPTY_PAGE,
  translations: async (reading, { id, kind }) => ({
    translations: (await translatedTitles(reading, id)).map(({ title, ...language }) => ({
      ...language,
      data: {
        homepage: "",
        overview: "",
        tagline: "",
        ...(kind === "movie" ? { runtime: 0, title } : { name: title }),
      },
    })),
  }),
  videos: { results: [] },
  "watch/providers": { results: {} },
};

const elsewhereOf = ({ external: { imdb, wikidata } }: Pick<Title, "external">) => ({
  imdb_id: imdb ?? null,
  wikidata_id: wikidata ?? null,
  facebook_id: null,
  instagram_id: null,
  twitter_id: null,
});
const NO_FREEBASE = { freebase_mid: null, freebase_id: null, tvrage_id: null };

export const TITLE_SECTIONS: Readonly<Record<Kind, Sections<Title>>> = {
  movie: {
    ...OF_BOTH_KINDS,
    casts: OF_BOTH_KINDS.credits ?? {},
    external_ids: async (_, title) => elsewhereOf(title),
    keywords: { keywords: [] },
    release_dates: { results: [] },
    releases: { countries: [] },
    similar_movies: EMPTY_PAGE,
    trailers: { quicktime: [], youtube: [] },
  },
  series: {
    ...OF_BOTH_KINDS,
    aggregate_credits: (reading, { id }) => aggregateCredits(reading, id),
    content_ratings: { results: [] },
    episode_groups: { results: [] },
    external_ids: async (_, title) => ({ ...elsewhereOf(title), ...NO_FREEBASE, tvdb_id: null }),
    keywords: { results: [] },
    screened_theatrically: { results: [] },
  },
};

export const PERSON_SECTIONS: Sections<NumberedPerson> = {
  combined_credits: (reading, { person }) => filmography(reading, person),
  external_ids: async (_, person) => ({
    ...elsewhereOf(person),
    ...NO_FREEBASE,
    tiktok_id: null,
    youtube_id: null,
  }),
  images: { profiles: [] },
  movie_credits: async (reading, { person }) => only("movie", await filmography(reading, person)),
  tagged_images: EMPTY_PAGE,
  translations: { translations: [] },
  tv_credits: async (reading, { person }) => only("tv", await filmography(reading, person)),
};

/** `null`: TMDB has no such section. */
export async function sectionOf<Known>(
  sections: Sections<Known>,
  name: string,
  [reading, known]: readonly [Reading, Known],
): Promise<object | null> {
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  return typeof section === "function" ? await section(reading, known) : (section ?? null);
}

async function translatedTitles(reading: Reading, id: number) {
  const related = await reading.read(Related, reading.can.related({ id, lang: "en", onlyNames: true }));
  const names = related?.names;
  if (!names) return [];
  const all: [string, string][] = [["en", names.title], ...Object.entries(names.translations)];
  return all.map(([lang, title]) => ({
    // The region where most speak the language: the catalog knows languages only.
    iso_3166_1: new Intl.Locale(lang).maximize().region ?? "",
    iso_639_1: lang,
    name: languageName(lang, lang),
    english_name: languageName(lang, "en"),
    title,
  }));
}

/** 24 hexadecimal digits, as at TMDB, from the title, the person, and which of the person's credits on it this is. */
function creditIds(): (title: number, person: number) => string {
  const given = new Map<string, number>();
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0").slice(-digits);
  return (title, person) => {
    const both = hex(title, 12) + hex(person, 8);
    const nth = given.get(both) ?? 0;
    given.set(both, nth + 1);
    return both + hex(nth, 4);
  };
}

/** Without people who have no number. */
async function titleCredits(reading: Reading, id: number) {
  const query = { category: "credits", id, lang: reading.lang } as const;
  const read = await reading.read(Credits, reading.can.credits(query));
  const cast = (read?.cast ?? []).map(({ id, name, character }, order) => ({
    id,
    name,
    role: { character, order },
  }));
  const crew = CREW_GROUPS.flatMap((group) =>
    (read?.[group] ?? []).map(({ id, name, job }) => ({
      id,
      name,
      role: { department: DEPARTMENTS[group], job },
    })),
  );
  const numbers = await reading.people([...cast, ...crew]);
  const creditId = creditIds();
  function credited<Role>(
    department: string,
    { id: person, name, role }: { id: number; name: string; role: Role },
  ) {
    const number = numbers.get(person);
    if (number === undefined) return [];
    return [
      { ...personEntry({ number, name, department }), id: number, credit_id: creditId(id, person), ...role },
    ];
  }
  return {
    cast: cast.flatMap((member) => credited(DEPARTMENTS.cast, member)),
    crew: crew.flatMap((member) => credited(member.role.department, member)),
  };
}

/** The same people, each once with all roles, or once for each department with all jobs. */
async function aggregateCredits(reading: Reading, id: number): Promise<object> {
  const { cast, crew } = await titleCredits(reading, id);
  const counted = { episode_count: 0 };
  return {
    cast: [...Map.groupBy(cast, (member) => member.id).values()].map((entries) => {
      const roles = entries.map(({ character, credit_id }) => ({ character, credit_id, ...counted }));
      const { character, credit_id, ...member } = entries[0] as (typeof entries)[number];
      return { ...member, roles, total_episode_count: 0 };
    }),
    crew: [...Map.groupBy(crew, ({ id, department }) => `${id} ${department}`).values()].map((entries) => {
      const jobs = entries.map(({ job, credit_id }) => ({ job, credit_id, ...counted }));
      const { job, credit_id, ...member } = entries[0] as (typeof entries)[number];
      return { ...member, jobs, total_episode_count: 0 };
    }),
  };
}

interface Filmography {
  readonly cast: readonly object[];
  readonly crew: readonly object[];
}

/** One entry for each role or job. */
async function filmography(reading: Reading, { id, credits }: Person): Promise<Filmography> {
  const titles = await reading.cards(credits.map(({ title }) => title));
  const known = new Map(titles.map((title) => [title.id, title]));
  const creditId = creditIds();
  const entries = credits.flatMap((credit) => {
    const title = known.get(credit.title.id);
    if (title === undefined) return [];
    const credit_id = creditId(title.id, id);
    const entry = { ...mixedEntryOf(title), credit_id, ...(title.kind === "series" && { episode_count: 0 }) };
    const isCast = credit.group === "cast";
    const role = isCast
      ? { character: credit.character, ...(title.kind === "movie" && { order: 0 }) }
      : { department: DEPARTMENTS[credit.group], job: credit.job };
    return { isCast, entry: { ...entry, ...role } };
  });
  const [cast, crew] = [true, false].map((wanted) =>
    entries.filter(({ isCast }) => isCast === wanted).map(({ entry }) => entry),
  ) as [object[], object[]];
  return { cast, crew };
}

/** Without the `media_type`. */
function only(wanted: "movie" | "tv", { cast, crew }: Filmography): Filmography {
  const kept = (entries: readonly object[]) =>
    entries.flatMap((entry) => {
      const { media_type, ...rest } = entry as { readonly media_type: string };
      return media_type === wanted ? rest : [];
    });
  return { cast: kept(cast), crew: kept(crew) };
}
