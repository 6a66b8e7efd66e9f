/**
 * Builds TMDB's fields from the catalog's values. Fields that the catalog does not have are constants, namely what
 * TMDB sends for an unknown value. Sections that it does not have are sent empty, because clients expect these
 * objects and lists to exist.
 */
import { buildCrewGroups, CREW_GROUPS, type CrewGroup } from "../contract/credits.ts";
import type { Facts } from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import { languageOf } from "../contract/language-tags.ts";
import type { Person } from "../contract/people.ts";
import { allCountries, genreNumbers, originalLanguage } from "../text/codes.ts";
import { nameKey } from "../text/fold.ts";
import { PATHS } from "../tmdb/ids.ts";
import type { CatalogView, NumberedTitle, Someone } from "./catalog-reading.ts";
import { seriesFields } from "./episodes.ts";
import { each, englishLanguageName, genreName } from "./reference-lists.ts";
import {
  contentRatings,
  getLastAirDate,
  getReleaseDate,
  listCompanies,
  listNetworks,
  releaseDates,
  releases,
  toCollection,
  trailers,
  videos,
} from "./title-facts.ts";
import { isInProduction, statusOfFilm, statusOfSeries, typeOfSeries } from "./title-status.ts";

type Constant = string | number | boolean | null | readonly never[];
/** TMDB's fields by name. A value is either a constant or a function that computes it. */
type Fields<Known> = Readonly<Record<string, Constant | ((known: Known) => unknown)>>;

function filled<Known>(subject: Known, ...tables: readonly Fields<Known>[]): Record<string, unknown> {
  const fields = tables.flatMap((table) => Object.entries(table));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "function" ? value(subject) : value]),
  );
}

const listTmdbGenres = ({ kind, record, view }: NumberedTitle) =>
  genreNumbers(kind, record.genres).map((id) => ({ id, name: genreName(kind, id, view.lang) }));

function listCountries({ record }: NumberedTitle): { iso_3166_1: string; name: string }[] {
  const matches = record.countries
    .split(", ")
    .map((name) => allCountries().find((country) => country.name === name));
  return matches.flatMap((country) => (country ? { iso_3166_1: country.code, name: country.name } : []));
}

const listCountryCodes = (title: NumberedTitle) => listCountries(title).map(({ iso_3166_1 }) => iso_3166_1);
const getTmdbLanguage = ({ facts }: NumberedTitle) => originalLanguage(facts.language ?? "");
const getMinutes = ({ record }: NumberedTitle) => Math.round(Number(record.runtime));
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

const OF_TITLES: Fields<NumberedTitle> = {
  backdrop_path: ({ view, facts }) => view.toImagePath(facts.backdrop ?? null),
  adult: ({ record }) => record.is_adult === 1,
  id: ({ number }) => number,
  original_language: getTmdbLanguage,
  overview: ({ record }) => record.plot,
  popularity: ({ facts }) => rounded(facts.popularity ?? 0),
  poster_path: ({ view, record }) => view.toImagePath(record.poster),
  vote_average: ({ record }) => record.rating,
  vote_count: ({ facts }) => facts.votes ?? 0,
};

const OF_KIND: Readonly<Record<TitleKind, Fields<NumberedTitle>>> = {
  movie: {
    original_title: ({ record }) => record.original_title,
    release_date: getReleaseDate,
    title: ({ record }) => record.title,
    video: false,
  },
  series: {
    first_air_date: getReleaseDate,
    name: ({ record }) => record.title,
    origin_country: listCountryCodes,
    original_name: ({ record }) => record.original_title,
  },
};

const IN_LISTS: Fields<NumberedTitle> = { genre_ids: (title) => listTmdbGenres(title).map(({ id }) => id) };
/** The field that distinguishes films from series in a list with both. */
const MIXED: Fields<NumberedTitle> = { media_type: ({ kind }) => PATHS[kind] };

const IN_DETAILS: Fields<NumberedTitle> = {
  homepage: "",
  tagline: ({ facts }) => facts.tagline ?? "",
  production_companies: listCompanies,
  spoken_languages: [],
  genres: listTmdbGenres,
  origin_country: listCountryCodes,
  production_countries: listCountries,
};

