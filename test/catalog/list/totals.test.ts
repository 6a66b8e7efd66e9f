/** Tests that the total of a search equals the number of titles on its pages, on a real D1 database. */

import { beforeAll, describe, expect, test } from "vitest";
import { meterDatabase } from "../../bench/search/metered.ts";
import type { GivenList } from "../../contract/records.ts";
import { database, fillCatalog, type GivenTitle, list } from "../kit.ts";

const { database: watched, meter } = meterDatabase(database);
const LIMIT = 60;

async function page(text: string, number: number, given: GivenList = {}) {
  const { records, ...said } = await list(text, { ...given, page: number, limit: LIMIT }, watched);
  return { ids: records.map(({ id }) => id), ...said };
}

/** Returns the ids on all pages, and the different totals that the pages report. */
async function allPages(text: string, given: GivenList = {}) {
  const ids: number[] = [];
  const said = new Set<string>();
  for (let number = 1; ; number += 1) {
    const { more, notes, ...read } = await page(text, number, given);
    ids.push(...read.ids);
    said.add(JSON.stringify({ total: notes?.list?.total, moreThan: notes?.list?.moreThan }));
    if (!more) return { ids, said: [...said] };
  }
}

const PLOT = "A lighthouse keeper finds a submarine.";
/** The titles by popularity. 700 of them match `star`, some with their whole title, and 350 match `night`. */
const TITLES: readonly GivenTitle[] = Array.from({ length: 1_050 }, (_, at) => ({
  title: at % 3 === 2 ? `Night ${at}` : at % 50 === 0 ? "Star" : `The Falling Star of ${at}`,
  year: String(1950 + (at % 60)),
  type: at % 5 === 0 ? "series" : "movie",
  genres: at % 2 === 0 ? "Drama" : "Comedy",
  is_adult: at === 7 ? 1 : 0,
  plot: at % 15 === 1 ? PLOT : "",
}));
const ANN = { id: 7, name: "Ann Aimes", profile_path: null, character: "" };
const WORKS = Array.from({ length: 640 }, (_, at) => at + 1);

describe("total of a search list", () => {
  beforeAll(() =>
    fillCatalog(
      TITLES,
      WORKS.map((id) => [id, JSON.stringify({ id, cast: [ANN] })]),
    ),
  );

  test.each<[string, GivenList, number]>([
    ["star", {}, 699],
    ["star", { f: "movie" }, 559],
    ["star", { exact: true }, 699],
    ["star", { sort: "year" }, 699],
    ["star", { genre: "drama" }, 350],
    ["night", {}, 350],
    ["star comedies", {}, 349],
    ["dramas", {}, 525],
    ["ann aimes", {}, 639],
    ["ann aimes comedies", {}, 319],
    ["ann aimes star", {}, 426],
    ["film about a lighthouse submarine", {}, 70],
  ])("equals the number of titles on all pages for %s with %j", async (text, given, expected) => {
    const { ids, said } = await allPages(text, given);
    expect(new Set(ids).size).toBe(ids.length);
    expect(said).toEqual([JSON.stringify({ total: ids.length })]);
    expect(ids).toHaveLength(expected);
  });
});

describe("total above 1,000", () => {
  beforeAll(() => fillCatalog(Array.from({ length: 1_100 }, (_, at) => ({ title: `Star ${at}` }))));

  test("is reported as more than 1,000", async () => {
    const { ids, said } = await allPages("star");
    expect(said).toEqual([JSON.stringify({ moreThan: 1_000 })]);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids).toHaveLength(1_000);
  });

  test.each([1, 2, 15])("costs a bounded number of rows on page %i", async (number) => {
    meter.reset();
    await page("star", number);
    expect(meter.roundTrips).toBeLessThanOrEqual(4);
    expect(meter.rows).toBeLessThan(2_500);
  });
});
