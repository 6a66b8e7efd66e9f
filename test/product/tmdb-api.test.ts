/** TMDB's API from the catalog: every response in TMDB's shape, every error in TMDB's form. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { type Server, startServer } from "./server.ts";
import * as shapes from "./tmdb-shapes.ts";

const target = inject("target");
const get = (path: string, init?: RequestInit) => fetchOwn(target + path, init);

async function read<S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> {
  return v.parse(schema, await (await get(path)).json());
}

/** 12 Angry Men; a film, a series and a person without an id of TMDB's come first in these lists. */
const FILM = 389;
const OWN = 2 ** 30;
const own = { film: OWN + 30, series: 0, person: OWN + 2386 };

beforeAll(async () => {
  const { results } = await read("/3/tv/popular", shapes.pageOf(shapes.SeriesEntry));
  own.series = results[0]?.id ?? 0;
});

const idBeside = <S extends v.ObjectEntries>({ entries }: { entries: S }) =>
  v.strictObject({ id: v.number(), ...entries });
const page = (entry: v.GenericSchema) => shapes.pageOf(entry);
const list = (name: string) => v.object({ [name]: v.tuple([]) });

describe.each([
  ["/3/configuration", shapes.Configuration],
  ["/3/configuration/countries", shapes.Countries],
  ["/3/configuration/languages", shapes.Languages],
  ["/3/genre/movie/list", shapes.Genres],
  ["/3/genre/tv/list", shapes.Genres],
  ["/3/authentication", v.object({ success: v.literal(true), status_code: v.literal(1) })],
  ["/3/search/movie?query=the", page(shapes.FilmEntry)],
  ["/3/search/tv?query=the", page(shapes.SeriesEntry)],
  ["/3/search/person?query=kurosawa", page(shapes.PersonEntry)],
  ["/3/search/multi?query=kurosawa", page(shapes.MixedEntry)],
  ["/3/search/multi?query=the&language=fr-FR", page(shapes.MixedEntry)],
  ["/3/search/collection?query=the", page(v.never())],
  [
    "/3/discover/movie?with_genres=18&primary_release_date.gte=1950-01-01&with_origin_country=US",
    page(shapes.FilmEntry),
  ],
  ["/3/discover/tv?sort_by=first_air_date.desc&with_original_language=en", page(shapes.SeriesEntry)],
  ["/3/movie/popular?page=2", page(shapes.FilmEntry)],
  ["/3/tv/popular", page(shapes.SeriesEntry)],
  ["/3/trending/all/week", page(shapes.MixedTitle)],
  ["/3/trending/movie/day?page=2", page(shapes.MixedTitle)],
  ["/3/find/tt0050083?external_source=imdb_id", shapes.Found],
  ["/3/find/Q2345?external_source=wikidata_id", shapes.Found],
  ["/3/find/Q1?external_source=wikidata_id", shapes.Found],
  ["/3/find/someone?external_source=twitter_id", shapes.Found],
  ["/3/movie/389", shapes.FilmDetails],
  ["/3/movie/{film}?language=de-DE", shapes.FilmDetails],
  ["/3/movie/tt0050083", shapes.FilmDetails],
  ["/3/movie/389/credits", idBeside(shapes.FilmCredits)],
  ["/3/movie/389/external_ids", idBeside(shapes.FilmIds)],
  ["/3/movie/389/alternative_titles", idBeside(shapes.FilmTitles)],
  ["/3/movie/389/translations", idBeside(shapes.FilmTranslations)],
  ["/3/movie/389/images", idBeside(shapes.Images)],
  ["/3/movie/389/similar", v.object({ id: v.number(), ...page(v.never()).entries })],
  ["/3/tv/{series}", shapes.SeriesDetails],
  ["/3/tv/{series}/credits", idBeside(shapes.SeriesCredits)],
  ["/3/tv/{series}/aggregate_credits", idBeside(shapes.AggregateCredits)],
  ["/3/tv/{series}/external_ids", idBeside(shapes.SeriesIds)],
  ["/3/tv/{series}/alternative_titles", idBeside(shapes.SeriesTitles)],
  ["/3/tv/{series}/translations", idBeside(shapes.SeriesTranslations)],
  ["/3/tv/{series}/keywords", list("results")],
  ["/3/movie/389/keywords", list("keywords")],
  ["/3/tv/1396", shapes.SeriesDetails],
  ["/3/tv/1396/season/1", shapes.SeasonDetails],
  ["/3/tv/1396/season/1/credits", idBeside(shapes.SeriesCredits)],
  ["/3/tv/1396/season/1/external_ids", idBeside(shapes.SeasonIds)],
  ["/3/tv/1396/season/1/episode/1", shapes.EpisodeDetails],
  ["/3/tv/1396/season/1/episode/1/credits", idBeside(shapes.EpisodeCredits)],
  ["/3/tv/1396/season/1/episode/1/external_ids", idBeside(shapes.EpisodeIds)],
  ["/3/person/{person}", shapes.PersonDetails],
  ["/3/person/{person}/movie_credits", idBeside(shapes.MovieCredits)],
  ["/3/person/{person}/tv_credits", idBeside(shapes.TvCredits)],
  ["/3/person/{person}/combined_credits", idBeside(shapes.CombinedCredits)],
  ["/3/person/{person}/external_ids", idBeside(shapes.PersonIds)],
  ["/3/person/{person}/images", idBeside(shapes.Profiles)],
  ["/3/person/{person}/translations", idBeside(shapes.PersonTranslations)],
] as const)("%s", (path, shape) => {
  test("has TMDB's shape", async () => {
    const response = await get(
      path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof own) => String(own[name])),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json;charset=utf-8");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect([...response.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    const { issues } = v.safeParse(shape as v.GenericSchema, await response.json());
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? []).toEqual([]);
  });
});