const IN_DETAILS_OF: Readonly<Record<TitleKind, Fields<NumberedTitle>>> = {
  movie: {
    ...each(0, "budget revenue"),
    belongs_to_collection: toCollection,
    imdb_id: ({ facts }) => facts.external?.imdb ?? null,
    runtime: getMinutes,
    status: statusOfFilm,
  },
  series: {
    networks: listNetworks,
    episode_run_time: (title) => [getMinutes(title)].filter((minutes) => minutes > 0),
    in_production: isInProduction,
    languages: (title) => [getTmdbLanguage(title)].filter((code) => code !== ""),
    last_air_date: getLastAirDate,
    status: statusOfSeries,
    type: typeOfSeries,
  },
};

/** Returns the fields of a title in a list. `isMixed` must be true if the list also has other kinds of results. */
export const toListEntry = (title: NumberedTitle, isMixed: boolean) =>
  filled(title, OF_TITLES, OF_KIND[title.kind], IN_LISTS, isMixed ? MIXED : {});

async function titleDetails(reading: CatalogView, title: NumberedTitle): Promise<object> {
  const fields = filled(title, OF_TITLES, OF_KIND[title.kind], IN_DETAILS, IN_DETAILS_OF[title.kind]);
  if (title.kind === "movie") return fields;
  const [created_by, ofSeasons] = await Promise.all([creators(reading, title), seriesFields(reading, title)]);
  return { ...fields, created_by, ...ofSeasons };
}

const TRADES: Readonly<Record<string, string>> = { cast: "Acting", director: "Directing", writer: "Writing" };
/** Returns TMDB's name for the department of a credits group. Most of them only differ in capital letters. */
const toDepartment = (group: CrewGroup | "cast") =>
  TRADES[group] ?? group.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const OF_PEOPLE: Fields<Someone> = {
  adult: false,
  gender: 0,
  id: ({ number }) => number,
  known_for_department: ({ trade }) => toDepartment(trade),
  name: ({ name }) => name,
  popularity: ({ fame }) => rounded(fame),
  profile_path: ({ view, profile_path }) => view.toImagePath(profile_path),
};
const PERSON_IN_LISTS: Fields<Someone> = { original_name: ({ name }) => name };
/** A person with the facts that TMDB's lists and details need. */
type KnownPerson = Person & Someone;
const PERSON_IN_DETAILS: Fields<KnownPerson> = {
  also_known_as: ({ also_known_as = [] }) => also_known_as,
  ...each(null, "homepage"),
  biography: "",
  birthday: ({ born }) => toDayOrNull(born),
  deathday: ({ died }) => toDayOrNull(died),
  place_of_birth: ({ birthplace }) => birthplace ?? null,
  imdb_id: ({ external }) => external.imdb ?? null,
};

/** Returns a date, or `null` if its day is unknown, because clients expect a day. */
const toDayOrNull = (date = "") => (date.length === 10 ? date : null);

/** Returns the fields of a person in a list. */
export const personEntry = (someone: Someone) => filled(someone, OF_PEOPLE, PERSON_IN_LISTS);

export const EMPTY_PAGE = { page: 1, results: [], total_pages: 0, total_results: 0 };

/**
 * The sections of a response by name. A section is a constant (if the catalog does not have it) or a function that
 * loads it. The details themselves have the name "".
 */
export type Sections<Known> = Readonly<
  Record<string, object | ((reading: CatalogView, subject: Known) => unknown)>
>;

const OF_BOTH_KINDS: Sections<NumberedTitle> = {
  "": titleDetails,
  ...each(EMPTY_PAGE, "lists recommendations reviews similar"),
  async alternative_titles(reading, { record, kind }) {
    const { otherNames = [] } = (await reading.names(record.id)) ?? {};
    const own = [record.title, record.original_title].map(nameKey);
    const titles = otherNames
      .filter(({ title }) => !own.includes(nameKey(title)))
      .map(({ title, region = "", isWorking }) => {
        return { iso_3166_1: region, title, type: isWorking ? "working title" : "" };
      });
    return kind === "movie" ? { titles } : { results: titles };
  },
  credits: titleCredits,
  images: (_, { view, record, facts }) => ({
    backdrops: imagesAt(view.toImagePath(facts.backdrop ?? null), WIDE),
    logos: [],
    posters: imagesAt(view.toImagePath(record.poster)),
  }),
  async translations(reading, { record, kind }) {
    const { translations = {} } = (await reading.names(record.id)) ?? {};
    return {
      translations: Object.entries(translations).map(([tag, { title, plot }]) => ({
        ...toTranslationCodes(tag),
        data: {
          ...each("", "homepage tagline"),
          overview: plot,
          ...(kind === "movie" ? { runtime: 0, title } : { name: title }),
        },
      })),
    };
  },
  videos: (_, title) => videos(title),
  "watch/providers": { results: {} },
};

