/**
 * The TMDB stub's responses, in the shapes that TMDB documents (developer.themoviedb.org/reference/search-multi,
 * movie-details, tv-series-details, tv-series-aggregate-credits, movie-translations, genre-movie-list,
 * search-keyword; errors in docs/errors).
 */
import { found as foundByExternalId, peopleNamed, personReply, personResult } from "./people.ts";
import {
  collectionReply,
  contentRatings,
  nearEpisode,
  releaseDates,
  seasonFields,
  seasonReply,
} from "./seasons.ts";
import { KEYWORDS, type Person, TITLES, type Title } from "./titles.ts";

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export const KEY = "0123456789abcdef0123456789abcdef";
export const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJzdGFuZC1pbiJ9.c3RhbmQtaW4tc2lnbmF0dXJl";

const PAGE = 20;
const GENRES: Record<string, Record<string, Record<number, string>>> = {
  movie: {
    en: { 18: "Drama", 878: "Science Fiction", 16: "Animation" },
    fr: { 18: "Drame", 878: "Science-Fiction", 16: "Animation" },
  },
  tv: {
    en: { 18: "Drama", 16: "Animation", 10765: "Sci-Fi & Fantasy" },
    fr: { 18: "Drame", 16: "Animation", 10765: "Science-Fiction & Fantastique" },
  },
};

/** Returns the stub's response. `path` is relative to `/3` and has no leading slash. */
export function replyTo(path: string, parameters: URLSearchParams, authorization: string | null): Reply {
  if (parameters.get("api_key") !== KEY && authorization !== `Bearer ${TOKEN}`) {
    return failure(401, 7, "Invalid API key: You must be granted a valid key.");
  }
  const language = (parameters.get("language") ?? "en-US").split("-")[0] ?? "en";
  const [kind = "", id = ""] = path.split("/");
  const result = (title: Title) => toResult(title, language, true);
  if (kind === "search") return found(id, parameters, language);
  if (kind === "find") {
    return { status: 200, body: foundByExternalId(id, parameters.get("external_source"), result) };
  }
  if (kind === "genre") return genreList(id, language);
  if (kind === "authentication") return { status: 200, body: { success: true, status_code: 1 } };
  const appended = (parameters.get("append_to_response") ?? "").split(",");
  const section = path.split("/").slice(2).join("/");
  const person = kind === "person" ? personReply(id, section === "" ? appended : [section], result) : null;
  if (person !== null) return { status: 200, body: section === "" ? person : byItself(person, section) };
  const films =
    kind === "collection" ? collectionReply(id, (title) => toResult(title, language, true)) : null;
  if (films !== null) return { status: 200, body: films };
  const title = TITLES.find((known) => known.kind === kind && String(known.id) === id);
  if (title === undefined) return replyWithList(path, parameters, language);
  const [, season] = /^season\/(\d+)$/.exec(section) ?? [];
  if (season !== undefined) {
    const body = seasonReply(title, Number(season), language);
    return body === null
      ? failure(404, 34, "The resource you requested could not be found.")
      : { status: 200, body };
  }
  if (section !== "")
    return {
      status: 200,
      body: byItself({ id: title.id, ...sections(title, [section], language) }, section),
    };
  return { status: 200, body: { ...details(title, language), ...sections(title, appended, language) } };
}

/** Returns a section of a title or person as TMDB sends it on its own, with the id. */
function byItself(whole: object, section: string): object {
  const fields = new Map<string, unknown>(Object.entries(whole));
  return Object.assign({ id: fields.get("id") }, fields.get(section) ?? { results: [] });
}

/** Responds to lists such as `discover`, `trending` and `popular`. Paths with an id only exist for the id 1. */
function replyWithList(path: string, parameters: URLSearchParams, language: string): Reply {
  const [, kind] = /^(?:discover|trending)?\/?(movie|tv|all)\b(?!\/\d)/.exec(path) ?? [];
  if (kind !== undefined) {
    const titles = TITLES.filter(
      (title) =>
        (kind === "all" || title.kind === kind) &&
        title.adult !== true &&
        (!path.startsWith("discover") || isDiscovered(title, parameters)),
    ).toSorted(compareBy(parameters.get("sort_by") ?? "popularity.desc"));
    return toPage(
      titles.map((title) => toResult(title, language, path.startsWith("trending"))),
      parameters,
    );
  }
  const isUnknown = /^(?:movie|tv|person)\/\d+(?!\/season)/.test(path);
  const exists = !isUnknown && (!/\d/.test(path) || /^\w+\/(?:\w+\/)?1(?:\/|$)/.test(path));
  if (!exists) return failure(404, 34, "The resource you requested could not be found.");
  return { status: 200, body: { id: 1, name: path, results: [] } };
}

