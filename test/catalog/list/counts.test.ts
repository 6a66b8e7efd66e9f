/** How many titles each value of a filter leads to, in a real D1. */
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/catalog/catalog.ts";
import {
  BrowseCounts,
  type BrowseFilters,
  COUNTED_FILTERS,
  type CountedFilter,
  NO_FACTS,
} from "../../../worker/contract/browse.ts";
import { isKind, NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { SearchAnswer } from "../../../worker/contract/record.ts";
import { jsonOf } from "../../../worker/source/loaded.ts";
import { metered } from "../../bench/search/metered.ts";
import { browseQuery } from "../../contract/records.ts";
import { database, fillCatalog, manyTitles } from "../kit.ts";

const { database: watched, meter } = metered(database);
const catalog = catalogOrigin(watched).can;

type Given = Partial<Omit<BrowseFilters, "filter">> & { readonly f?: string };

const filtersOf = ({ f = "", ...given }: Given): BrowseFilters => ({
  filter: parseFilter(f) ?? NO_FILTER,
  ...NO_FACTS,
  ...given,
});

async function countsOf(filters: BrowseFilters): Promise<BrowseCounts> {
  return v.parse(BrowseCounts, JSON.parse(jsonOf(await catalog.counts(filters)) ?? ""));
}

/** The same filters with this value of one of them; a rating or a runtime of exactly this much is no filter. */
function withValue(filters: BrowseFilters, filter: CountedFilter, value: string): BrowseFilters | null {
  if (filter === "minRating") return null;
  if (filter === "kind")
    return isKind(value) ? { ...filters, filter: { ...filters.filter, kind: value } } : null;
  if (filter === "runtime") return { ...filters, runtime: { first: Number(value), last: Number(value) } };
  return { ...filters, [filter]: value };
}

/** As many as its pages list. */
async function listed(filters: BrowseFilters): Promise<number> {
  let titles = 0;
  for (let page = 1, more = true; more; page += 1) {
    const list = await catalog.browse(browseQuery({ ...filters, page, limit: 100 }));
    titles += v.parse(SearchAnswer, JSON.parse(jsonOf(list))).length;
    more = list.more === true;
  }
  return titles;
}

const GENRES = ["Drama", "Comedy, Drama", "Science Fiction", "Horror, Comedy, Horror", ""];

describe("among few titles", () => {
  beforeAll(() =>
    fillCatalog(
      Array.from({ length: 180 }, (_, at) => ({
        title: `${"The ,A ,É,9,…,m,z".split(",")[at % 7]}${at % 7 === 4 ? "" : at}`,
        year: String(1950 + (at % 60)),
        type: at % 4 === 0 ? "series" : "movie",
        genres: GENRES[at % 5] ?? "",
        countries: at % 3 === 0 ? "France, Côte d'Ivoire" : "Japan",
        language: at % 11 === 0 ? undefined : ["fr", "ja"][at % 2],
        rating: (at % 97) / 10,
        votes: at,
        runtime: String(at % 130),
        is_adult: at % 50 === 49 ? 1 : 0,
      })),
    ),
  );

  test.each<Given>([
    {},
    { f: "series" },
    { genre: "comedy" },
    { f: "movie,1960-1979", genre: "drama" },
    { genre: "horror", country: "japan", language: "ja" },
    { minRating: 7, runtime: { first: 60, last: 120 } },
    { f: "series", minRating: 5, country: "france" },
    { genre: "drama", country: "nowhere" },
    { f: "1800", language: "fr" },
  ])(
    "%j: each number is that of the titles which its value lists, and no value is missing",
    async (given) => {
      const filters = filtersOf(given);
      const { titles, isExact, values } = await countsOf(filters);
      expect([titles, isExact]).toEqual([await listed(filters), true]);
      expect(Object.keys(values).sort()).toEqual([...COUNTED_FILTERS].sort());
      for (const filter of COUNTED_FILTERS) {
        for (const [value, number] of values[filter] ?? []) {
          const other = withValue(filters, filter, value);
          if (other !== null) expect(number, `${filter} ${value}`).toBe(await listed(other));
        }
      }
      for (const minRating of [1, 5, 9]) {
        const from = (values.minRating ?? []).filter(([points]) => Number(points) >= minRating);
        const sum = from.reduce((all, [, number]) => all + number, 0);
        expect(sum, `rated ${minRating}`).toBe(await listed({ ...filters, minRating }));
      }
      const genres = new Map(values.genre);
      for (const genre of ["drama", "comedy", "science-fiction", "horror"])
        expect(genres.get(genre) ?? 0, genre).toBe(await listed({ ...filters, genre }));
    },
  );
});

describe("among many titles", () => {
  const COUNT = 4_000;
  /** For each title that is counted: its entry in the index, its place in the list, and its row. */
  const MAX_ROWS = 3 * 1_000 + 200;

  beforeAll(() => fillCatalog(manyTitles(COUNT)));

  test.each<[Given, Pick<BrowseCounts, "titles" | "isExact">]>([
    [{}, { titles: 4_000, isExact: true }],
    [{ f: "series" }, { titles: 1_000, isExact: true }],
    [{ f: "movie,1900-1909" }, { titles: 238, isExact: true }],
    [{ genre: "drama" }, { titles: 2_000, isExact: true }],
    [
      { genre: "drama", f: "series" },
      { titles: 1_000, isExact: true },
    ],
    [{ genre: "none" }, { titles: 0, isExact: true }],
    [
      { genre: "drama", language: "fr" },
      { titles: 1_000, isExact: false },
    ],
    [
      { genre: "drama", f: "movie,1900-" },
      { titles: 1_000, isExact: true },
    ],
    [
      { genre: "drama", country: "iceland" },
      { titles: 0, isExact: true },
    ],
    [
      { country: "iceland", language: "fr" },
      { titles: 4, isExact: true },
    ],
    [{ minRating: 5 }, { titles: 1_000, isExact: false }],
    [{ minRating: 8 }, { titles: 440, isExact: true }],
    [
      { genre: "comedy", country: "iceland", language: "fr", minRating: 1 },
      { titles: 3, isExact: true },
    ],
  ])("%j has %j titles, exactly up to a thousand, in a bounded number of rows", async (given, expected) => {
    meter.reset();
    const counts = await countsOf(filtersOf(given));
    expect(counts).toMatchObject(expected);
    expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS);
  });

  test.each<[Given, number]>([
    [{}, 100],
    [{ f: "movie" }, 200],
    [{ genre: "drama" }, 100],
    [{ minRating: 1, f: "movie" }, 1_100],
    [{ genre: "drama", language: "fr" }, 1_100],
    [{ minRating: 5, runtime: { first: 1, last: 199 } }, 1_100],
  ])(
    "%j leaves too many titles: no value has a number, and no title is read for one",
    async (given, rows) => {
      meter.reset();
      expect((await countsOf(filtersOf(given))).values).toEqual({});
      expect(meter.rows).toBeLessThanOrEqual(rows);
    },
  );

  test("a filter without which there are too many titles has no numbers; the others do", async () => {
    const { values } = await countsOf(filtersOf({ genre: "comedy", country: "iceland" }));
    expect(values.country).toBeUndefined();
    expect(values).toMatchObject({ genre: [["comedy", 4]], language: [["fr", 4]], kind: [["movie", 4]] });
  });

  test("titles that were not read to their end cost only entries of the index", async () => {
    meter.reset();
    const { values } = await countsOf(filtersOf({ genre: "comedy", country: "iceland", language: "fr" }));
    expect([values.country, values.genre]).toEqual([undefined, [["comedy", 4]]]);
    expect(meter.rows).toBeLessThanOrEqual(2 * 1_001 + 100);
  });
});
