/** Tests the lists of a catalog with more than a thousand titles. */

import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../worker/source/loaded.ts";
import { parametersRead } from "../../worker/tmdb-api/from-catalog.ts";
import { database, fillCatalog, type GivenTitle } from "../catalog/kit.ts";
import { queryAt, respondAt } from "./responding.ts";

const GENRES = ["Drama", "Sci-Fi", "Biography, Drama", "Action & Adventure, Drama", "Music", ""];

const TITLES: readonly GivenTitle[] = Array.from({ length: 1_300 }, (_, at) => ({
  title: `Title ${at}`,
  type: at % 11 === 0 ? "series" : "movie",
  year: String(2020 - (at % 50)),
  genres: GENRES[at % GENRES.length] as string,
  countries: at % 3 === 0 ? "France" : "Japan, Iran",
  language: at % 3 === 0 ? "fr" : "ja",
  rating: (at % 101) / 10,
  votes: at % 7 === 0 ? 0 : Math.floor(1.007 ** at),
  runtime: String(at % 200),
}));

/** A cast with more people than a search ranks. */
const CAST = Array.from({ length: 170 }, (_, at) => ({
  id: at + 1,
  name: `Fielding Number${at}`,
  profile_path: null,
  character: "",
}));

beforeAll(() => fillCatalog(TITLES, [[1, JSON.stringify({ id: 1, cast: CAST })]]));

interface Entry {
  readonly id: number;
  readonly genre_ids: readonly number[];
  readonly popularity: number;
  readonly vote_average: number;
  readonly vote_count: number;
}

interface Page {
  readonly results: readonly Entry[];
  readonly total_pages: number;
  readonly total_results: number;
}

async function get(address: string): Promise<Page> {
  const query = queryAt(address);
  const loaded = await respondAt(database)({ ...query, parameters: parametersRead(query) });
  return JSON.parse(toJson(loaded) ?? "null");
}

const placeOf = ({ id }: Entry) => id - 2 ** 30 - 1;
const findTitle = (entry: Entry) => TITLES[placeOf(entry)] as Required<GivenTitle>;

/** Returns all entries of a list, with the totals from its first page. */
async function wholeList(address: string) {
  const first = await get(address);
  const entries = [...first.results];
  for (let page = 2; page <= first.total_pages; page += 1) {
    const { results } = await get(`${address}${address.includes("?") ? "&" : "?"}page=${page}`);
    expect(results).not.toEqual([]);
    entries.push(...results);
  }
  return { ...first, entries };
}

function count(type: string, genre: RegExp, language: string): number {
  return TITLES.filter(
    (title) => title.type === type && title.language === language && genre.test(title.genres ?? ""),
  ).length;
}

