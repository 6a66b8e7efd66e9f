/**
 * TMDB's fields, and what the catalog knows for each: a value that is always the same is TMDB's own for what is unknown.
 * Programs read into objects and lists without looking, so that sections which the catalog lacks come in their empty forms.
 */
import { CREW_GROUPS, type CrewGroup } from "../../contract/credits.ts";
import type { Kind } from "../../contract/filter.ts";
import type { Person } from "../../contract/people.ts";
import { allCountries, ENGLISH_GENRES, genreNumbers, originalLanguage } from "../../origins/tmdb/codes.ts";
import type { Reading, Someone, Title } from "./catalog-reading.ts";
import { languageName } from "./reference-lists.ts";

/** Fields by name: a value, or how it follows from what is known. */
type Fields<Known> = Readonly<
  Record<string, string | number | boolean | null | readonly never[] | ((known: Known) => unknown)>
>;

function filled<Known>(known: Known, ...tables: readonly Fields<Known>[]): Record<string, unknown> {
  const fields = tables.flatMap((table) => Object.entries(table));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "function" ? value(known) : value]),
  );
}

const genresOf = ({ kind, english }: Title) =>
  genreNumbers(kind, english.genres).map((id) => ({ id, name: ENGLISH_GENRES[kind][id] }));

function countriesOf({ english }: Title): { iso_3166_1: string; name: string }[] {
  const known = allCountries();
  return english.countries.split(", ").flatMap((name) => {
    const country = known.find((each) => each.name === name);
    return country === undefined ? [] : { iso_3166_1: country.code, name };
  });
}

const codesOf = (title: Title) => countriesOf(title).map(({ iso_3166_1 }) => iso_3166_1);
const languageOf = ({ notes }: Title) => originalLanguage(notes.originalLanguage ?? "");
const minutesOf = ({ runtime }: Title) => Math.round(Number(runtime));
/** The catalog knows years only. */
const dateOf = ({ year }: Title) => (year === "" ? "" : `${year}-01-01`);
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

const OF_TITLES: Fields<Title> = {
  adult: ({ is_adult }) => is_adult === 1,
  backdrop_path: null,
  id: ({ number }) => number,
  original_language: languageOf,
  overview: ({ plot }) => plot,
  popularity: ({ notes }) => rounded(notes.popularity ?? 0),
  poster_path: null,
  vote_average: ({ rating }) => rating,
  vote_count: ({ notes }) => notes.votes ?? 0,
};

const OF_KIND: Readonly<Record<Kind, Fields<Title>>> = {
  movie: {
    original_title: ({ original_title }) => original_title,
    release_date: dateOf,
    title: ({ title }) => title,
    video: false,
  },
  series: {
    first_air_date: dateOf,
    name: ({ title }) => title,
    origin_country: codesOf,
    original_name: ({ original_title }) => original_title,
  },
};

