import { describe, expect, test } from "vitest";
import { type BrowseQuery, browseString, facetSlug, isFacetSlug } from "../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../worker/contract/filter.ts";

const ALL: BrowseQuery = {
  filter: NO_FILTER,
  genre: null,
  country: null,
  language: null,
  sort: "popularity",
  paging: { page: 1, limit: 20 },
  lang: "en",
};

test("one query has one string, with what is not asked for left out", () => {
  expect(browseString(ALL)).toBe("sort=popularity&page=1&limit=20&lang=en");
  const narrowed: BrowseQuery = {
    ...ALL,
    filter: parseFilter("movie,1990-1999") ?? NO_FILTER,
    genre: "drama",
    country: "japan",
    language: "ja",
    sort: "year",
  };
  expect(browseString(narrowed)).toBe(
    "f=movie%2C1990-1999&genre=drama&country=japan&language=ja&sort=year&page=1&limit=20&lang=en",
  );
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

  test.each(["", "-", "Drama", "a b", "a_b", '"a"', "a--b", "a*"])("%j is none of an address", (text) => {
    expect(isFacetSlug(text)).toBe(false);
  });
});
