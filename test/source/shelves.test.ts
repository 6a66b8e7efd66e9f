/** Tests the shelves of the home page with a source that the tests provide. */

import { describe, expect, test } from "vitest";
import type { Facets, Shelves } from "../../worker/contract/browse.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import type { BrowseQuery } from "../../worker/filters/browse-query.ts";
import { toFilter } from "../../worker/filters/facets.ts";
import { titleList, toJson } from "../../worker/source/loaded.ts";
import { loadShelves, POPULAR, type RecentQuery } from "../../worker/source/shelves.ts";
import { record } from "../contract/records.ts";

const THIS_YEAR = 2023;

/** `titles` must be sorted by popularity. */
function setUp(titles: readonly TitleRecord[], { hasRatings = false } = {}) {
  const queries: BrowseQuery[] = [];
  const recent: RecentQuery[] = [];
  const lists: Parameters<typeof loadShelves>[1] = {
    async recent(query) {
      recent.push(query);
      const { first = 0, last = 9999 } = toFilter(query.conditions).years ?? {};
      const found = titles.filter(({ year }) => Number(year) >= first && Number(year) <= last);
      return titleList(found.toReversed(), { version: "1" });
    },
    async browse(query) {
      queries.push(query);
      const { conditions, limit } = query;
      const { first = 0, last = 9999 } = toFilter(conditions).years ?? {};
      const found = titles.filter(({ year }) => Number(year) >= first && Number(year) <= last);
      return titleList(found.slice(0, limit), { version: "1" });
    },
    async facets() {
      const counted = Map.groupBy(titles, ({ year }) => year);
      const years = [...counted].map(([value, { length }]) => ({
        value,
        name: value,
        movies: length,
        series: 0,
        titles: length,
      }));
      years.sort((one, other) => (one.value < other.value ? 1 : -1));
      const others = { genres: [], countries: [], languages: [] };
      const facets: Facets = { ...others, years, hasRatings, hasRuntimes: false };
      return { value: facets, version: "1" };
    },
  };
  const load = () => loadShelves({ lang: "en", year: THIS_YEAR }, lists);
  return {
    asked: queries,
    recent,
    load,
    read: async (): Promise<Shelves> => JSON.parse(toJson(await load()) ?? ""),
  };
}

let ids = 0;

function films(...years: readonly string[]): TitleRecord[] {
  return years.map((year) => ({ ...record(), id: ++ids, title: `Of ${year}`, year, plot: "Long." }));
}

const names = (titles: readonly TitleRecord[] | undefined) => titles?.map(({ title }) => title);

describe("loadShelves()", () => {
  const POPULAR_ONES = Array.from({ length: POPULAR }, () => "1950");

  test("returns popular titles, recent titles, and one title per decade", async () => {
    const { read } = setUp(films(...POPULAR_ONES, "1994", "1999", "2021", "2008", "2022", "1927"));
    const found = await read();
    expect(names(found.popular)).toEqual(POPULAR_ONES.map((year) => `Of ${year}`));
    expect(found.recent?.years).toEqual({ first: 2021, last: 2022 });
    expect(names(found.recent?.titles)).toEqual(["Of 2022", "Of 2021"]);
    expect(found.decades.map(({ years, title }) => [years.first, title.title])).toEqual([
      [2000, "Of 2008"],
      [1990, "Of 1994"],
      [1920, "Of 1927"],
    ]);
  });

  test("returns each title once", async () => {
    const { read } = setUp(films(...Array.from({ length: 40 }, (_, at) => String(2023 - (at % 30)))));
    const { popular, recent, decades } = await read();
    const all = [...popular, ...(recent?.titles ?? []), ...decades.map(({ title }) => title)];
    expect(all.length).toBeGreaterThan(POPULAR);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test("omits titles from future years", async () => {
    const { read } = setUp(films(...POPULAR_ONES, "1994", "1993", String(THIS_YEAR + 1), ""));
    const found = await read();
    expect(found.recent?.years.last).toBe(1994);
    expect(found.decades.map(({ years }) => years.first)).toEqual([]);
  });

  test("covers only as many recent years as necessary", async () => {
    const { read } = setUp(
      films(...Array.from({ length: 12 }, () => "2022"), ...POPULAR_ONES.fill("2021"), "2020"),
    );
    expect((await read()).recent?.years).toEqual({ first: 2021, last: 2022 });
  });

  test("covers two recent years at least", async () => {
    const { read } = setUp(films(...Array.from({ length: 24 }, () => "2022"), "2021"));
    expect((await read()).recent?.years).toEqual({ first: 2021, last: 2022 });
  });

  test.each([
    ["only rated titles as recent ones if titles have ratings", true, ["min_rating", "years"]],
    ["unrated titles as recent ones if no title has a rating", false, ["years"]],
  ])("requests %s", async (_, hasRatings, facets) => {
    const { read, recent } = setUp(films("2022"), { hasRatings });
    await read();
    expect(recent.map(({ conditions }) => conditions.map(({ facet }) => facet).sort())).toEqual([facets]);
  });

  test("returns empty shelves if there are no titles", async () => {
    expect(await setUp([]).read()).toEqual({ popular: [], recent: null, decades: [] });
  });

  test("returns the ids of all titles, for purges", async () => {
    const titles = films("1994", "2022");
    const { ids } = await setUp(titles).load();
    expect(new Set(ids?.titles)).toEqual(new Set(titles.map(({ id }) => id)));
  });

  test("rejects when one of its lists fails", async () => {
    const down = async () => {
      throw new Problem("upstream-unavailable", "Down.");
    };
    const loading = loadShelves(
      { lang: "en", year: THIS_YEAR },
      { browse: down, facets: down, recent: down },
    );
    await expect(loading).rejects.toMatchObject({
      type: "upstream-unavailable",
    });
  });
});