/**
 * Returns true if `discover` would list the title (developer.themoviedb.org/reference/discover-movie and
 * discover-tv). Does not apply the filters for people.
 */
export function isDiscovered(title: Title, parameters: URLSearchParams): boolean {
  const {
    kind,
    genres = [],
    origin,
    produced = [],
    language,
    date,
    keywords = [],
    rating = 0,
    votes = 0,
  } = title;
  const dateName = kind === "movie" ? "primary_release_date" : "first_air_date";
  const runtime = (kind === "movie" ? title.runtime : title.lastEpisode) ?? 0;
  const listIds = (credits: Title["cast"] | Title["crew"] = []) => credits.map(([{ id }]) => id);
  const people = [...listIds(title.cast), ...listIds(title.crew)];
  const is = (name: string, matches: (value: string) => boolean) => {
    const value = parameters.get(name);
    return value === null || matches(value);
  };
  /**
   * Returns true if the title has all values of a parameter that are separated by commas, or one of those separated
   * by pipes.
   */
  const has = (name: string, own: readonly number[]) =>
    is(name, (value) =>
      value.includes("|")
        ? value.split("|").some((one) => own.includes(Number(one)))
        : value.split(",").every((one) => own.includes(Number(one))),
    );
  return (
    has("with_genres", genres) &&
    is("without_genres", (value) => !value.split(",").some((one) => genres.includes(Number(one)))) &&
    has(
      "with_keywords",
      keywords.map((name) => KEYWORDS.indexOf(name) + 1),
    ) &&
    (kind === "tv" || has("with_people", people)) &&
    (kind === "tv" || has("with_cast", listIds(title.cast))) &&
    (kind === "tv" || has("with_crew", listIds(title.crew))) &&
    is("with_origin_country", (value) => (origin ?? produced).includes(value)) &&
    is("with_original_language", (value) => language === value) &&
    is("with_runtime.gte", (value) => runtime >= Number(value)) &&
    is("with_runtime.lte", (value) => runtime <= Number(value)) &&
    is("vote_average.gte", (value) => rating >= Number(value)) &&
    is("vote_count.gte", (value) => votes >= Number(value)) &&
    is(`${dateName}.gte`, (value) => (date ?? "") >= value) &&
    is(`${dateName}.lte`, (value) => (date ?? "9") <= value)
  );
}

function compareBy(sort: string): (one: Title, other: Title) => number {
  if (sort.includes("date")) return (one, other) => ((one.date ?? "") < (other.date ?? "") ? 1 : -1);
  if (sort === "vote_average.desc") return (one, other) => (other.rating ?? 0) - (one.rating ?? 0);
  if (sort.endsWith(".asc")) return (one, other) => nameOf(one).localeCompare(nameOf(other));
  return (one, other) => (other.votes ?? 0) - (one.votes ?? 0);
}

const nameOf = ({ titles, language }: Title) => titles.en ?? titles[language] ?? "";

function toPage(all: readonly object[], parameters: URLSearchParams): Reply {
  const page = Number(parameters.get("page") ?? 1);
  const results = all.slice((page - 1) * PAGE, page * PAGE);
  const total_pages = Math.ceil(all.length / PAGE);
  return { status: 200, body: { page, results, total_pages, total_results: all.length } };
}

export function failure(status: number, code: number, message: string): Reply {
  return { status, body: { success: false, status_code: code, status_message: message } };
}

