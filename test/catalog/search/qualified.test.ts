import { beforeAll, describe, expect, test } from "vitest";
import { fillCatalog, search } from "../kit.ts";

beforeAll(() =>
  fillCatalog([
    { title: "Dark", year: "2017", type: "series", series: { last_year: 2020 } },
    { title: "Shameless", year: "2011", type: "series", countries: "United States" },
    { title: "Shameless", year: "2004", type: "series", countries: "United Kingdom" },
    { title: "The Dark and the Wicked", year: "2020" },
    { title: "Running", year: "2018", type: "series", series: { in_production: true } },
    { title: "Friends", year: "1994", type: "series", series: { last_year: 2004 } },
  ]),
);

const find = async (text: string, given = {}) => (await search(text, given)).titles;

describe("GET /v1 with a name and a country or a year", () => {
  test.each([
    ["friends 2004", ["Friends 1994"]],
    ["friends 1999", ["Friends 1994"]],
    ["dark 2020", ["Dark 2017", "The Dark and the Wicked 2020"]],
    ["running 2024", ["Running 2018"]],
    ["shameless uk", ["Shameless 2004"]],
    ["shameless us", ["Shameless 2011"]],
  ])("finds %s", async (text, expected) => {
    expect((await find(text)).slice(0, expected.length)).toEqual(expected);
  });

  test.each(["friends 2005", "friends 1990", "friends uk"])("does not find %s", async (text) => {
    expect(await find(text)).not.toContain("Friends 1994");
  });

  test("lists each title once over all pages", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => find("dark 2020", { page, limit: 1 })));
    expect(pages).toEqual([["Dark 2017"], ["The Dark and the Wicked 2020"], []]);
  });
});