describe("the catalog", () => {
  test("appends sections under their names, without an id, those that it lacks in their empty forms", async () => {
    const names = "credits,keywords,releases,trailers,videos,watch%2Fproviders,unknown";
    const film = await read(`/3/movie/${FILM}?append_to_response=${names}`, shapes.FilmDetails);
    expect(v.is(shapes.FilmCredits, film.credits)).toBe(true);
    expect(film.credits).not.toHaveProperty("id");
    expect(film).not.toHaveProperty("unknown");
    expect(film).toMatchObject({
      keywords: { keywords: [] },
      releases: { countries: [] },
      trailers: { quicktime: [], youtube: [] },
      videos: { results: [] },
      "watch/providers": { results: {} },
    });
  });

  test("names in headers the correction of a search, and ignored parameters of discover", async () => {
    const search = await get("/3/search/movie?query=seven+samuri");
    expect(search.headers.get("Marquee-Corrected-Query")).toBe("seven%20samurai");
    const samurai = { title: "Seven Samurai", release_date: "1954-01-01" };
    expect(await search.json()).toMatchObject({ results: [samurai] });
    const discover = await get("/3/discover/movie?certification=G&with_genres=18&with_keywords=9");
    expect(discover.headers.get("Marquee-Ignored")).toBe("certification, with_keywords");
    expect(await discover.json()).toMatchObject({ results: [], total_results: 0 });
  });

  test("corrects no titles if people have the name as typed", async () => {
    for (const at of [1, 2]) {
      const search = await get(`/3/search/multi?query=fonda&page=${at}`);
      expect(search.headers.get("Marquee-Corrected-Query")).toBeNull();
      const { results } = v.parse(page(shapes.MixedEntry), await search.json());
      expect(results.filter((entry) => v.is(shapes.MixedTitle, entry))).toEqual([]);
      expect(results.length > 0).toBe(at === 1);
    }
  });

  test("has pages that end, never overlap and are never empty", async () => {
    const seen: number[] = [];
    let total = 1;
    for (let at = 1; at <= total; at++) {
      const found = await read(`/3/movie/popular?page=${at}`, shapes.pageOf(shapes.FilmEntry));
      total = found.total_pages;
      seen.push(...found.results.map(({ id }) => id));
      expect(found.results).not.toEqual([]);
      expect(found.total_results).toBeGreaterThanOrEqual(seen.length);
    }
    expect(total).toBeGreaterThan(5);
    expect(new Set(seen).size).toBe(seen.length);
    const beyond = await (await get(`/3/movie/popular?page=${total + 1}`)).json();
    expect(beyond).toEqual({
      page: total + 1,
      results: [],
      total_pages: total,
      total_results: seen.length,
    });
  });

  test("purges a response with its titles", async () => {
    const response = await get(`/3/movie/${FILM}/credits`);
    expect(response.headers.get("Cache-Tag")?.split(",")).toEqual(
      expect.arrayContaining(["title-34", "person-1"]),
    );
  });
});

test("dates that end before they begin find nothing", async () => {
  const path = "/3/discover/movie?primary_release_date.gte=1990-01-01&primary_release_date.lte=1950-01-01";
  expect(await read(path, page(v.never()))).toMatchObject({ results: [], total_results: 0 });
});

