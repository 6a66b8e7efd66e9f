/** Calls every read method of two TMDB clients from npm, with the catalog and with TMDB as the source. */
import type * as declared from "moviedb-promise";
import { MovieDb } from "moviedb-promise";
import type * as typed from "tmdb-ts";
import { TMDB } from "tmdb-ts";
import type * as v from "valibot";
import { describe, expect, expectTypeOf, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import type * as shapes from "./tmdb-shapes.ts";

const KEY = "0123456789abcdef0123456789abcdef";

interface Ids {
  readonly movie: number;
  readonly tv: number;
  readonly person: number;
}

/** Calls a method. Returns the response's status, or 0 if the client sends no request. */
type Ask = (host: string, ids: Ids) => Promise<number>;

interface Client {
  readonly methods: readonly (readonly [name: string, ask: Ask])[];
  /** Methods for TMDB accounts and for lists of changes, which are not allowed. */
  readonly refused: RegExp;
  /** Methods that use paths that TMDB does not have. */
  readonly unknown: RegExp;
  /** Methods for data that the catalog does not have. */
  readonly lacking: RegExp;
}

const listFunctions = (prototype: object) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === "function" && name !== "constructor" ? [[name, value] as const] : [],
  );

const isExpected = (answer: unknown) => (typeof answer === "object" && answer !== null ? 200 : 0);

const HELPERS = /^(?:requestToken|retrieveSession|get\w+|normalizeParams|makeRequest|parseSearchParams)$/;
const WRITES = /(?:Update|Delete)$|^(?:create|remove|clear|delete)\w*List\w*$/;
const EXAMPLES = { query: "the", external_source: "imdb_id", media_type: "all", time_window: "week" };

const moviedbPromise: Client = {
  methods: listFunctions(MovieDb.prototype)
    .filter(([name]) => !HELPERS.test(name) && !WRITES.test(name))
    .map(([name, method]) => [
      name,
      async (host, ids) => {
        const client = new MovieDb(KEY, `${host}/3/`, 1_000);
        const of = (["movie", "tv", "person"] as const).find((kind) => name.startsWith(kind));
        const isOfSeries = /^(?:season|episode(?!Group$))/.test(name);
        const own = of !== undefined || isOfSeries ? ids[of ?? "tv"] : 1;
        const id = name === "find" ? "tt0050083" : own;
        const params = { id, ...EXAMPLES, season_number: 1, episode_number: 1 };
        return await method.call(client, params).then(
          isExpected,
          // The property of Axios errors.
          (error: { response?: { status: number } }) => error.response?.status ?? 0,
        );
      },
    ]),
  refused: /^account|AccountStates$|Changes$|^changed/,
  unknown: /^searchList$/,
  lacking: /^(?:collection|company|network|keyword|credit|review|episodeGroup$|list(?:Info|Status))|Latest$/,
};

/** The arguments of methods or groups of methods. The other methods take an id. */
const ARGUMENTS: Readonly<Record<string, (ids: Ids) => readonly unknown[]>> = {
  discover: () => [{}],
  find: () => ["tt0050083", EXAMPLES],
  genres: () => [{}],
  movies: ({ movie }) => [movie],
  people: ({ person }) => [person],
  search: () => [EXAMPLES],
  trending: () => ["all", "week"],
  tvEpisode: ({ tv }) => [{ tvShowID: tv, seasonNumber: 1, episodeNumber: 1 }],
  tvSeasons: ({ tv }) => [{ tvShowID: tv, seasonNumber: 1 }],
  "tvEpisode.changes": () => [1],
  "tvSeasons.changes": () => [1],
  "tvShows.season": ({ tv }) => [tv, 1],
  tvShows: ({ tv }) => [tv],
};
const NO_ID = /\.(?:latest|popular|topRated|nowPlaying|upcoming|onTheAir|airingToday)$/;

const tmdbTs: Client = {
  methods: Object.keys(Object.getOwnPropertyDescriptors(TMDB.prototype))
    .filter((group) => group !== "constructor")
    .flatMap((group) =>
      listFunctions(Object.getPrototypeOf(Reflect.get(new TMDB(KEY), group))).map(([method]) => {
        const name = `${group}.${method}`;
        const ask: Ask = async (host, ids) => {
          let status = 0;
          const client = new TMDB(KEY, {
            async fetch(address, init) {
              const response = await fetchOwn(String(address).replace(/^https:[/][/][^/]+/, host), init);
              status = response.status;
              return response;
            },
          });
          const endpoint = Reflect.get(client, group);
          const parameters =
            NO_ID.test(name) || /^(?:certif|config)/.test(name)
              ? []
              : ((ARGUMENTS[name] ?? ARGUMENTS[group])?.(ids) ?? [1]);
          const answered = await endpoint[method](...parameters).then(isExpected, () => status);
          return answered === 200 ? status : answered;
        };
        return [name, ask] as const;
      }),
    ),
  refused: /^(?:account|changes)\.|\.changes$/,
  unknown: /^$/,
  lacking: /^(?:collections|companies|networks|keywords|credits|review)\.|\.latest$/,
};

