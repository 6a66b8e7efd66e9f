import { describe, expect, test } from "vitest";
import { formatBrowseQuery, parseBrowse } from "../../worker/filters/browse-query.ts";
import { formatRuntime, parseRuntime } from "../../worker/filters/facets.ts";
import { browseQuery } from "../contract/records.ts";

describe("formatBrowseQuery()", () => {
  test("returns a canonical query string", () => {
    expect(formatBrowseQuery(browseQuery())).toBe("sort=popularity&page=1&limit=20&lang=en");
    const narrowed = browseQuery({
      f: "movie,1990-1999",
      genre: "drama",
      country: "japan",
      language: "ja",
      min_rating: 7,
      runtime: { first: 90, last: 120 },
      sort: "year",
      after: "32-1999",
    });
    expect(formatBrowseQuery(narrowed)).toBe(
      "f=movie%2C1990-1999&genre=drama&country=japan&language=ja&min_rating=7&runtime=90-120&sort=year&after=32-1999&page=1&limit=20&lang=en",
    );
  });

  test("round-trips through parseBrowse()", () => {
    const text =
      "q=night&f=series%2C1999%7E&genre=drama&min_rating=7&runtime=-120&sort=rating&page=2&limit=5&lang=fr";
    expect(formatBrowseQuery(parseBrowse(new URLSearchParams(text)))).toBe(text);
  });
});

describe("parseRuntime()", () => {
  test.each([
    ["90", { first: 90, last: 90 }],
    ["90-120", { first: 90, last: 120 }],
    ["90-", { first: 90, last: 600 }],
    ["-120", { first: 1, last: 120 }],
    ["1-", { first: 1, last: 600 }],
    ["600-", { first: 600, last: 600 }],
  ])("parses and round-trips %s: %j", (text, minutes) => {
    expect(parseRuntime(text)).toEqual(minutes);
    expect(parseRuntime(formatRuntime(minutes))).toEqual(minutes);
  });

  test.each(["", "-", "0", "120-90", "601", "1000", "90-120-", "9a"])("rejects %j", (text) => {
    expect(parseRuntime(text)).toBeNull();
  });
});
