import { describe, expect, test } from "vitest";
import {
  browseString,
  facetSlug,
  isFacetSlug,
  parseRuntime,
  runtimeText,
} from "../../worker/contract/browse.ts";
import { browseQuery } from "./records.ts";

test("one query has one string, without defaults", () => {
  expect(browseString(browseQuery())).toBe("sort=popularity&page=1&limit=20&lang=en");
  const narrowed = browseQuery({
    f: "movie,1990-1999",
    genre: "drama",
    country: "japan",
    language: "ja",
    minRating: 7,
    runtime: { first: 90, last: 120 },
    sort: "year",
    after: "32-1999",
  });
  expect(browseString(narrowed)).toBe(
    "f=movie%2C1990-1999&genre=drama&country=japan&language=ja&min_rating=7&runtime=90-120&sort=year&after=32-1999&page=1&limit=20&lang=en",
  );
});

test.each([
  ["90", { first: 90, last: 90 }],
  ["90-120", { first: 90, last: 120 }],
  ["90-", { first: 90, last: 600 }],
  ["-120", { first: 1, last: 120 }],
  ["1-", { first: 1, last: 600 }],
  ["600-", { first: 600, last: 600 }],
])("a runtime of %s minutes is %j, and has one spelling", (text, minutes) => {
  expect(parseRuntime(text)).toEqual(minutes);
  expect(parseRuntime(runtimeText(minutes))).toEqual(minutes);
});

test.each(["", "-", "0", "120-90", "601", "1000", "90-120-", "9a"])("%j is not a runtime", (text) => {
  expect(parseRuntime(text)).toBeNull();
});

describe("a genre or a country", () => {
  test.each([
    ["Science Fiction", "science-fiction"],
    ["Action & Adventure", "action-adventure"],
    ["Côte d'Ivoire", "cote-divoire"],
    ["日本", "日本"],
    ["ドラマ", "ドラマ"],
    ["!!!", null],
    ["", null],
  ])("%j is %j in an address", (name, slug) => {
    expect(facetSlug(name)).toBe(slug);
    if (slug !== null) expect(isFacetSlug(slug)).toBe(true);
  });

  test.each(["", "-", "Drama", "a b", "a_b", '"a"', "a--b", "a*"])("%j is not a slug", (text) => {
    expect(isFacetSlug(text)).toBe(false);
  });
});
