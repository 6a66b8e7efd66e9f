import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { Shelves } from "../../../worker/contract/browse.ts";
import { toJson } from "../../../worker/source/loaded.ts";
import { POPULAR } from "../../../worker/source/shelves.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillCatalog, type GivenTitle, manyTitles, type openCatalog } from "../kit.ts";
import { openCatalogIn } from "../open.ts";

const now = () => Date.parse("2021-03-10T12:00:00Z");

const POPULAR_ONES = Array.from(
  { length: POPULAR },
  (_, at): GivenTitle => ({ title: `Old ${at}`, year: "1950" }),
);
const rated = { rating: 7, votes: 100 };

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  ...POPULAR_ONES,
  { title: "Of January", year: "2021", released: "2021-01-20", ...rated },
  { title: "Of last May", year: "2020", released: "2020-05-20", ...rated },
  { title: "Of an unknown day", year: "2021", ...rated },
  { title: "Of March", year: "2021", released: "2021-03-09", ...rated },
  { title: "Of tomorrow", year: "2021", released: "2021-03-11", ...rated },
  { title: "Of today", year: "2021", released: "2021-03-10", ...rated },
  { title: "Without votes", year: "2021", released: "2021-03-08" },
];

async function readRecent(catalog: ReturnType<typeof openCatalog>, year: number): Promise<string[]> {
  const json = toJson(await catalog.shelves({ lang: "en", year }));
  return v.parse(Shelves, JSON.parse(json ?? "")).recent?.titles.map(({ title }) => title) ?? [];
}

describe("listRecent()", () => {
  beforeAll(async () => {
    await fillCatalog(TITLES);
  });

  test("lists released titles with votes, latest first", async () => {
    expect(await readRecent(openCatalogIn(database, now), 2021)).toEqual([
      "Of today",
      "Of March",
      "Of January",
      "Of an unknown day",
      "Of last May",
    ]);
  });

  test("reads no more rows in a larger catalog", async () => {
    const rowsOf = async (titles: number) => {
      await fillCatalog(manyTitles(titles));
      const { database: watched, meter } = meterDatabase(database);
      await openCatalogIn(watched, now).shelves({ lang: "en", year: 2021 });
      return meter.rows;
    };
    const [few, many] = [await rowsOf(10_000), await rowsOf(20_000)];
    expect(many - few).toBeLessThan(50);
  });
});
