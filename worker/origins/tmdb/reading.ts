/**
 * Reading what TMDB sends: any field may be absent, null, empty or of another type, and then has no value. An
 * answer without the part that was asked for is refused; an entry without an id is dropped and counted.
 */
import * as v from "valibot";
import { Failure } from "../failure.ts";
import type { Genres } from "./genres.ts";
import { MAX_TMDB_ID } from "./ids.ts";

export const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((value) => value.toWellFormed().trim()),
  ),
  "",
);
export const path = v.fallback(v.nullable(v.string()), null);
const number = v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0);
export const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TMDB_ID));
export const flag = v.fallback(v.boolean(), false);

/** Entries that can be read; `null` for an absent list. */
export function list<S extends v.GenericSchema>(entry: S) {
  return v.fallback(
    v.nullable(
      v.pipe(
        v.array(v.unknown()),
        v.transform((entries) =>
          entries.map((sent) => v.safeParse(entry, sent)).filter((read) => read.success),
        ),
        v.transform((entries) => entries.map((read) => read.output)),
      ),
    ),
    null,
  );
}

/** Fields of films and series under one name each; a film's in a search result, in the details both. */
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

export const SearchItem = v.object({
  ...common,
  ...film,
  ...series,
  media_type: text,
  genre_ids: list(v.number()),
});
export type SearchItem = v.InferOutput<typeof SearchItem>;

const Country = v.object({ iso_3166_1: text });
const Genre = v.object({ id: v.number(), name: text });
const Translation = v.object({
  iso_639_1: text,
  data: v.fallback(v.object({ title: text, name: text, overview: text }), {
    ...{ title: "", name: "", overview: "" },
  }),
});
export type Translation = v.InferOutput<typeof Translation>;

const Details = v.object({
  ...common,
  ...film,
  ...series,
  genres: list(Genre),
  production_countries: list(Country),
  runtime: number,
  episode_run_time: list(v.number()),
  last_episode_to_air: v.fallback(v.nullable(v.object({ runtime: number })), null),
  translations: v.fallback(v.object({ translations: list(Translation) }), { translations: null }),
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
});

export interface ResultPage<Item = SearchItem> {
  /** In TMDB's order, at their position in it; `null`: not what was asked for, or beyond repair. */
  readonly items: readonly (Item | null)[];
  readonly totalPages: number;
  readonly dropped: number;
}

/** Titles. Throws a Failure `wrong-shape` unless it is a page of results. */
export function readResults(answer: unknown): ResultPage {
  return readPage(answer, (result) => (isPerson(result) ? null : v.safeParse(SearchItem, result)));
}

type Read<Item> = { readonly success: true; readonly output: Item } | { readonly success: false };

/** `read`: of a result; `null`: it was not asked for. Throws a Failure `wrong-shape` unless it is a page of results. */
export function readPage<Item>(
  answer: unknown,
  readResult: (result: unknown) => Read<Item> | null,
): ResultPage<Item> {
  const { results, total_pages } = parse(Results, answer);
  const read = results.map(readResult);
  // People among titles were not asked for.
  const asked = read.filter((result) => result !== null);
  const dropped = countDropped(
    asked,
    asked.filter(({ success }) => success),
  );
  const items = read.map((result) => (result?.success ? result.output : null));
  return { items, totalPages: total_pages, dropped };
}

export function isPerson(result: unknown): boolean {
  return v.is(v.object({ media_type: v.literal("person") }), result);
}

/** Throws a Failure `wrong-shape` unless it is about a title. */
export function readDetails(answer: unknown): Details {
  return parse(Details, answer);
}

export interface People {
  readonly cast: readonly CastMember[];
  readonly crew: readonly CrewMember[];
  readonly creators: readonly Creator[];
  /** Entries without an id. */
  readonly dropped: number;
}

/** `section`: the part of the details that holds the credits. Throws a Failure `wrong-shape` without it. */
export function readPeople(answer: unknown, section: "credits" | "aggregate_credits"): People {
  const whole = parse(v.object({ [section]: People, created_by: list(Creator) }), answer);
  const sent = whole[section] as v.InferOutput<typeof People>;
  const [cast, crew] = [readEntries(CastMember, sent.cast), readEntries(CrewMember, sent.crew)];
  const dropped = countDropped([...sent.cast, ...sent.crew], [...cast, ...crew]);
  return { cast, crew, creators: (whole.created_by ?? []) as Creator[], dropped };
}

export function readEntries<S extends v.GenericSchema>(
  schema: S,
  entries: readonly unknown[],
): v.InferOutput<S>[] {
  return entries
    .map((entry) => v.safeParse(schema, entry))
    .filter((read) => read.success)
    .map((read) => read.output);
}

/** Throws a Failure `wrong-shape` if there are entries and none can be read: an outage never looks like nothing found. */
export function countDropped(sent: readonly unknown[], read: readonly unknown[]): number {
  if (sent.length > 0 && read.length === 0) throw new Failure("wrong-shape");
  return sent.length - read.length;
}

/** Throws a Failure `wrong-shape` unless it is a list of genres. A genre without a name is left out. */
export function readGenres(answer: unknown): Genres {
  const { genres } = parse(v.object({ genres: v.array(v.unknown()) }), answer);
  const named = readEntries(Genre, genres).filter(({ name }) => name !== "");
  return Object.fromEntries(named.map((genre) => [genre.id, genre.name]));
}

export function parse<S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, answer);
  if (!read.success) throw new Failure("wrong-shape");
  return read.output;
}