describe("/3 list", () => {
  test.each<[string, (title: GivenTitle) => boolean]>([
    ["movie/popular", ({ type }) => type === "movie"],
    ["tv/popular", ({ type }) => type === "series"],
    ["movie/top_rated", ({ type }) => type === "movie"],
    [
      "discover/movie?with_genres=18",
      ({ type, genres = "" }) => type === "movie" && genres.includes("Drama"),
    ],
    [
      "discover/movie?with_original_language=ja",
      ({ type, language }) => type === "movie" && language === "ja",
    ],
    [
      "discover/movie?with_origin_country=IR",
      ({ type, countries = "" }) => type === "movie" && /Iran/.test(countries),
    ],
    ["discover/tv?first_air_date_year=2012", ({ type, year }) => type === "series" && year === "2012"],
  ])("returns exact totals and each title once at %s", async (address, isIn) => {
    const expected = TITLES.filter(isIn).length;
    const { entries, total_pages, total_results } = await wholeList(address);
    expect({ total_pages, total_results }).toEqual({
      total_pages: Math.ceil(expected / 20),
      total_results: expected,
    });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(expected);
    expect(entries.every((entry) => isIn(findTitle(entry)))).toBe(true);
  });

  test.each([
    ["search/person?query=fielding", 170],
    ["search/multi?query=fielding", 170],
    ["search/movie?query=title", 1_000],
    ["search/multi?query=title", 1_000],
    ["discover/movie?with_genres=18&with_original_language=ja", count("movie", /Drama/, "ja")],
    ["discover/tv?with_genres=18&with_original_language=fr", count("series", /Drama/, "fr")],
  ])("returns the same total on every page at %s", async (address, total) => {
    const first = await get(address);
    expect(first.total_results).toBe(total);
    for (const page of [2, first.total_pages, first.total_pages + 1, 200]) {
      const { total_results, total_pages } = await get(`${address}&page=${page}`);
      expect({ page, total_results, total_pages }).toEqual({
        page,
        total_results: total,
        total_pages: first.total_pages,
      });
    }
  });

  test("returns each person once at search/person", async () => {
    const { entries } = await wholeList("search/person?query=fielding");
    expect(new Set(entries.map(({ id }) => id)).size).toBe(CAST.length);
  });

  test("sorts movie/popular by its popularity field", async () => {
    const { entries } = await wholeList("movie/popular");
    const popularity = entries.map((entry) => entry.popularity);
    expect(popularity).toEqual(popularity.toSorted((one, other) => other - one));
    expect(new Set(popularity).size).toBe(entries.length);
  });

  test.each(["movie", "tv"])("can be filtered by every genre of %s titles", async (kind) => {
    const { entries } = await wholeList(`${kind}/popular`);
    const numbers = new Set(entries.flatMap(({ genre_ids }) => genre_ids));
    expect(numbers.size).toBeGreaterThan(2);
    for (const number of numbers) {
      const { results } = await get(`discover/${kind}?with_genres=${number}`);
      const first = entries.filter(({ genre_ids }) => genre_ids.includes(number)).slice(0, 20);
      expect(results.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    }
  });

  test.each([",", "|"])("accepts up to thirty filter values separated by %s", async (separator) => {
    const values = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(separator);
    const total = async (count: number) =>
      (await get(`discover/movie?with_genres=${encodeURIComponent(values(count))}`)).total_results;
    expect(await total(31)).toBe(0);
    // No title has thirty genres, so a list that requires all of them is empty.
    expect((await total(30)) > 0).toBe(separator === "|");
  });

  test("excludes titles outside any bound for votes or ratings", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ count: fc.integer({ min: 0, max: 12_000 }), tenths: fc.integer({ min: 0, max: 100 }) }),
        fc.constantFrom("gte", "lte"),
        async ({ count, tenths }, end) => {
          const isInside = (value: number, bound: number) =>
            end === "gte" ? value >= bound : value <= bound;
          const addresses = [`vote_count.${end}=${count}`, `vote_average.${end}=${tenths / 10}`];
          const [counted = [], rated = []] = await Promise.all(
            addresses.map(async (address) => (await get(`discover/movie?${address}`)).results),
          );
          expect(counted.filter(({ vote_count }) => !isInside(vote_count, count))).toEqual([]);
          expect(rated.filter(({ vote_average }) => !isInside(vote_average, tenths / 10))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("GET /3/trending", () => {
  test.each(["all/week", "movie/day"])("lists each title once and favours newer ones: %s", async (path) => {
    const { entries, total_results } = await wholeList(`trending/${path}`);
    const popular = await wholeList("movie/popular");
    expect(entries).toHaveLength(total_results);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(total_results);
    expect(entries.slice(0, 20)).not.toEqual(popular.entries.slice(0, 20));
    const years = entries.map((entry) => Number(findTitle(entry).year));
    const mean = (some: readonly number[]) => some.reduce((sum, year) => sum + year, 0) / some.length;
    expect(mean(years.slice(0, 100))).toBeGreaterThan(mean(years) + 3);
  });
});
