/** Tests the number of titles per filter value on a real D1 database. */

import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { BrowseCounts } from "../../../worker/contract/browse.ts";
import { toJson } from "../../../worker/source/loaded.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { browseQuery, type GivenList } from "../../contract/records.ts";
import { database, fillCatalog, manyTitles, openCatalog } from "../kit.ts";

const { database: watched, meter } = meterDatabase(database);
const catalog = openCatalog(watched);

async function countTitles(given: GivenList): Promise<BrowseCounts> {
  return v.parse(BrowseCounts, JSON.parse(toJson(await catalog.counts(browseQuery(given))) ?? ""));
}

describe("counts()", () => {
  const COUNT = 4_000;
  /** The most rows that may be read: three for each counted title, and some for the rest. */
  const MAX_ROWS = 3 * 1_000 + 200;

  beforeAll(() => fillCatalog(manyTitles(COUNT)));

  test.each<[GivenList, Pick<BrowseCounts, "titles" | "isExact">]>([
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
    [{ min_rating: 5 }, { titles: 1_000, isExact: false }],
    [{ min_rating: 8 }, { titles: 440, isExact: true }],
    [
      { genre: "comedy", country: "iceland", language: "fr", min_rating: 1 },
      { titles: 3, isExact: true },
    ],
  ])("counts up to a thousand titles by reading few rows: %j, %j", async (given, expected) => {
    meter.reset();
    const counts = await countTitles(given);
    expect(counts).toMatchObject(expected);
    expect(meter.rows).toBeLessThanOrEqual(MAX_ROWS);
  });

  test.each<[GivenList, number]>([
    [{}, 100],
    [{ f: "movie" }, 200],
    [{ genre: "drama" }, 100],
    [{ min_rating: 1, f: "movie" }, 1_100],
    [{ genre: "drama", language: "fr" }, 1_100],
    [{ min_rating: 5, runtime: { first: 1, last: 199 } }, 1_100],
  ])("omits the values for %j and does not read titles", async (given, rows) => {
    meter.reset();
    expect((await countTitles(given)).values).toEqual({});
    expect(meter.rows).toBeLessThanOrEqual(rows);
  });

  test("omits only the counts that would need too many titles", async () => {
    const { values } = await countTitles({ genre: "comedy", country: "iceland" });
    expect(values.country).toBeUndefined();
    expect(values).toMatchObject({ genre: [["comedy", 4]], language: [["fr", 4]], kind: [["movie", 4]] });
  });

  test("reads only index entries for titles it cannot count", async () => {
    meter.reset();
    const { values } = await countTitles({ genre: "comedy", country: "iceland", language: "fr" });
    expect([values.country, values.genre]).toEqual([undefined, [["comedy", 4]]]);
    expect(meter.rows).toBeLessThanOrEqual(2 * 1_001 + 100);
  });
});