const IN_LISTS: Fields<Title> = { genre_ids: ({ kind, english }) => genreNumbers(kind, english.genres) };
const MIXED: Fields<Title> = { media_type: ({ kind }) => (kind === "movie" ? "movie" : "tv") };

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
    imdb_id: ({ notes }) => notes.external?.imdb ?? null,
    revenue: 0,
    runtime: minutesOf,
  },
  series: {
    episode_run_time: (title) => [minutesOf(title)].filter((minutes) => minutes > 0),
    in_production: false,
    languages: (title) => [languageOf(title)].filter((code) => code !== ""),
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
export const mixedEntryOf = (title: Title) => filled(title, OF_TITLES, OF_KIND[title.kind], IN_LISTS, MIXED);

export async function titleDetails(reading: Reading, title: Title): Promise<object> {
  const fields = filled(title, OF_TITLES, OF_KIND[title.kind], IN_DETAILS, IN_DETAILS_OF[title.kind]);
  return title.kind === "movie" ? fields : { ...fields, created_by: await creators(reading, title) };
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

const OF_PEOPLE: Fields<Someone> = {
  adult: false,
  gender: 0,
  id: ({ number }) => number,
  known_for_department: ({ trade }) => DEPARTMENTS[trade],
  name: ({ name }) => name,
  popularity: ({ fame }) => rounded(fame),
  profile_path: null,
};
const PERSON_IN_LISTS: Fields<Someone> = { original_name: ({ name }) => name };
const PERSON_IN_DETAILS: Fields<Someone> = {
  biography: "",
  birthday: null,
  deathday: null,
  homepage: null,
  imdb_id: ({ external }) => external.imdb ?? null,
  place_of_birth: null,
};

/** In a list. */
export const personEntry = (someone: Someone) => filled(someone, OF_PEOPLE, PERSON_IN_LISTS);
export const personDetails = (someone: Someone, { also_known_as }: Person) => ({
  ...filled(someone, OF_PEOPLE, PERSON_IN_DETAILS),
  also_known_as,
});

export const EMPTY_PAGE = { page: 1, results: [], total_pages: 0, total_results: 0 };

/** A section of the details: its empty form, or how it is read. */
type Sections<Known> = Readonly<Record<string, object | ((reading: Reading, known: Known) => unknown)>>;

const OF_BOTH_KINDS: Sections<Title> = {
  async alternative_titles(reading, { id, kind }) {
    const { aliases = [], workingTitles = [] } = (await reading.names(id)) ?? {};
    const titles = [...aliases, ...workingTitles].map((title, at) => ({
      // The catalog does not know where a title is in use.
      iso_3166_1: "",
      title,
      type: at < aliases.length ? "" : "working title",
    }));
    return kind === "movie" ? { titles } : { results: titles };
  },
  credits: titleCredits,
  images: { backdrops: [], logos: [], posters: [] },
  lists: EMPTY_PAGE,
  recommendations: EMPTY_PAGE,
  reviews: EMPTY_PAGE,
  similar: EMPTY_PAGE,
  async translations(reading, { id, kind }) {
    const { translations = {} } = (await reading.names(id)) ?? {};
    return {
      translations: Object.entries(translations).map(([lang, { title, plot }]) => ({
        // The region where most speak the language: the catalog knows languages only.
        iso_3166_1: new Intl.Locale(lang).maximize().region ?? "",
        iso_639_1: originalLanguage(lang),
        name: languageName(lang, lang),
        english_name: languageName(lang, "en"),
        data: {
          homepage: "",
          overview: plot,
          tagline: "",
          ...(kind === "movie" ? { runtime: 0, title } : { name: title }),
        },
      })),
    };
  },
  videos: { results: [] },
  "watch/providers": { results: {} },
};

const ELSEWHERE: Fields<Pick<Someone, "external">> = {
  imdb_id: ({ external }) => external.imdb ?? null,
  wikidata_id: ({ external }) => external.wikidata ?? null,
  facebook_id: null,
  instagram_id: null,
  twitter_id: null,
};
const FREEBASE: Fields<unknown> = { freebase_mid: null, freebase_id: null, tvrage_id: null };
const idsOf = ({ notes: { external = {} } }: Title) => ({ external });

export const TITLE_SECTIONS: Readonly<Record<Kind, Sections<Title>>> = {
  movie: {
    ...OF_BOTH_KINDS,
    casts: titleCredits,
    external_ids: (_, title) => filled(idsOf(title), ELSEWHERE),
    keywords: { keywords: [] },
    release_dates: { results: [] },
    releases: { countries: [] },
    similar_movies: EMPTY_PAGE,
    trailers: { quicktime: [], youtube: [] },
  },
  series: {
    ...OF_BOTH_KINDS,
    aggregate_credits: aggregateCredits,
    content_ratings: { results: [] },
    episode_groups: { results: [] },
    external_ids: (_, title) => filled(idsOf(title), ELSEWHERE, FREEBASE, { tvdb_id: null }),
    keywords: { results: [] },
    screened_theatrically: { results: [] },
  },
};

/** A person, and what lists say of them. */
export interface KnownPerson {
  readonly person: Person;
  readonly someone: Someone;
}

export const PERSON_SECTIONS: Sections<KnownPerson> = {
  combined_credits: filmography,
  external_ids: (_, { someone }) =>
    filled(someone, ELSEWHERE, FREEBASE, { tiktok_id: null, youtube_id: null }),
  images: { profiles: [] },
  movie_credits: async (reading, known) => only("movie", await filmography(reading, known)),
  tagged_images: EMPTY_PAGE,
  translations: { translations: [] },
  tv_credits: async (reading, known) => only("tv", await filmography(reading, known)),
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
async function titleCredits(reading: Reading, { id, kind }: Title) {
  const credits = await reading.credits(id);
  const cast = credits?.cast ?? [];
  const crew = CREW_GROUPS.flatMap((group) =>
    (credits?.[group] ?? []).map((member) => ({ ...member, department: DEPARTMENTS[group] })),
  );
  const people = await reading.people([...cast, ...crew]);
  const creditId = creditIds();
  function credited<Role>({ id: person, name }: (typeof cast)[number] | (typeof crew)[number], role: Role) {
    const someone = people.get(person);
    if (someone === undefined) return [];
    const entry = personEntry({ ...someone, name });
    return { ...entry, id: someone.number, name, credit_id: creditId(id, person), ...role };
  }
  return {
    cast: cast.flatMap(({ character, ...member }, order) => {
      // Only a film's cast has a `cast_id`.
      const place = kind === "movie" ? { cast_id: order, order } : { order };
      return credited({ ...member, character }, { character, ...place });
    }),
    crew: crew.flatMap((member) => credited(member, { department: member.department, job: member.job })),
  };
}

async function creators(reading: Reading, title: Title): Promise<object[]> {
  const { crew } = await titleCredits(reading, title);
  return crew
    .filter(({ job }) => /^(?:(?:series )?creator|created by)$/i.test(job))
    .map(({ id, name, credit_id }) => {
      return { id, credit_id, name, original_name: name, gender: 0, profile_path: null };
    });
}

/** The same people, each once with all roles, or once for each department with all jobs. */
async function aggregateCredits(reading: Reading, title: Title): Promise<object> {
  const { cast, crew } = await titleCredits(reading, title);
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

type Filmography = Readonly<Record<"cast" | "crew", readonly Record<string, unknown>[]>>;

/** One entry for each role or job. */
async function filmography(reading: Reading, { person: { id, credits } }: KnownPerson): Promise<Filmography> {
  const titles = await reading.titles(credits.map(({ title }) => title.id));
  const known = new Map(titles.map((title) => [title.id, mixedEntryOf(title)]));
  const creditId = creditIds();
  const found: Record<keyof Filmography, Record<string, unknown>[]> = { cast: [], crew: [] };
  for (const { title, ...credit } of credits) {
    const entry = known.get(title.id);
    if (entry === undefined) continue;
    const credited = { ...entry, credit_id: creditId(title.id, id) };
    const place = title.type === "series" ? { episode_count: 0 } : {};
    if (credit.group !== "cast") {
      found.crew.push({ ...credited, ...place, department: DEPARTMENTS[credit.group], job: credit.job });
    } else {
      const order = title.type === "series" ? {} : { order: 0 };
      found.cast.push({ ...credited, ...place, character: credit.character, ...order });
    }
  }
  return found;
}

/** Without the `media_type`. */
function only(wanted: "movie" | "tv", { cast, crew }: Filmography): object {
  const kept = (entries: Filmography["cast"]) =>
    entries.flatMap(({ media_type, ...rest }) => (media_type === wanted ? rest : []));
  return { cast: kept(cast), crew: kept(crew) };
}
