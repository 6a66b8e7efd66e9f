import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { Facets, SORTS } from "../../../worker/contract/browse.ts";
import { SearchResponse } from "../../../worker/contract/record.ts";
import { type LoadedList, toJson } from "../../../worker/source/loaded.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { browseQuery, type GivenList } from "../../contract/records.ts";
import { database, fillCatalog, type GivenTitle, manyTitles, openCatalog } from "../kit.ts";

const catalog = openCatalog(database);

async function titles(given: GivenList): Promise<string[]> {
  const json = toJson(await catalog.browse(browseQuery(given)));
  return v.parse(SearchResponse, JSON.parse(json)).map(({ title }) => title);
}

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  {
    title: "The Matrix",
    year: "1999",
    genres: "Action, Science Fiction",
    countries: "United States",
    language: "en",
    rating: 8.2,
    votes: 27_000,
    runtime: "136",
  },
  {
    title: "Borgen",
    year: "2010",
    type: "series",
    genres: "Drama",
    countries: "Denmark",
    language: "da",
    rating: 8,
    votes: 60,
    runtime: "58",
    series: { last_year: 2022, seasons: 4 },
  },
  {
    title: "Émile",
    year: "1999",
    genres: "Drama",
    countries: "France, Côte d'Ivoire",
    language: "fr",
    french: "Emile",
  },
  {
    title: "A Separation",
    year: "2011",
    genres: "Drama",
    countries: "Iran",
    language: "fa",
    rating: 7.9,
    votes: 2_000,
    runtime: "123",
  },
  { title: "Metropolis", year: "1927", genres: "Science Fiction", countries: "Germany", language: "de" },
  { title: "Before Time", year: "0999", genres: "Drama", rating: 10, votes: 1 },
  { title: "Undated", genres: "Drama" },
  { title: "…", year: "1914", genres: "Silent" },
  { title: "Not for children", year: "2012", genres: "Drama", is_adult: 1 },
];

