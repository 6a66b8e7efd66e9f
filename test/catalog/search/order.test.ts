/** A search of one genre, or in another order than by relevance, in a real D1. */
import { beforeAll, describe, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/catalog/catalog.ts";
import { goodMatches, inOrder } from "../../../worker/catalog/search/order.ts";
import type { Ranked } from "../../../worker/catalog/search/ranking.ts";
import type { BrowseQuery } from "../../../worker/contract/browse.ts";
import { jsonOf } from "../../../worker/source/loaded.ts";
import { metered } from "../../bench/search/metered.ts";
import type { Given } from "../../contract/records.ts";
import { database, fillCatalog, type GivenTitle, queryOf, textQuery } from "../kit.ts";

const { database: watched, meter } = metered(database);
/** The functions of the catalog as a new request has them. */
const catalog = () => catalogOrigin(watched).can;

type Asked = Given<BrowseQuery>;
const ORDERS = ["relevance", "popularity", "year", "rating"] as const;

const refine = (text: string, given?: Asked) => catalog().browse(textQuery(text, given));

async function titles(text: string, given?: Asked): Promise<string[]> {
  const json = jsonOf(await refine(text, given));
  return JSON.parse(json).map(({ title }: { title: string }) => title);
}

/** The most popular first. */
const TITLES: readonly GivenTitle[] = [
  { title: "Star Wars", year: "1977", genres: "Action, Science Fiction", french: "La Guerre des étoiles" },
  { title: "The Star", year: "2017", genres: "Comedy" },
  { title: "A Star Is Born", year: "2018", genres: "Drama, Music" },
  { title: "Star Trek", year: "2009", genres: "Action, Science Fiction" },
  { title: "Star Wars: Andor", year: "2022", type: "series", genres: "Drama, Science Fiction" },
  { title: "Star Wars: Visions", genres: "Animation" },
  { title: "Wars of the Roses", year: "2024", genres: "Drama" },
  { title: "S", year: "1950", genres: "Comedy" },
  { title: "Star Dust", year: "1980", genres: "Drama", is_adult: 1 },
];

describe("a search", () => {
  beforeAll(() => fillCatalog(TITLES));

  test.each<[Asked, readonly string[]]>([
    [{ genre: "science-fiction" }, ["Star Wars", "Star Trek", "Star Wars: Andor"]],
    [{ genre: "drama" }, ["A Star Is Born", "Star Wars: Andor"]],
    [{ genre: "drama", f: "series" }, ["Star Wars: Andor"]],
    [{ genre: "drama", f: "2018" }, ["A Star Is Born"]],
    [{ genre: "horror" }, []],
    [{ genre: "fiction" }, []],
    [
      { sort: "year", f: "movie" },
      ["A Star Is Born", "The Star", "Star Trek", "Star Wars", "Star Wars: Visions"],
    ],
    [{ sort: "popularity", f: "2009-" }, ["The Star", "A Star Is Born", "Star Trek", "Star Wars: Andor"]],
  ])("for star with %j gives %j", async (given, expected) => {
    const found = await titles("star", given);
    if (given?.sort === undefined) expect(found.toSorted()).toEqual(expected.toSorted());
    else expect(found).toEqual(expected);
  });

  test("of one genre keeps its own order", async () => {
    const all = await titles("star");
    const some = await titles("star", { genre: "science-fiction" });
    expect(some).toEqual(all.filter((title) => some.includes(title)));
  });

  test.each(ORDERS.slice(1))("by %s has all titles that have each word as typed", async (sort) => {
    for (const text of ["s", "star w", "wars"])
      expect((await titles(text, { sort })).toSorted(), text).toEqual((await titles(text)).toSorted());
  });

  test.each(ORDERS.slice(1))("of one genre by %s has the titles that it has by relevance", async (sort) => {
    for (const genre of ["drama", "science-fiction", "comedy"])
      expect((await titles("a star", { genre, sort })).toSorted(), genre).toEqual(
        (await titles("a star", { genre })).toSorted(),
      );
  });

  test.each(ORDERS)("by %s is one list, whatever the pages", async (sort) => {
    const whole = await titles("star", { sort, page: 1, limit: 100 });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => titles("star", { sort, page, limit: 2 })));
    expect(pages.flat()).toEqual(whole);
  });

  test("tells whether there is another page", async () => {
    const more = async (page: number, genre: string | null) =>
      (await refine("star", { genre, sort: "year", page, limit: 2 })).more;
    expect([await more(1, null), await more(3, null)]).toEqual([true, false]);
    expect([await more(1, "science-fiction"), await more(2, "science-fiction")]).toEqual([true, false]);
    expect(await refine("star", { genre: "music" })).toMatchObject({ isEmpty: false });
    expect(await refine("star", { genre: "horror" })).toMatchObject({ isEmpty: true, more: false });
  });

  test("names the corrected text", async () => {
    expect((await refine("star trke", { genre: "science-fiction" })).notes?.list?.correctedText).toBe(
      "star trek",
    );
    expect(await titles("star trke", { genre: "science-fiction", exact: true })).not.toContain("Star Trek");
  });

  test("gives records in the requested language", async () => {
    expect(await titles("star wars", { genre: "action", lang: "fr" })).toEqual(["La Guerre des étoiles"]);
  });

  test("without words finds nothing", async () => {
    expect(await titles("?!", { sort: "year" })).toEqual([]);
  });

  test("past the last page reads nothing", async () => {
    meter.reset();
    expect(await titles("star", { sort: "year", page: 1_001, limit: 1 })).toEqual([]);
    expect(meter.roundTrips).toBe(0);
  });

  test("that is not refined is the search itself", async () => {
    const query = queryOf("star trke", { page: 1, limit: 20 });
    expect(jsonOf(await refine("star trke"))).toBe(jsonOf(await catalog().search(query)));
  });
});

