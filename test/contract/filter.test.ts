import { describe, expect, test } from "vitest";
import { applyFilter, contractYear, formatFilter, parseFilter } from "../../worker/contract/filter.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { record } from "./records.ts";

const FORMS = [
  "1999",
  "1990-1999",
  "1990-",
  "-1999",
  "1999~",
  "movie",
  "series",
  "movie,1999",
  "series,1990-",
  "movie,1999~",
  "0900",
];

describe("the parameter f", () => {
  test.each(FORMS)("%s is read, and written as it was", (form) => {
    const filter = parseFilter(form);
    expect(filter).not.toBeNull();
    expect(filter && formatFilter(filter)).toBe(form);
  });

  test("a range of one year is that year", () => {
    const filter = parseFilter("1999-1999");
    expect(filter && formatFilter(filter)).toBe("1999");
  });

  test.each([
    "99",
    "19999",
    "1999-1990",
    "-",
    "~",
    "1999,movie",
    "movie,",
    ",1999",
    "movie,series",
    "film",
    "Movie",
    "1999 ",
    "movie1999",
    "1999~~",
    "1990-1999~",
  ])("%s is refused", (text) => {
    expect(parseFilter(text)).toBeNull();
  });

  test("only a single year is the contract's own form", () => {
    const years = FORMS.map((form) => [form, contractYear(parseFilter(form) ?? expect.fail())]);
    expect(years.filter(([, year]) => year !== null)).toEqual([
      ["1999", "1999"],
      ["movie,1999", "1999"],
      ["0900", "0900"],
    ]);
  });
});

describe("a filter", () => {
  const records = [
    record({ id: 1, year: "1998" }),
    record({ id: 2, year: "1999", type: "series" }),
    record({ id: 3, year: "1999" }),
    record({ id: 4, year: "2000" }),
    record({ id: 5, year: "" }),
    record({ id: 6, year: "1997" }),
  ];
  const ids = (found: TitleRecord[]) => found.map(({ id }) => id);

  test.each([
    ["", [1, 2, 3, 4, 5, 6]],
    ["1999", [2, 3]],
    ["1998-1999", [1, 2, 3]],
    ["1999-", [2, 3, 4]],
    ["-1998", [1, 6]],
    ["1999~", [2, 3, 1, 4]],
    ["series", [2]],
    ["movie,1999", [3]],
  ])("%j admits the records it names, and a record without a year to none of the years", (form, expected) => {
    expect(ids(applyFilter(parseFilter(form) ?? expect.fail(), records))).toEqual(expected);
  });
});