test("names that every object has are neither sections, sources nor orders", async () => {
  for (const name of ["__proto__", "constructor"]) {
    const film = await get(`/3/movie/${FILM}?append_to_response=${name}`);
    expect([film.status, Object.hasOwn((await film.json()) as object, name)]).toEqual([200, false]);
    const found = await get(`/3/find/tt0050083?external_source=${name}`);
    expect([found.status, await found.json()]).toMatchObject([200, { movie_results: [] }]);
    const sorted = await get(`/3/discover/movie?sort_by=${name}`);
    expect([sorted.status, sorted.headers.get("Marquee-Ignored")]).toEqual([200, "sort_by"]);
  }
});

describe.each([
  ["/3", "GET", 404, 34],
  ["/3/movie/999999", "GET", 404, 34],
  ["/3/tv/389", "GET", 404, 34],
  [`/3/tv/${OWN + 30}`, "GET", 404, 34],
  ["/3/tv/1396/season/99", "GET", 404, 34],
  ["/3/movie%2F389", "GET", 404, 34],
  ["/3//movie/389", "GET", 404, 34],
  ["/3/movie/%FF", "GET", 404, 34],
  [`/3/${"x".repeat(3_000)}`, "GET", 414, 5],
  ["/3/movie/popular?page=501", "GET", 400, 22],
  [`/3/movie/389?append_to_response=${"a,".repeat(20)}a`, "GET", 400, 27],
  ["/3/search/movie", "GET", 422, 5],
  ["/3/movie/389/rating", "POST", 405, 42],
  ["/3/movie/389", "DELETE", 405, 42],
] as const)("%.40s by %s", (path, method, status, code) => {
  test(`is ${status} with code ${code}, never a problem document`, async () => {
    const response = await get(path, { method });
    const { status_code } = v.parse(shapes.TmdbErrorBody, await response.json());
    expect([response.status, status_code]).toEqual([status, code]);
    expect(response.headers.get("Content-Type")).toBe("application/json;charset=utf-8");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});

test.each([
  ["//3/movie/389", "/3/movie/389"],
  ["/3/movie/389?api_key=k&&language=en", "/3/movie/389?language=en&foo=1"],
  ["/3/movie/389?language=EN-us", "/3/movie/389?language=en-US"],
])("%s is answered as %s", async (one, other) => {
  const [first, second] = [await get(one), await get(other)];
  expect([first.status, await first.text()]).toEqual([200, await second.text()]);
  expect(second.headers.get("Cache-Status")).toBe("marquee; hit");
});

test("the catalog has no images: neither one of TMDB's nor a drawn one", async () => {
  for (const path of ["/t/p/w500/a.jpg", "/t/p/original//a.jpg", "/t/p/w500/a.svg"]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

describe("with TMDB_API", () => {
  const KEY = "0123456789abcdef0123456789abcdef";
  const CLIENT_KEYS = createHash("sha256").update(KEY).digest("hex");
  let keyed: Server;
  let off: Server;
  beforeAll(async () => {
    keyed = await startServer({ TMDB_API: "keyed", CLIENT_KEYS });
    off = await startServer({ TMDB_API: "off" });
  });
  afterAll(() => Promise.all([keyed.stop(), off.stop()]));

  test("keyed, a caller needs one of our keys, as api_key or as a token", async () => {
    const ask = async (query: string, headers = {}) =>
      (await fetch(`${keyed.url}/3/movie/389${query}`, { headers })).status;
    const bearer = { Authorization: `Bearer ${KEY}` };
    expect([await ask(`?api_key=${KEY}`), await ask("", bearer), await ask("?api_key=", bearer)]).toEqual([
      200, 200, 200,
    ]);
    expect([await ask(""), await ask("?api_key="), await ask("?api_key=another")]).toEqual([401, 401, 401]);
    const refused = await fetch(`${keyed.url}/3/movie/389`);
    expect(await refused.json()).toMatchObject({ success: false, status_code: 7 });
    const known = await fetch(`${keyed.url}/3/movie/389?api_key=${KEY}`);
    expect(known.headers.get("Cache-Control")).toMatch(/^private/);
    expect(known.headers.get("CDN-Cache-Control")).toBe("no-store");
    expect((await fetch(`${keyed.url}/v1/?category=search&q=the`)).status).toBe(200);
    expect(keyed.printed()).not.toContain(KEY);
  });

  test("off, every path is a 404", async () => {
    expect((await fetch(`${off.url}/3/movie/389`)).status).toBe(404);
  });
});