function found(list: string, parameters: URLSearchParams, language: string): Reply {
  const query = (parameters.get("query") ?? "").toLowerCase();
  const page = Number(parameters.get("page") ?? 1);
  if (query === "") return { status: 422, body: { errors: ["query must be provided"] } };
  if (page < 1 || page > 500) return failure(400, 22, "Invalid page: Pages start at 1 and max at 500.");
  if (list === "keyword") {
    const named = KEYWORDS.map((name, at) => ({ id: at + 1, name }));
    return toPage(
      named.filter(({ name }) => name.includes(query)),
      parameters,
    );
  }
  const year = parameters.get("primary_release_year") ?? parameters.get("first_air_date_year");
  const titles = TITLES.filter(
    ({ kind, titles, date, adult = false }) =>
      (list === "multi" || list === kind) &&
      (!adult || parameters.get("include_adult") === "true") &&
      (year === null || date?.startsWith(year)) &&
      Object.values(titles).some((title) => title.toLowerCase().includes(query)),
  );
  const results = titles.map((title) => toResult(title, language, list === "multi"));
  const named = ["multi", "person"].includes(list)
    ? peopleNamed(query, parameters.get("include_adult") === "true")
    : [];
  const people = named.map((person) => ({
    ...personResult(person, (title) => toResult(title, language, true)),
    ...(list === "multi" && { media_type: "person" }),
  }));
  const all = [...results.slice(0, 2), ...people, ...results.slice(2)];
  return toPage(all, parameters);
}

function genreList(kind: string, language: string): Reply {
  const names = GENRES[kind]?.[language] ?? {};
  // TMDB returns null for genre names in languages without a translation.
  const known = Object.keys(GENRES[kind]?.en ?? {});
  return {
    status: 200,
    body: { genres: known.map((id) => ({ id: Number(id), name: names[Number(id)] ?? null })) },
  };
}

function words({ kind, language, titles, plots = {}, date }: Title, asked: string) {
  const original = titles[language];
  const title = titles[asked] || original;
  const overview = plots[asked] ?? "";
  return kind === "movie"
    ? { title, original_title: original, overview, ...(date === undefined ? {} : { release_date: date }) }
    : { name: title, original_name: original, overview, first_air_date: date };
}

function commonFields(title: Title) {
  const { id, language, rating = 0, votes = 0, poster = null, adult = false } = title;
  return {
    id,
    adult,
    original_language: language,
    poster_path: poster,
    backdrop_path: null,
    vote_average: rating,
    vote_count: votes,
    popularity: votes,
  };
}

function toResult(title: Title, language: string, isMulti: boolean) {
  return {
    ...commonFields(title),
    ...words(title, language),
    genre_ids: title.genres ?? [],
    ...(title.kind === "tv" ? { origin_country: title.origin ?? [] } : { video: false }),
    ...(isMulti ? { media_type: title.kind } : {}),
  };
}

function details(title: Title, language: string) {
  const {
    kind,
    genres = [],
    produced = [],
    origin = [],
    runtime = null,
    lastEpisode,
    creators = [],
    ended,
  } = title;
  const names = GENRES[kind]?.[language] ?? {};
  const shared = {
    ...commonFields(title),
    ...words(title, language),
    tagline: findTaglines(title)[language] ?? "",
    genres: genres.map((id) => ({ id, name: names[id] ?? null })),
    production_countries: produced.map((code) => ({ iso_3166_1: code, name: `Country ${code}` })),
    origin_country: origin,
    status: title.status ?? "",
    backdrop_path: title.backdrop ?? null,
    production_companies: (title.companies ?? []).map((name, at) => ({ id: at + 1, name, logo_path: null })),
  };
  if (kind === "movie") {
    const { collection } = title;
    const belongs_to_collection = collection
      ? { ...collection, poster_path: null, backdrop_path: null }
      : null;
    return { ...shared, runtime, belongs_to_collection };
  }
  const last_episode_to_air =
    lastEpisode === undefined
      ? null
      : {
          id: 1,
          runtime: lastEpisode,
          air_date: ended ?? null,
          season_number: 1,
          episode_number: 1,
          name: "",
        };
  return {
    ...shared,
    episode_run_time: [],
    last_episode_to_air,
    created_by: creators.map(toPersonFields),
    last_air_date: ended ?? null,
    in_production: ended === undefined,
    number_of_seasons: title.seasons ?? 0,
    number_of_episodes: 0,
    networks: (title.networks ?? []).map((name, at) => ({ id: at + 1, name, logo_path: null })),
    next_episode_to_air: nearEpisode(title, language),
    ...seasonFields(title, language),
  };
}

