/** Titles without words, in a real D1. */

import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { type BrowseQuery, Facets } from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { SearchAnswer } from "../../../worker/contract/record.ts";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { metered } from "../../bench/search/metered.ts";
import { database, fill, type GivenTitle } from "./filled.ts";

const catalog = catalogOrigin(database).can;

type Given = Partial<Omit<BrowseQuery, "filter">> & { readonly f?: string };

function queryOf({ f = "", ...given }: Given): BrowseQuery {
  return {
    filter: parseFilter(f) ?? NO_FILTER,
    genre: null,
    country: null,
    language: null,
    sort: "popularity",
    paging: { page: 1, limit: 20 },
    lang: "en",
    ...given,
  };
}

async function titles(given: Given): Promise<string[]> {
  const { json } = await catalog.browse(queryOf(given));
  return v.parse(SearchAnswer, JSON.parse(json)).map(({ title }) => title);
}

/** The most popular first. */
const TITLES: readonly GivenTitle[] = [
  {
    title: "The Matrix",
    year: "1999",
    genres: "Action, Science Fiction",
    countries: "United States",
    language: "en",
  },
  { title: "Borgen", year: "2010", type: "series", genres: "Drama", countries: "Denmark", language: "da" },
  {
    title: "Émile",
    year: "1999",
    genres: "Drama",
    countries: "France, Côte d'Ivoire",
    language: "fr",
    french: "Emile",
  },
  { title: "A Separation", year: "2011", genres: "Drama", countries: "Iran", language: "fa" },
  { title: "Metropolis", year: "1927", genres: "Science Fiction", countries: "Germany", language: "de" },
  { title: "Before Time", year: "0999", genres: "Drama" },
  { title: "Undated", genres: "Drama" },
  { title: "Not for children", year: "2012", genres: "Drama", is_adult: 1 },
];

describe("browsing", () => {
  beforeAll(() => fill(TITLES));

  test.each<[Given, readonly string[]]>([
    [{}, ["The Matrix", "Borgen", "Émile", "A Separation", "Metropolis", "Before Time", "Undated"]],
    [{ f: "series" }, ["Borgen"]],
    [{ f: "1999" }, ["The Matrix", "Émile"]],
    [{ f: "movie,1990-2011" }, ["The Matrix", "Émile", "A Separation"]],
    [{ f: "-1998" }, ["Metropolis", "Before Time"]],
    [{ f: "2000-" }, ["Borgen", "A Separation"]],
    [{ f: "2000~" }, ["The Matrix", "Émile"]],
    [{ genre: "science-fiction" }, ["The Matrix", "Metropolis"]],
    [{ genre: "drama", f: "1999" }, ["Émile"]],
    [{ country: "cote-divoire" }, ["Émile"]],
    [{ language: "fa" }, ["A Separation"]],
    [{ genre: "science-fiction", language: "fa" }, []],
    [{ genre: "fiction" }, []],
  ])("%j gives %j, the most popular first", async (given, expected) => {
    expect(await titles(given)).toEqual(expected);
  });

  test("sorts by year, the latest first and the unknown last", async () => {
    const expected = [
      "A Separation",
      "Borgen",
      "The Matrix",
      "Émile",
      "Metropolis",
      "Before Time",
      "Undated",
    ];
    expect(await titles({ sort: "year" })).toEqual(expected);
    expect(await titles({ sort: "year", genre: "drama", f: "1990-2010" })).toEqual(["Borgen", "Émile"]);
  });

  test("sorts by title without regard to accents, case and an English article", async () => {
    const expected = [
      "Before Time",
      "Borgen",
      "Émile",
      "The Matrix",
      "Metropolis",
      "A Separation",
      "Undated",
    ];
    expect(await titles({ sort: "title" })).toEqual(expected);
    expect(await titles({ sort: "title", genre: "science-fiction" })).toEqual(["The Matrix", "Metropolis"]);
  });

  test.each(["popularity", "year", "title"] as const)("the pages by %s join without a gap", async (sort) => {
    const all = await titles({ sort });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => titles({ sort, paging: { page, limit: 2 } })));
    expect(pages.flat()).toEqual(all);
  });

  test("says whether there is a next page", async () => {
    expect(await catalog.browse(queryOf({ paging: { page: 3, limit: 3 } }))).toMatchObject({ more: false });
    expect(await catalog.browse(queryOf({ paging: { page: 2, limit: 3 } }))).toMatchObject({ more: true });
    const past = await catalog.browse(queryOf({ paging: { page: 9, limit: 100 } }));
    expect(past).toMatchObject({ json: "[]", isEmpty: true, more: false });
  });

  test("gives records in the language asked for", async () => {
    expect(await titles({ lang: "fr", country: "france" })).toEqual(["Emile"]);
  });

  test("counts the titles of each kind by year, genre, country and language", async () => {
    const facets = v.parse(Facets, JSON.parse((await catalog.facets(null)).json ?? ""));
    const drama = { value: "drama", name: "Drama", movies: 4, series: 1, titles: 5 };
    const ivory = { value: "cote-divoire", name: "Côte d'Ivoire", movies: 1, series: 0, titles: 1 };
    expect(facets.genres[0]).toEqual(drama);
    expect(facets.countries).toContainEqual(ivory);
    expect(facets.languages.map(({ value }) => value).sort()).toEqual(["da", "de", "en", "fa", "fr"]);
    expect(facets.years.map(({ value }) => value)).toEqual(["2011", "2010", "1999", "1927", "0999", ""]);
  });
});

describe("with many titles", () => {
  const COUNT = 4_000;
  /** Index and record of each title of a page, those before it, and what is known of the catalog. */
  const MAX_ROWS = 400;
  const MAX_ROWS_DEEP = 3_500;

  beforeAll(() =>
    fill(
      Array.from({ length: COUNT }, (_, at) => ({
        title: `Title ${at}`,
        year: String(1900 + (at % 120)),
        type: at % 4 === 0 ? "series" : "movie",
        genres: at % 2 === 0 ? "Drama" : "Comedy",
        countries: at % 1_000 === 999 ? "Iceland" : "France",
        language: "fr",
      })),
    ),
  );

  const narrowed: Given[] = [
    {},
    { f: "movie" },
    { f: "1950-" },
    { genre: "drama" },
    { genre: "drama", country: "iceland" },
    { genre: "comedy", country: "iceland", language: "fr", f: "series" },
  ];

  test.each(
    narrowed.flatMap((given) =>
      (["popularity", "year", "title"] as const).map((sort) => ({ ...given, sort })),
    ),
  )("%j reads a bounded number of rows", async (given) => {
    const { database: watched, meter } = metered(database);
    const origin = catalogOrigin(watched).can;
    await origin.browse(queryOf(given));
    expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS);
    meter.reset();
    await origin.browse(queryOf({ ...given, paging: { page: 50, limit: 20 } }));
    expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS_DEEP);
  });

  test("no page is beyond a thousand titles", async () => {
    expect(await catalog.browse(queryOf({ paging: { page: 50, limit: 20 } }))).toMatchObject({
      isEmpty: false,
      more: false,
    });
    expect(await catalog.browse(queryOf({ paging: { page: 51, limit: 20 } }))).toMatchObject({
      isEmpty: true,
    });
  });
});
