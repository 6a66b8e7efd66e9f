/** What pages browse, and the shelves of the first page: from an origin that a test sets. */
import { describe, expect, test } from "vitest";
import { areUncacheable } from "../../worker/cache/compose.ts";
import type { Answer } from "../../worker/cache/resource.ts";
import type { BrowseQuery, Facets } from "../../worker/contract/browse.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import type { Origin } from "../../worker/origins/origin.ts";
import { browsing } from "../../worker/resources/browse.ts";
import { noted } from "../../worker/resources/resource.ts";
import { record } from "../contract/records.ts";
import { originGiving, resourcesOf } from "./kit.ts";

const THIS_YEAR = 2023;

/** `titles`: the most popular first. `clock` of the kit is in 2023. */
function setUp(titles: readonly TitleRecord[], fails: { problem: Problem | null } = { problem: null }) {
  const asked: BrowseQuery[] = [];
  const origin: Origin = {
    ...originGiving(() => "[]"),
    async browse(query) {
      if (fails.problem !== null) throw fails.problem;
      asked.push(query);
      const { first = 0, last = 9999 } = query.filter.years ?? {};
      const found = titles.filter(({ year }) => Number(year) >= first && Number(year) <= last);
      const json = JSON.stringify(found.slice(0, query.paging.limit));
      return { json, isEmpty: found.length === 0, version: "1" };
    },
    async facets() {
      if (fails.problem !== null) throw fails.problem;
      const counted = Map.groupBy(titles, ({ year }) => year);
      const years = [...counted].map(([value, { length }]) => ({
        ...{ value, name: value, movies: length, series: 0, titles: length },
      }));
      years.sort((one, other) => (one.value < other.value ? 1 : -1));
      const facets: Facets = { years, genres: [], countries: [], languages: [] };
      return { json: JSON.stringify(facets), version: "1" };
    },
  };
  const { resources, clock } = resourcesOf(origin);
  const answers: Answer[] = [];
  const browse = browsing({ origin, resources: noted(resources, answers), now: () => clock.now });
  return { browse, asked, answers };
}

let ids = 0;

function films(...years: readonly string[]): TitleRecord[] {
  return years.map((year) => ({ ...record(), id: ++ids, title: `Of ${year}`, year, plot: "Long." }));
}

const names = (titles: readonly TitleRecord[] | undefined) => titles?.map(({ title }) => title);

describe("the shelves", () => {
  test("show the most popular titles, new ones, and one of each decade, the latest first", async () => {
    const { browse } = setUp(films("1994", "1999", "2022", "2008", "2021", "1927"));
    const found = await browse.shelves("en");
    expect(names(found?.popular)).toEqual(["Of 1994", "Of 1999", "Of 2022", "Of 2008", "Of 2021", "Of 1927"]);
    expect(found?.recent?.years).toEqual({ first: 2021, last: 2022 });
    expect(names(found?.recent?.titles)).toEqual(["Of 2022", "Of 2021"]);
    expect(found?.decades.map(({ years, title }) => [years.first, title.title])).toEqual([
      [2020, "Of 2022"],
      [2000, "Of 2008"],
      [1990, "Of 1994"],
      [1920, "Of 1927"],
    ]);
  });

  test("show a title again only where there is no other", async () => {
    const { browse } = setUp(films(...Array.from({ length: 12 }, () => "2022"), "1999", "2022"));
    const found = await browse.shelves("en");
    const popular = found?.popular.map(({ id }) => id) ?? [];
    expect(popular).not.toContain(found?.recent?.titles[0]?.id);
    expect(popular).not.toContain(found?.decades[1]?.title.id);
    expect(popular).toContain(found?.recent?.titles[1]?.id);
  });

  test("show nothing of a year that is still to come", async () => {
    const { browse } = setUp(films("1994", String(THIS_YEAR + 1), ""));
    const found = await browse.shelves("en");
    expect(found?.recent?.years).toEqual({ first: 1994, last: 1994 });
    expect(found?.decades.map(({ years }) => years.first)).toEqual([1990]);
  });

  test("take no more years for new titles than are needed", async () => {
    const { browse } = setUp(films(...Array.from({ length: 12 }, () => "2022"), "2021"));
    expect((await browse.shelves("en"))?.recent?.years).toEqual({ first: 2022, last: 2022 });
  });

  test("are empty where there are no titles", async () => {
    expect(await setUp([]).browse.shelves("en")).toEqual({ popular: [], recent: null, decades: [] });
  });

  test("are not known while the origin fails, and the page is not stored then", async () => {
    const { browse, answers } = setUp(films("1994"), {
      problem: new Problem("upstream-unavailable", "Down."),
    });
    expect(await browse.shelves("en")).toBeNull();
    expect(areUncacheable(answers)).toBe(true);
  });

  test("are tagged with every title, so that a purge of one of them includes the page", async () => {
    const titles = films("1994", "2022");
    const { browse, answers } = setUp(titles);
    await browse.shelves("en");
    const tags = answers.flatMap((answer) => (answer.kind === "served" ? answer.tags : []));
    for (const { id } of titles) expect(tags).toContain(`title-${id}`);
  });

  test("are not there with an origin that cannot browse, and the page may be stored", async () => {
    const origin = originGiving(() => "[]");
    const { resources, clock } = resourcesOf(origin);
    const answers: Answer[] = [];
    const browse = browsing({ origin, resources: noted(resources, answers), now: () => clock.now });
    expect(await browse.shelves("en")).toBeNull();
    expect(answers).toEqual([]);
  });
});
