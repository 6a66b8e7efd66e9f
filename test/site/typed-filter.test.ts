import { expect, test } from "vitest";
import { canonicalSearch, splitFilter } from "../../site/components/search/typed-filter.ts";
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