describe("a search that matches more titles than pages give", () => {
  const many = Array.from({ length: 1_200 }, (_, at) => ({
    title: `Night ${at}`,
    year: String(1900 + (at % 120)),
    genres: at % 100 === 0 ? "Documentary" : "Drama",
  }));
  beforeAll(() => fillCatalog(many));

  test.each<Asked>([{ sort: "year" }, { genre: "documentary" }, { genre: "drama", sort: "popularity" }])(
    "reads a bounded number of rows with %j",
    async (given) => {
      meter.reset();
      await refine("night", given);
      expect(meter.roundTrips).toBeLessThanOrEqual(6);
      expect(meter.rows).toBeLessThan(5_000);
    },
  );

  test("is narrowed and sorted among the titles that its pages give", async () => {
    // One after the other: a list counts the statements of its request.
    async function pages(given: Asked): Promise<string[]> {
      const found: string[] = [];
      for (let page = 1; page <= 10; page += 1) {
        found.push(...(await titles("night", { ...given, page, limit: 100 })));
      }
      return found;
    }
    const given = await pages({});
    expect(given).toHaveLength(1_000);
    expect((await pages({ sort: "year" })).toSorted()).toEqual(given.toSorted());
    const rare = await pages({ genre: "documentary" });
    expect(rare).toEqual(given.filter((title) => Number(title.split(" ")[1]) % 100 === 0));
    expect(rare.length).toBeGreaterThan(0);
    expect(await refine("night", { sort: "year", page: 10, limit: 100 })).toMatchObject({
      more: false,
      notes: { list: { total: 1_000, limitedTo: 1_000 } },
    });
  });
});

describe("an order", () => {
  const CANDIDATES = [
    { covered: 1, rank: 9, forms: "bird\nan old name", year: 1990 },
    { covered: 0.86, rank: 8, forms: "the ant", year: 2000 },
    { covered: 0.84, rank: 7, forms: "aardvark", year: 2010 },
    { covered: 0.95, rank: 6, forms: "cat", year: 1990 },
    { covered: 0.95, rank: 5, forms: "bird", year: 0 },
  ];
  const ranked = (best: number) =>
    CANDIDATES.map(({ covered, ...candidate }): Ranked => {
      const match = { form: "", covered: covered * best, filled: 0, inOrder: 0, begins: 0, whole: 0 };
      return { candidate, score: 0, match };
    });

  test.each([
    ["popularity", [5, 6, 8, 9]],
    ["year", [8, 6, 9, 5]],
    ["rating", [9, 8, 6, 5]],
  ] as const)("by %s has no titles that lack words and match much worse than the best", (sort, expected) => {
    for (const best of [1, 0.5]) {
      const rows = goodMatches(ranked(best), new Set([9])).map(({ candidate }) => ({
        ...candidate,
        facts: JSON.stringify({ rating: candidate.rank, votes: 10 ** 6 }),
      }));
      expect(inOrder(rows, sort).map(({ rank }) => rank)).toEqual(expected);
    }
  });
});
