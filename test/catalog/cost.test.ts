/**
 * Limits the rows that D1 reads for a search with many matches and for a title by id, because D1 bills by the row.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../worker/source/loaded.ts";
import { meterDatabase } from "../bench/search/metered.ts";
import { database, fillCatalog, openCatalog, search } from "./kit.ts";

/** The most rows for a first page, and for a later page. */
const MAX_ROWS = 1_000;
const MAX_ROWS_DEEP = 2_500;
const TITLES = 3_000;

beforeAll(() =>
  fillCatalog(
    Array.from({ length: TITLES }, (_, at) => ({
      title: at % 3 === 0 ? "The Same" : `The Same ${at}`,
      year: "1999",
    })),
    [[2, "{}"]],
  ),
);

describe("number of rows the catalog reads", () => {
  test.each([
    ["the", {}],
    ["t", {}],
    ["the same", {}],
    ["same", { f: "1990-2010" }],
    ["same", { f: "1980" }],
    ["the smae", {}],
    ["same the same 12 smae sane seme", {}],
    ["the same", { page: 5, limit: 100 }],
    ["the same", { page: 25, limit: 20 }],
    ["s", { page: 5, limit: 100 }],
    ["a b c d e f g h i j k l m n o p q r s t u v w x y z", {}],
  ])("reads a bounded number of rows for %s %j", async (text, given) => {
    const { database: watched, meter } = meterDatabase(database);
    await search(text, given, watched);
    expect(meter.rows).toBeGreaterThan(0);
    expect(meter.rows).toBeLessThanOrEqual("page" in given ? MAX_ROWS_DEEP : MAX_ROWS);
  });

  test.each([
    [[2], 3],
    [[1, 2, 3], 10],
  ])("is three per title and one per catalog: %j, %i", async (ids, rows) => {
    const { database: watched, meter } = meterDatabase(database);
    const can = openCatalog(watched);
    const titles = await Promise.all(ids.map((id) => can.title({ id, lang: "en" })));
    expect(titles.map((title) => JSON.parse(toJson(title) ?? "").id)).toEqual(ids);
    expect(meter).toMatchObject({ rows, roundTrips: 1 });
  });

  test("is three for credits", async () => {
    const { database: watched, meter } = meterDatabase(database);
    const json = toJson(await openCatalog(watched).credits({ id: 2, lang: "en" }));
    expect(json).toBe("{}");
    expect(meter.rows).toBe(3);
  });
});