describe("browse()", () => {
  beforeAll(() => fillCatalog(TITLES));

  test.each<[GivenList, readonly string[]]>([
    [{}, ["The Matrix", "Borgen", "Émile", "A Separation", "Metropolis", "Before Time", "Undated", "…"]],
    [{ f: "series" }, ["Borgen"]],
    [{ f: "1999" }, ["The Matrix", "Émile"]],
    [{ f: "movie,1990-2011" }, ["The Matrix", "Émile", "A Separation"]],
    [{ f: "-1998" }, ["Metropolis", "Before Time", "…"]],
    [{ f: "2000-" }, ["Borgen", "A Separation"]],
    [{ f: "2000~" }, ["The Matrix", "Émile"]],
    [{ genre: "science-fiction" }, ["The Matrix", "Metropolis"]],
    [{ genre: "drama", f: "1999" }, ["Émile"]],
    [{ country: "cote-divoire" }, ["Émile"]],
    [{ language: "fa" }, ["A Separation"]],
    [{ genre: "science-fiction", language: "fa" }, []],
    [{ genre: "fiction" }, []],
    [{ min_rating: 8 }, ["The Matrix", "Borgen"]],
    [{ min_rating: 8, f: "movie,1990-" }, ["The Matrix"]],
    [{ runtime: { first: 1, last: 60 } }, ["Borgen"]],
    [{ runtime: { first: 120, last: 600 }, min_rating: 7 }, ["The Matrix", "A Separation"]],
  ])("returns the matching titles by popularity: %j, %j", async (given, expected) => {
    expect(await titles(given)).toEqual(expected);
  });

  test("sorts by year, newest first and unknown last", async () => {
    const expected = [
      "A Separation",
      "Borgen",
      "The Matrix",
      "Émile",
      "Metropolis",
      "…",
      "Before Time",
      "Undated",
    ];
    expect(await titles({ sort: "year" })).toEqual(expected);
    expect(await titles({ sort: "year", genre: "drama", f: "1990-2010" })).toEqual(["Borgen", "Émile"]);
  });

  test("sorts by weighted rating, with unrated titles last", async () => {
    const rated = ["The Matrix", "A Separation", "Borgen", "Before Time"];
    const unrated = ["Émile", "Metropolis", "Undated", "…"];
    expect(await titles({ sort: "rating" })).toEqual([...rated, ...unrated]);
    expect(await titles({ sort: "rating", f: "-2000" })).toEqual([
      "The Matrix",
      "Before Time",
      "Émile",
      "Metropolis",
      "…",
    ]);
  });

  test("returns each title's own rating when sorted by rating", async () => {
    const given = new Map(TITLES.map(({ title, rating = 0 }) => [title, rating]));
    const listed = v.parse(
      SearchResponse,
      JSON.parse(toJson(await catalog.browse(browseQuery({ sort: "rating" })))),
    );
    expect(listed.map(({ title, rating }) => [title, rating])).toEqual(
      listed.map(({ title }) => [title, given.get(title)]),
    );
  });

  test("returns votes", async () => {
    const { notes } = await catalog.browse(browseQuery({ f: "-2000" }));
    const voted = TITLES.flatMap(({ votes = 0, year = "" }, at) =>
      votes > 0 && year <= "2000" ? [[at + 1, { votes }]] : [],
    );
    expect(voted.length).toBe(2);
    expect(notes?.factsById).toEqual(Object.fromEntries(voted));
  });

  test("returns the last year and season count of a series", async () => {
    const { notes } = await catalog.browse(browseQuery({ f: "series" }));
    expect(notes?.factsById).toMatchObject({ 2: { series: { last_year: 2022, seasons: 4 } } });
  });

  test.each(SORTS)("returns pages without gaps when sorted by %s", async (sort) => {
    const all = await titles({ sort });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => titles({ sort, page, limit: 2 })));
    expect(pages.flat()).toEqual(all);
  });

  test("reports whether there is a next page", async () => {
    expect(await catalog.browse(browseQuery({ page: 3, limit: 3 }))).toMatchObject({
      more: false,
    });
    expect(await catalog.browse(browseQuery({ page: 2, limit: 3 }))).toMatchObject({
      more: true,
    });
    const past = await catalog.browse(browseQuery({ page: 9, limit: 100 }));
    expect(past).toMatchObject({ value: { text: "[]" }, isEmpty: true, more: false });
  });

  test("returns records in the requested language", async () => {
    expect(await titles({ lang: "fr", country: "france" })).toEqual(["Emile"]);
  });

  describe("facets()", () => {
    test("counts titles per kind by year, genre, country and language", async () => {
      const facets = v.parse(Facets, JSON.parse(toJson(await catalog.facets(null)) ?? ""));
      const drama = { value: "drama", name: "Drama", movies: 4, series: 1, titles: 5 };
      const ivory = { value: "cote-divoire", name: "Côte d'Ivoire", movies: 1, series: 0, titles: 1 };
      expect(facets.genres[0]).toEqual(drama);
      expect(facets).toMatchObject({ hasRatings: true, hasRuntimes: true });
      expect(facets.countries).toContainEqual(ivory);
      expect(facets.languages.map(({ value }) => value).sort()).toEqual(["da", "de", "en", "fa", "fr"]);
      expect(facets.years.map(({ value }) => value)).toEqual([
        "2011",
        "2010",
        "1999",
        "1927",
        "1914",
        "0999",
        "",
      ]);
    });
  });
});