const marquee = startInFrontOfTmdb({ TMDB_API: "open" });

describe.each([
  ["moviedb-promise", moviedbPromise, 110],
  ["tmdb-ts", tmdbTs, 100],
] as const)("npm package %s", (_, { methods, refused, unknown, lacking }, count) => {
  const status = (name: string) => (refused.test(name) ? 405 : unknown.test(name) ? 404 : 200);

  /** Returns the methods whose status is not the expected one. */
  async function findUnexpected(
    host: string,
    ids: Ids,
    expected: (name: string) => number,
  ): Promise<string[]> {
    expect(methods.length).toBeGreaterThan(count);
    const found = await Promise.all(
      methods.map(async ([name, ask]) => [name, await ask(host, ids), expected(name)] as const),
    );
    return found.flatMap(([name, given, wanted]) =>
      given === wanted ? [] : `${name}: ${given}, not ${wanted}`,
    );
  }

  test("receives a response from every method with TMDB", async () => {
    expect(await findUnexpected(marquee.server.url, { movie: 605, tv: 605, person: 11 }, status)).toEqual([]);
  });

  test("receives a response from every supported method with the catalog", async () => {
    const of = (name: string) => (status(name) === 200 && lacking.test(name) ? 404 : status(name));
    const ids = { movie: 389, tv: 1396, person: 2 ** 30 + 2386 };
    expect(await findUnexpected(inject("target"), ids, of)).toEqual([]);
  });
});

/**
 * Both libraries declare properties as optional that TMDB and the catalog set to null, and list only some values of
 * enumerations.
 */
type WithNull<T> = T extends string
  ? string
  : T extends readonly (infer Entry)[]
    ? readonly WithNull<Entry>[]
    : T extends object
      ? { readonly [Name in keyof T]: WithNull<T[Name]> | null }
      : T;

type Shape<Name extends keyof typeof shapes> = (typeof shapes)[Name] extends v.GenericSchema
  ? v.InferOutput<(typeof shapes)[Name]>
  : never;

/** A section that is requested separately, and therefore includes an id. */
type ById<Section> = Section & { readonly id: number };

describe("declared types of TMDB clients", () => {
  test("match the catalog's responses: moviedb-promise", () => {
    expectTypeOf<Shape<"FilmDetails">>().toExtend<WithNull<declared.MovieResponse>>();
    expectTypeOf<Shape<"SeriesDetails">>().toExtend<WithNull<declared.ShowResponse>>();
    expectTypeOf<Shape<"SeasonDetails">>().toExtend<WithNull<declared.TvSeasonResponse>>();
    expectTypeOf<Shape<"EpisodeDetails">>().toExtend<WithNull<declared.Episode>>();
    expectTypeOf<Shape<"EpisodeCredits">>().toExtend<WithNull<declared.EpisodeCreditsResponse>>();
    expectTypeOf<Shape<"EpisodeIds">>().toExtend<WithNull<declared.EpisodeExternalIdsResponse>>();
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

  test("match the catalog's responses: tmdb-ts", () => {
    expectTypeOf<Shape<"FilmDetails">>().toExtend<WithNull<typed.MovieDetails>>();
    expectTypeOf<Shape<"SeriesDetails">>().toExtend<WithNull<typed.TvShowDetails>>();
    expectTypeOf<Shape<"SeasonDetails">>().toExtend<WithNull<typed.SeasonDetails>>();
    expectTypeOf<Shape<"EpisodeDetails">>().toExtend<WithNull<typed.Episode>>();
    expectTypeOf<Shape<"PersonDetails">>().toExtend<WithNull<typed.PersonDetails>>();
    expectTypeOf<Shape<"FilmEntry">>().toExtend<WithNull<typed.Movie>>();
    expectTypeOf<Shape<"SeriesEntry">>().toExtend<WithNull<typed.TV>>();
    expectTypeOf<Shape<"PersonEntry">>().toExtend<WithNull<typed.Person>>();
    expectTypeOf<ById<Shape<"FilmCredits">>>().toExtend<WithNull<typed.Credits>>();
    expectTypeOf<ById<Shape<"AggregateCredits">>>().toExtend<WithNull<typed.AggregateCredits>>();
    expectTypeOf<ById<Shape<"MovieCredits">>>().toExtend<WithNull<typed.PersonMovieCredit>>();
    expectTypeOf<ById<Shape<"TvCredits">>>().toExtend<WithNull<typed.PersonTvShowCredit>>();
    expectTypeOf<ById<Shape<"SeriesIds">>>().toExtend<WithNull<typed.ExternalIds>>();
    expectTypeOf<ById<Shape<"FilmTitles">>>().toExtend<WithNull<typed.AlternativeTitles>>();
    expectTypeOf<ById<Shape<"FilmTranslations">>>().toExtend<WithNull<typed.Translations>>();
    expectTypeOf<ById<Shape<"Images">>>().toExtend<WithNull<typed.Images>>();
  });
});
