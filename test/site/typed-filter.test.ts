import { expect, test } from "vitest";
import { canonicalSearch, splitFilter } from "../../site/components/search/typed-filter.ts";
import { describeYears, readYears } from "../../site/components/search/typed-years.ts";
import { LANGUAGES } from "../../site/language/language.ts";
import { parseFilter } from "../../worker/contract/filter.ts";

test.each(["", "movie", "series", "1999", "1999~", "1990-1999", "1990-", "-1999", "movie,1999"])(
  "the filter %s goes through the form and comes back the same",
  (f) => {
    const { kind, years } = splitFilter(f);
    const form = new URLSearchParams({ q: "x", kind, year: years });
    expect(new URLSearchParams(canonicalSearch(form) ?? "").get("f") ?? "").toBe(f);
  },
);

test("years may be typed with spaces and long dashes", () => {
  const form = new URLSearchParams({ q: "x", kind: "movie", year: " 1990 – 1999 " });
  const f = new URLSearchParams(canonicalSearch(form) ?? "").get("f") ?? "";
  expect(f).toBe("movie,1990-1999");
  expect(parseFilter(f)).not.toBeNull();
});

test("what is no filter stays as it was typed, to be corrected", () => {
  expect(splitFilter("movie,ninety")).toEqual({ kind: "movie", years: "ninety" });
});

test("an address without the form's own fields is left alone", () => {
  expect(canonicalSearch(new URLSearchParams("q=x&f=1999"))).toBeNull();
});

test.each([
  ["x", "1"],
  [" x", "1"],
  ["y", null],
])("of a search for exactly x, the form with %j in its box is one for exactly that: %s", (q, expected) => {
  const form = new URLSearchParams({ q, kind: "movie", year: "", exact: "x" });
  expect(new URLSearchParams(canonicalSearch(form) ?? "").get("exact")).toBe(expected);
});

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
])("%s is read as %s", (typed, years) => {
  expect(readYears(typed)).toBe(years);
});

test.each(LANGUAGES)("years said in %s are read back", (language) => {
  for (const f of ["1999", "1999~", "1990-1999", "1993-2001", "-1979", "2000-"]) {
    const years = parseFilter(f)?.years;
    if (!years) throw new Error(f);
    expect(readYears(describeYears(language, years)), f).toBe(f);
  }
});