function sections(title: Title, appended: readonly string[], language: string) {
  return {
    ...(appended.includes("credits") && { credits: movieCredits(title) }),
    ...(appended.includes("aggregate_credits") && { aggregate_credits: aggregateCredits(title) }),
    ...(appended.includes("external_ids") && {
      external_ids: {
        imdb_id: title.imdb ?? null,
        wikidata_id: title.wikidata ?? null,
        tvdb_id: title.tvdb ?? null,
      },
    }),
    ...(appended.includes("release_dates") && { release_dates: releaseDates(title) }),
    ...(appended.includes("content_ratings") && { content_ratings: contentRatings(title) }),
    ...(appended.includes("videos") && { videos: { results: title.videos ?? [] } }),
    ...(appended.includes("recommendations") && { recommendations: recommended(title, language) }),
    ...(appended.includes("watch/providers") && { "watch/providers": providersReply(title) }),
    ...(appended.includes("translations") && { translations: translations(title) }),
  };
}

/** Returns the services that offer a title (developer.themoviedb.org/reference/movie-watch-providers). */
function providersReply({ kind, id, offers = {} }: Title) {
  const services = [...new Set(Object.values(offers).flatMap((groups) => Object.values(groups).flat()))];
  const toService = (name: string, at: number) => ({
    logo_path: `/provider-${services.indexOf(name)}.png`,
    provider_id: services.indexOf(name) + 1,
    provider_name: name,
    display_priority: at,
  });
  const toCountry = ([code, groups]: readonly [string, object]) => [
    code,
    {
      link: `https://www.themoviedb.org/${kind}/${id}/watch?locale=${code}`,
      // TMDB does not sort the services of a group.
      ...Object.fromEntries(
        Object.entries(groups).map(([name, names]) => [name, names.map(toService).toReversed()]),
      ),
    },
  ];
  return { results: Object.fromEntries(Object.entries(offers).map(toCountry)) };
}

function recommended(title: Title, language: string) {
  const others = TITLES.filter((other) => other !== title).slice(0, PAGE);
  return { page: 1, results: others.map((other) => toResult(other, language, true)), total_pages: 1 };
}

/** The taglines by IMDb id and language. */
const TAGLINES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tt0000605: { en: "Light finds a way.", fr: "La lumière revient." },
};
const findTaglines = ({ imdb = "" }: Title) => TAGLINES[imdb] ?? {};

/**
 * Returns the translations of a title. Like TMDB, leaves a translated title empty if it equals the original title.
 */
function translations(whole: Title) {
  const { kind, language, titles, plots = {} } = whole;
  const taglines = findTaglines(whole);
  const languages = [...new Set([...Object.keys(titles), ...Object.keys(plots)])];
  return {
    translations: languages.map((code) => {
      const title = titles[code] === titles[language] ? "" : (titles[code] ?? "");
      const data = kind === "movie" ? { title } : { name: title };
      const tagline = taglines[code] ?? "";
      return { iso_639_1: code, iso_3166_1: "XX", data: { ...data, overview: plots[code] ?? "", tagline } };
    }),
  };
}

function movieCredits({ cast = [], crew = [] }: Title) {
  return {
    cast: cast.flatMap(([person, roles, order], index) =>
      roles.map((character) => ({ ...toPersonFields(person), character, order: order ?? index })),
    ),
    crew: crew.flatMap(([person, department, jobs]) =>
      jobs.map((job) => ({ ...toPersonFields(person), department, job })),
    ),
  };
}

function aggregateCredits({ cast = [], crew = [] }: Title) {
  return {
    cast: cast.map(([person, roles, order], index) => ({
      ...toPersonFields(person),
      roles: roles.map((character) => ({ character, episode_count: 5 })),
      order: order ?? index,
    })),
    crew: crew.map(([person, department, jobs]) => ({
      ...toPersonFields(person),
      department,
      jobs: jobs.map((job) => ({ job, episode_count: 5 })),
    })),
  };
}

function toPersonFields({ id, name, profile = null }: Person) {
  return { id, name, original_name: name, profile_path: profile, known_for_department: "Acting" };
}
