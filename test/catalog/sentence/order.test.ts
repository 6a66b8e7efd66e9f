/** Tests searches with a genre, or sorted by something other than relevance, on a real D1 database. */

import { beforeAll, describe, expect, test } from "vitest";
import { meterDatabase } from "../../bench/search/metered.ts";
import type { GivenList } from "../../contract/records.ts";
import { database, fillCatalog, type GivenTitle, list, search } from "../kit.ts";

const { database: watched, meter } = meterDatabase(database);

type Asked = GivenList;
const ORDERS = ["relevance", "popularity", "year", "rating"] as const;

/** Returns the results without their years. */
async function titles(text: string, given?: Asked): Promise<string[]> {
  return (await list(text, given, watched)).records.map(({ title }) => title);
}

/** Sorted by popularity. */
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

describe("search list", () => {
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
  ])("filters and sorts titles that match star: %j, %j", async (given, expected) => {
    const found = await titles("star", given);
    if (given?.sort === undefined) expect(found.toSorted()).toEqual(expected.toSorted());
    else expect(found).toEqual(expected);
  });

  test("keeps the relevance order within a genre", async () => {
    const all = await titles("star");
    const some = await titles("star", { genre: "science-fiction" });
    expect(some).toEqual(all.filter((title) => some.includes(title)));
  });

  test.each(ORDERS.slice(1))("contains every title with the exact words when sorted by %s", async (sort) => {
    for (const text of ["s", "star w", "wars"])
      expect((await titles(text, { sort })).toSorted(), text).toEqual((await titles(text)).toSorted());
  });

  test.each(ORDERS.slice(1))("contains the same titles of a genre when sorted by %s", async (sort) => {
    for (const genre of ["drama", "science-fiction", "comedy"])
      expect((await titles("a star", { genre, sort })).toSorted(), genre).toEqual(
        (await titles("a star", { genre })).toSorted(),
      );
  });

  test.each(ORDERS)("does not depend on the page size when sorted by %s", async (sort) => {
    const whole = await titles("star", { sort, page: 1, limit: 100 });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => titles("star", { sort, page, limit: 2 })));
    expect(pages.flat()).toEqual(whole);
  });

  test("reports whether there is a next page", async () => {
    const more = async (page: number, genre: string | null) =>
      (await list("star", { genre, sort: "year", page, limit: 2 })).more;
    expect([await more(1, null), await more(3, null)]).toEqual([true, false]);
    expect([await more(1, "science-fiction"), await more(2, "science-fiction")]).toEqual([true, false]);
    expect(await list("star", { genre: "horror" })).toMatchObject({ titles: [], more: false });
  });

  test("returns the corrected query", async () => {
    expect((await list("star trke", { genre: "science-fiction" })).notes.list?.correctedText).toBe(
      "star trek",
    );
    expect(await titles("star trke", { genre: "science-fiction", exact: true })).not.toContain("Star Trek");
  });

  test("returns records in the requested language", async () => {
    expect(await titles("star wars", { genre: "action", lang: "fr" })).toEqual(["La Guerre des étoiles"]);
  });

  test("is empty for a query without words", async () => {
    expect(await titles("?!", { sort: "year" })).toEqual([]);
  });

  test.each(ORDERS.slice(1))("omits much worse matches when sorted by %s", async (sort) => {
    expect(await titles("star wars andro")).toEqual(["Star Wars: Andor", "Star Wars"]);
    expect(await titles("star wars andro", { sort })).toEqual(["Star Wars: Andor"]);
  });

  test("keeps its total on a page past the end", async () => {
    const [first, past] = await Promise.all(
      [1, 1_001].map((page) => list("star", { sort: "year", page, limit: 1 })),
    );
    expect(past).toMatchObject({ titles: [], more: false });
    expect(past?.notes.list?.total).toBe(first?.notes.list?.total);
    expect(past?.notes.list?.total).toBeGreaterThan(0);
  });

  test("returns the same records as search() without filters", async () => {
    const { records } = await search("star trke", { page: 1, limit: 20 });
    expect((await list("star trke")).records).toEqual(records);
  });
});

describe("search list with more titles than fit its pages", () => {
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
      await list("night", given, watched);
      expect(meter.roundTrips).toBeLessThanOrEqual(6);
      expect(meter.rows).toBeLessThan(5_000);
    },
  );

  test("filters and sorts only the titles that fit its pages", async () => {
    // Pages are read one by one, because each request limits its number of statements.
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
    expect(await list("night", { sort: "year", page: 10, limit: 100 })).toMatchObject({
      more: false,
      notes: { list: { total: 1_000, limitedTo: 1_000 } },
    });
  });
});
