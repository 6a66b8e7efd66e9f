import { describe, expect, test } from "vitest";
import {
  browsedInstead,
  canonicalSearch,
  filterOfFields,
  splitFilter,
} from "../../site/components/browse/typed-filter.ts";
import { LANGUAGES } from "../../site/language/language.ts";
import { describeYears } from "../../site/language/years.ts";
import { parseFilter } from "../../worker/contract/filter.ts";
import { parseYearPhrase } from "../../worker/understanding/years.ts";

describe("filter form", () => {
  test.each(["", "movie", "series", "1999", "1999~", "1990-1999", "1990-", "-1999", "movie,1999"])(
    "round-trips %s",
    (f) => {
      const { kind, years } = splitFilter(f);
      const form = new URLSearchParams({ q: "x", kind, year: years });
      expect(new URLSearchParams(canonicalSearch(form, "en") ?? "").get("f") ?? "").toBe(f);
    },
  );

  test("keeps an invalid filter as typed", () => {
    expect(splitFilter("movie,ninety")).toEqual({ kind: "movie", years: "ninety" });
  });

  test.each(["", "f=", "f=movie", "f=1999~", "f=-1979", "f=series,1990-1999", "f=old+ones", "f=1999-1990"])(
    "does not rewrite ?%s, which contains no form fields",
    (given) => {
      expect(filterOfFields(new URLSearchParams(given), "en")).toBeNull();
    },
  );

  test.each([
    ["f=1990s", "1990-1999"],
    ["f=movie,before 1980", "movie,-1979"],
    ["f=movie,", "movie"],
    ["f=movie,1990–1999", "movie,1990-1999"],
    ["kind=foo&year=", ""],
    ["kind=foo&year=1999", "1999"],
    ["kind=movie&year=before 0000", "movie,before 0000"],
  ])("converts ?%s to the filter %j, which stays unchanged", (given, expected) => {
    const f = filterOfFields(new URLSearchParams(given), "en");
    expect(f).toBe(expected);
    expect(filterOfFields(new URLSearchParams({ f: expected }), "en")).toBeNull();
  });

  test.each([
    ["x", "1"],
    [" x", "1"],
    ["y", null],
  ])("keeps exact=x only if the query is still x: %j, %s", (q, expected) => {
    const form = new URLSearchParams({ q, kind: "movie", year: "", exact: "x" });
    expect(new URLSearchParams(canonicalSearch(form, "en") ?? "").get("exact")).toBe(expected);
  });
});

describe("canonicalSearch()", () => {
  test.each([
    ["genre=drama&sort=year", "genre=drama&sort=year"],
    ["genre=&sort=relevance", ""],
    ["genre=drama&sort=relevance", "genre=drama"],
  ])("keeps selected values only: %s becomes %j", (chosen, expected) => {
    const form = new URLSearchParams(`q=x&kind=movie&year=1999&${chosen}`);
    const rest = expected === "" ? "" : `&${expected}`;
    expect(canonicalSearch(form, "en")).toBe(`q=x&f=movie%2C1999${rest}`);
  });
});

describe("browsedInstead()", () => {
  test.each([
    ["q=&f=movie,1999", "f=movie%2C1999"],
    ["q=+&genre=drama&sort=year", "genre=drama&sort=year"],
    ["f=&genre=&sort=relevance", null],
    ["q=x&genre=drama", null],
  ])("converts a form without a query: ?%s to %j", (given, expected) => {
    expect(browsedInstead(new URLSearchParams(given))?.toString() ?? null).toBe(expected);
  });
});

describe("parseYearPhrase()", () => {
  test.each([
    ["1990s", "1990-1999"],
    ["before 1980", "-1979"],
    ["until 1980", "-1980"],
    ["since 2000", "2000-"],
    ["after 2000", "2001-"],
    ["vor 1980", "-1979"],
    ["1990er Jahre", "1990-1999"],
    ["années 1990", "1990-1999"],
    ["1990年代", "1990-1999"],
    ["١٩٩٩", "1999"],
    ["soon", null],
    ["1995s", null],
    ["film 1995", null],
    ["12345", null],
    ["1990年", "1990"],
    ["1990's", "1990-1999"],
    ["1990’s", "1990-1999"],
    ["the 1990s", "1990-1999"],
    ["in den 1990ern", "1990-1999"],
    ["les années 1990", "1990-1999"],
    ["los años 1990", "1990-1999"],
    ["la decada de 1990", "1990-1999"],
    ["despues de 1990", "1991-"],
    ["à partir de 1990", "1990-"],
    ["jusqu’en 1990", "-1990"],
    ["1990年まで", "-1990"],
    ["1990 to 1999", "1990-1999"],
    ["von 1990 bis 1999", "1990-1999"],
    ["de 1990 à 1999", "1990-1999"],
    ["1990年〜1999年", "1990-1999"],
    ["1990～1999", "1990-1999"],
    ["1990年から1999年まで", "1990-1999"],
    ["1990−1999", "1990-1999"],
    ["1990 — 1999", "1990-1999"],
    ["〜1990年", "-1990"],
    ["1999 to 1990", null],
    ["1999-1990", null],
    ["before 0000", null],
    ["after 9999", null],
    ["since 9999", "9999-"],
    ["年", null],
  ])("parses %s as %s", (typed, years) => {
    expect(parseYearPhrase(typed, "en")).toBe(years);
  });

  test.each([
    ["1980年以前", "ja", "-1980"],
    ["1980年以前", "zh", "-1979"],
    ["1980年之前", "zh", "-1979"],
    ["1980年より前", "ja", "-1979"],
  ] as const)("parses %s in %s as %s", (typed, language, years) => {
    expect(parseYearPhrase(typed, language)).toBe(years);
  });

  test.each(LANGUAGES)("parses the output of describeYears() in %s", (language) => {
    for (const f of ["1999", "1999~", "1990-1999", "1993-2001", "-1979", "2000-"]) {
      const years = parseFilter(f)?.years;
      if (!years) throw new Error(f);
      expect(parseYearPhrase(describeYears(language, years), language), f).toBe(f);
    }
  });
});