/** Returns TMDB's codes and names for a language tag. */
function toTranslationCodes(tag: string) {
  const lang = languageOf(tag);
  // Without a region, it is the one where most speakers live. Latin America has no code of ISO 3166-1.
  const { region = "" } = new Intl.Locale(tag).maximize();
  return {
    iso_3166_1: region === "419" ? "MX" : region,
    iso_639_1: originalLanguage(lang),
    name: englishLanguageName(lang, lang),
    english_name: englishLanguageName(lang, "en"),
  };
}

/** The aspect ratio of posters and portraits (width divided by height). */
const TALL = 0.667;
export const WIDE = 1.778;

/**
 * Returns the list of images for the section `images`. The language and size of an image are unknown, but all images
 * of a kind have the same aspect ratio.
 */
export function imagesAt(path: string | null, aspect_ratio: number = TALL): object[] {
  if (path === null) return [];
  const unknown = { iso_639_1: null, ...each(0, "height vote_average vote_count width") };
  return [{ ...unknown, aspect_ratio, file_path: path }];
}

const EXTERNAL_IDS: Fields<Pick<Facts, "external">> = {
  ...each(null, "facebook_id instagram_id twitter_id"),
  imdb_id: ({ external }) => external?.imdb ?? null,
  wikidata_id: ({ external }) => external?.wikidata ?? null,
};
export const FREEBASE = each(null, "freebase_id freebase_mid tvrage_id");

const getTvdbId = ({ external }: Pick<Facts, "external">) =>
  external?.tvdb === undefined ? null : Number(external.tvdb);

export const TITLE_SECTIONS: Readonly<Record<TitleKind, Sections<NumberedTitle>>> = {
  movie: {
    ...OF_BOTH_KINDS,
    casts: titleCredits,
    external_ids: (_, { facts }) => filled(facts, EXTERNAL_IDS),
    keywords: { keywords: [] },
    release_dates: (_, title) => releaseDates(title),
    releases: (_, title) => releases(title),
    similar_movies: EMPTY_PAGE,
    trailers: (_, title) => trailers(title),
  },
  series: {
    ...OF_BOTH_KINDS,
    ...each({ results: [] }, "episode_groups keywords screened_theatrically"),
    content_ratings: (_, title) => contentRatings(title),
    aggregate_credits: aggregateCredits,
    external_ids: (_, { facts }) => filled(facts, EXTERNAL_IDS, FREEBASE, { tvdb_id: getTvdbId }),
  },
};

export const PERSON_SECTIONS: Sections<KnownPerson> = {
  "": (_, person) => filled(person, OF_PEOPLE, PERSON_IN_DETAILS),
  combined_credits: filmography(null),
  external_ids: (_, person) => filled(person, EXTERNAL_IDS, FREEBASE, each(null, "tiktok_id youtube_id")),
  images: (_, { view, profile_path }) => ({ profiles: imagesAt(view.toImagePath(profile_path)) }),
  movie_credits: filmography("movie"),
  tagged_images: EMPTY_PAGE,
  translations: { translations: [] },
  tv_credits: filmography("series"),
};

/** Returns a section, or `null` if there is no section with this name. */
export async function loadSection<Known>(
  sections: Sections<Known>,
  name: string,
  [reading, subject]: readonly [CatalogView, Known],
): Promise<object | null> {
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  return typeof section === "function" ? await section(reading, subject) : (section ?? null);
}

/**
 * Creates a function that returns credit ids of 24 hexadecimal digits, like TMDB's. An id depends only on the title,
 * the person and how many credits of that person came before, so it is the same in every response.
 */
function creditIds(): (title: number, person: number) => string {
  const counts = new Map<string, number>();
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0").slice(-digits);
  return (title, person) => {
    const both = hex(title, 12) + hex(person, 8);
    const nth = counts.get(both) ?? 0;
    counts.set(both, nth + 1);
    return both + hex(nth, 4);
  };
}

