/** `moviedb-promise`, as npm has it: each of its methods that reads, on the catalog and in front of TMDB. */
import type * as declared from "moviedb-promise";
import { MovieDb } from "moviedb-promise";
import type * as v from "valibot";
import { expect, expectTypeOf, inject, test } from "vitest";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import type * as shapes from "./tmdb-shapes.ts";

/** Rejects with axios's error. */
type Method = (this: object, params: object) => Promise<unknown>;
const METHODS: readonly (readonly [string, Method])[] = Object.entries(
  Object.getOwnPropertyDescriptors(MovieDb.prototype),
).map(([name, { value }]) => [name, value ?? expect.fail(name)]);

const HELPERS =
  /^(?:constructor|requestToken|retrieveSession|get\w+|normalizeParams|makeRequest|parseSearchParams)$/;
const WRITES = /(?:Update|Delete)$|^(?:create|remove|clear|delete)\w*List\w*$/;
/** What belongs to a user of TMDB, lists of changes, and a path that TMDB does not have. */
const REFUSED = /^account|AccountStates$|Changes$|^changed/;
const UNKNOWN = /^searchList$/;
/** What the catalog does not have. */
const LACKING =
  /^(?:season|episode(?!Group)|collection|company|network|keyword|credit|review|list(?:Info|Status))|Latest$/;

interface Ids {
  readonly movie: number;
  readonly tv: number;
  readonly person: number;
}

/** The status of every method that is not as `expected` says. */
async function unexpected(baseUrl: string, ids: Ids, expected: (name: string) => number): Promise<string[]> {
  const client = new MovieDb("0123456789abcdef0123456789abcdef", `${baseUrl}/3/`, 1_000);
  const reads = METHODS.filter(([name]) => !HELPERS.test(name) && !WRITES.test(name));
  expect(reads.length).toBeGreaterThan(110);
  const found = await Promise.all(
    reads.map(async ([name, method]) => {
      const of = (["movie", "tv", "person"] as const).find((kind) => name.startsWith(kind));
      const isOfSeries = /^(?:season|episode)/.test(name);
      const id = name === "find" ? "tt0050083" : ids[of ?? (isOfSeries ? "tv" : "movie")];
      const list = { query: "the", external_source: "imdb_id", media_type: "all", time_window: "week" };
      const params = {
        id: /^(?:movie|tv|person|find|season|episode(?!Group$))/.test(name) ? id : 1,
        ...list,
      };
      const status = await method.call(client, { ...params, season_number: 1, episode_number: 1 }).then(
        (answer) => (typeof answer === "object" && answer !== null ? 200 : 0),
        (error: { response?: { status: number } }) => error.response?.status ?? 0,
      );
      return status === expected(name) ? [] : [`${name}: ${status}`];
    }),
  );
  return found.flat();
}

const refusals = (name: string) => (REFUSED.test(name) ? 405 : UNKNOWN.test(name) ? 404 : 200);

const marquee = startInFrontOfTmdb({ TMDB_API: "open" });

test("in front of TMDB every method that reads has its response", async () => {
  const ids = { movie: 605, tv: 605, person: 11 };
  expect(await unexpected(marquee.server.url, ids, refusals)).toEqual([]);
});

test("on the catalog too, but for what it does not have", async () => {
  const of = (name: string) => (refusals(name) === 200 && LACKING.test(name) ? 404 : refusals(name));
  expect(await unexpected(inject("target"), { movie: 389, tv: 1396, person: 2 ** 30 + 2386 }, of)).toEqual(
    [],
  );
});

/** They say "optional" where TMDB, and so the catalog, sends null. */
type WithNull<T> = T extends readonly (infer Entry)[]
  ? readonly WithNull<Entry>[]
  : T extends object
    ? { readonly [Name in keyof T]: WithNull<T[Name]> | null }
    : T;

type Shape<Name extends keyof typeof shapes> = (typeof shapes)[Name] extends v.GenericSchema
  ? v.InferOutput<(typeof shapes)[Name]>
  : never;

/** A section by itself has the id of what it is about. */
type ById<Section> = Section & { readonly id: number };

test("what the catalog sends is what they declare", () => {
  // They list the values of `status`. The catalog does not know it, and an empty text is what TMDB has for unknown texts.
  expectTypeOf<Shape<"FilmDetails">>().toExtend<WithNull<Omit<declared.MovieResponse, "status">>>();
  expectTypeOf<Shape<"SeriesDetails">>().toExtend<WithNull<declared.ShowResponse>>();
  expectTypeOf<Shape<"PersonDetails">>().toExtend<WithNull<declared.Person>>();
  expectTypeOf<Shape<"MixedEntry">>().toExtend<
    WithNull<declared.MovieResult | declared.TvResult | declared.PersonResult>
  >();
  expectTypeOf<Shape<"Found">>().toExtend<WithNull<declared.FindResponse>>();
  expectTypeOf<Shape<"FilmCredits">>().toExtend<WithNull<declared.CreditsResponse>>();
  expectTypeOf<Shape<"AggregateCredits">>().toExtend<WithNull<declared.AggregateCreditsResponse>>();
  expectTypeOf<Shape<"MovieCredits">>().toExtend<WithNull<declared.PersonMovieCreditsResponse>>();
  expectTypeOf<Shape<"TvCredits">>().toExtend<WithNull<declared.PersonTvCreditsResponse>>();
  expectTypeOf<Shape<"CombinedCredits">>().toExtend<WithNull<declared.PersonCombinedCreditsResponse>>();
  expectTypeOf<Shape<"FilmIds">>().toExtend<WithNull<declared.MovieExternalIdsResponse>>();
  expectTypeOf<Shape<"SeriesIds">>().toExtend<WithNull<declared.TvExternalIdsResponse>>();
  expectTypeOf<ById<Shape<"PersonIds">>>().toExtend<WithNull<declared.PersonExternalIdsResponse>>();
  expectTypeOf<Shape<"FilmTitles">>().toExtend<WithNull<declared.MovieAlternativeTitlesResponse>>();
  expectTypeOf<Shape<"FilmTranslations">>().toExtend<WithNull<declared.MovieTranslationsResponse>>();
  expectTypeOf<Shape<"Configuration">>().toExtend<WithNull<declared.ConfigurationResponse>>();
  expectTypeOf<Shape<"Genres">>().toExtend<WithNull<declared.GenresResponse>>();
});