describe("genres with source-specific names", () => {
  beforeAll(() =>
    fillCatalog([
      { title: "Heat", genres: "Action, Crime" },
      { title: "Lost", type: "series", genres: "Action & Adventure" },
      { title: "Solaris", genres: "Sci-Fi" },
      { title: "Dark", type: "series", genres: "Sci-Fi & Fantasy" },
    ]),
  );

  test.each([
    ["action", ["Heat", "Lost"]],
    ["adventure", ["Lost"]],
    ["science-fiction", ["Solaris", "Dark"]],
  ])("match the general genre %s", async (genre, expected) => {
    expect(await titles({ genre })).toEqual(expected);
  });

  test("are counted once per general genre", async () => {
    const { genres } = v.parse(Facets, JSON.parse(toJson(await catalog.facets(null)) ?? ""));
    expect(genres.map(({ name, titles }) => `${name} ${titles}`).sort()).toEqual([
      "Action 2",
      "Adventure 1",
      "Crime 1",
      "Fantasy 1",
      "Science Fiction 2",
    ]);
  });
});

describe("facets() of a catalog without votes", () => {
  test("reports no ratings or runtimes", async () => {
    await fillCatalog([{ title: "One" }, { title: "Two", votes: 5 }]);
    const facets = v.parse(Facets, JSON.parse(toJson(await catalog.facets(null)) ?? ""));
    expect(facets).toMatchObject({ hasRatings: false, hasRuntimes: false });
  });
});

describe("browse() with many titles", () => {
  const COUNT = 4_000;
  /**
   * The most rows that may be read: for each title on the page an index entry and a record, the entries before the
   * page, and the catalog's state.
   */
  const MAX_ROWS = 400;
  const MAX_ROWS_DEEP = 3_500;

  beforeAll(() => fillCatalog(manyTitles(COUNT)));

  const narrowed: GivenList[] = [
    {},
    { f: "movie" },
    { f: "1950-" },
    { genre: "drama" },
    { genre: "drama", country: "iceland" },
    { min_rating: 5, runtime: { first: 31, last: 169 } },
    { genre: "comedy", country: "iceland", language: "fr", f: "series" },
  ];

  test.each(narrowed.flatMap((given) => SORTS.map((sort) => ({ ...given, sort }))))(
    "reads a bounded number of rows for %j",
    async (given) => {
      const { database: watched, meter } = meterDatabase(database);
      const origin = openCatalog(watched);
      await origin.browse(browseQuery(given));
      expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS);
      meter.reset();
      await origin.browse(browseQuery({ ...given, page: 50, limit: 20 }));
      expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS_DEEP);
    },
  );

  test.each(SORTS)("reaches every title once when sorted by %s", async (sort) => {
    const { database: watched, meter } = meterDatabase(database);
    const origin = openCatalog(watched);
    const seen: number[] = [];
    let paging = { page: 1, limit: 30 };
    let after: string | null = null;
    for (let goesOn = true; goesOn; ) {
      meter.reset();
      const list: LoadedList = await origin.browse(browseQuery({ sort, after, ...paging }));
      expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS_DEEP);
      seen.push(...v.parse(SearchResponse, JSON.parse(toJson(list))).map(({ id }) => id));
      const next = list.notes?.list?.next;
      paging = { ...paging, page: next === undefined ? paging.page + 1 : 1 };
      after = next ?? after;
      goesOn = list.more === true || next !== undefined;
    }
    expect(seen).toHaveLength(COUNT);
    expect(new Set(seen).size).toBe(COUNT);
    if (sort === "popularity") expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  test("returns `after` once numbered pages end at a thousand titles", async () => {
    const browsePage = (page: number, limit: number) => catalog.browse(browseQuery({ page, limit }));
    expect(await browsePage(49, 20)).toMatchObject({ isEmpty: false, more: true });
    const last = await browsePage(50, 20);
    expect(last).toMatchObject({ isEmpty: false, more: false, notes: { list: { next: "16000" } } });
    expect(await browsePage(51, 20)).toMatchObject({ isEmpty: true });
    expect(await browsePage(34, 30)).toMatchObject({
      isEmpty: false,
      more: false,
      notes: { list: { next: "16320" } },
    });
    expect(await browsePage(35, 30)).toMatchObject({ isEmpty: true });
  });
});