/** Returns the credits of a title. Leaves out people without a TMDB number. */
export async function titleCredits(reading: CatalogView, { record: { id }, kind }: NumberedTitle) {
  const { cast, ...crew } = (await reading.credits(id)) ?? { id, cast: [], ...buildCrewGroups(() => []) };
  const people = await reading.people([...cast, ...CREW_GROUPS.flatMap((group) => crew[group])]);
  const creditId = creditIds();
  function credited<Entry extends { id: number }, Role>(
    entries: readonly Entry[],
    roleOf: (entry: Entry, at: number) => Role,
  ) {
    return entries.flatMap((entry, at) => {
      const someone = people.get(entry.id);
      if (someone === undefined) return [];
      const { number, name, view } = someone;
      const profile_path = view.toImagePath(someone.profile_path);
      const credit_id = creditId(id, entry.id);
      return { ...personEntry(someone), id: number, name, profile_path, credit_id, ...roleOf(entry, at) };
    });
  }
  return {
    // TMDB only sends `cast_id` for films.
    cast: credited(cast, ({ character }, order) => {
      return { character, ...(kind === "movie" && { cast_id: order }), order };
    }),
    crew: CREW_GROUPS.flatMap((group) =>
      credited(crew[group], ({ job }) => ({ department: toDepartment(group), job: jobIn(group, job) })),
    ),
  };
}

/** The job names that clients look for, with patterns for the names that other sources use. */
const JOBS: Readonly<Partial<Record<CrewGroup, readonly (readonly [form: RegExp, job: string])[]>>> = {
  writer: [
    [/^(?:writ(?:er|ers|ten(?: by)?))?$/i, "Writer"],
    [/^screenplay(?: by)?$/i, "Screenplay"],
    [/^story(?: by)?$/i, "Story"],
    [/^(?:based on )?(?:the )?novel(?: by)?$/i, "Novel"],
  ],
  director: [[/^(?:direct(?:or|ed(?: by)?))?$/i, "Director"]],
  production: [[/^produce(?:r|d(?: by)?)$/i, "Producer"]],
};

function jobIn(group: CrewGroup, job: string): string {
  return JOBS[group]?.find(([form]) => form.test(job))?.[1] ?? job;
}

async function creators(reading: CatalogView, title: NumberedTitle): Promise<object[]> {
  const { crew } = await titleCredits(reading, title);
  const created = crew.filter(({ job }) => /^(?:(?:series )?creator|created by)$/i.test(job));
  return created.map(({ id, name, credit_id, profile_path }) => ({
    ...{ id, credit_id, name, profile_path },
    original_name: name,
    gender: 0,
  }));
}

/**
 * Returns the cast with all roles of a person in one entry, and the crew with all jobs of a person in one entry per
 * department.
 */
export async function aggregateCredits(reading: CatalogView, title: NumberedTitle): Promise<object> {
  const { cast, crew } = await titleCredits(reading, title);
  const members = Map.groupBy(cast, ({ id }) => id);
  const workers = Map.groupBy(crew, ({ id, department }) => `${id} ${department}`);
  return {
    cast: Array.from(members.values(), (entries) => together(entries, "character", "roles")),
    crew: Array.from(workers.values(), (entries) => together(entries, "job", "jobs")),
  };
}

function together<Entry extends { readonly credit_id: string }>(
  entries: readonly Entry[],
  role: keyof Entry & string,
  roles: string,
) {
  const [{ [role]: _, credit_id: __, ...member }] = entries as [Entry];
  const each = entries.map((one) => ({ [role]: one[role], credit_id: one.credit_id, episode_count: 0 }));
  return { ...member, [roles]: each, total_episode_count: 0 };
}

/**
 * Creates a section with a person's titles, one entry per role or job. `wanted` is the kind of titles, or `null` for
 * both.
 */
function filmography(kindOfTitles: TitleKind | null) {
  return async (reading: CatalogView, { id, credits }: Person): Promise<object> => {
    const titles = await reading.titles(credits.map(({ title }) => title.id));
    const ofKind = titles.filter(({ kind }) => kindOfTitles === null || kind === kindOfTitles);
    const listEntries = new Map(
      ofKind.map((title) => [title.record.id, toListEntry(title, kindOfTitles === null)]),
    );
    const creditId = creditIds();
    const section: Record<"cast" | "crew", object[]> = { cast: [], crew: [] };
    for (const { title, ...credit } of credits) {
      const entry = listEntries.get(title.id);
      if (entry === undefined) continue;
      const credited = { ...entry, credit_id: creditId(title.id, id) };
      const episodes = title.type === "series" ? { episode_count: 0 } : null;
      if (credit.group === "cast")
        section.cast.push({ ...credited, character: credit.character, ...(episodes ?? { order: 0 }) });
      else
        section.crew.push({
          ...credited,
          department: toDepartment(credit.group),
          job: credit.job,
          ...episodes,
        });
    }
    return section;
  };
}
