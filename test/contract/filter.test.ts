import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFilter, contractYear, formatFilter, parseFilter } from "../../worker/contract/filter.ts";
import { anyFilter, KINDS, YEARS } from "./filters.ts";
import { record } from "./records.ts";

const FORMS = [
  "1999",
  "1990-1999",
  "1990-",
  "-1999",
  "1999~",
  "0000~",
  "9999~",
  "0000",
  "0000-",
  "movie",
  "series",
  "movie,1999",
  "series,1990-",
  "movie,1999~",
  "0900",
];

describe("formatFilter()", () => {
  test.each(FORMS)("round-trips %s", (form) => {
    const filter = parseFilter(form);
    expect(filter).not.toBeNull();
    expect(filter && formatFilter(filter)).toBe(form);
  });

  test.each([
    ["1999-1999", "1999"],
    ["0000-1999", "-1999"],
    ["1990-9999", "1990-"],
    ["-0000", "0000"],
    ["9999-", "9999"],
    ["-9999", "0000-"],
    ["0000-9999", "0000-"],
    ["series,-9999", "series,0000-"],
  ])("normalises %s to %s", (form, expected) => {
    const filter = parseFilter(form) ?? expect.fail();
    expect(formatFilter(filter)).toBe(expected);
    expect(parseFilter(expected)).toEqual(filter);
  });

  test("round-trips every generated filter", () => {
    fc.assert(
      fc.property(anyFilter, ({ f }) => {
        const filter = parseFilter(f) ?? expect.fail();
        expect(parseFilter(formatFilter(filter))).toEqual(filter);
      }),
    );
  });
});

describe("parseFilter()", () => {
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
    "x1990-1999",
    "11990-1999",
    "1990-19999",
  ])("rejects %s", (text) => {
    expect(parseFilter(text)).toBeNull();
  });
});

describe("contractYear()", () => {
  test("returns a year only for single-year filters", () => {
    const years = FORMS.map((form) => [form, contractYear(parseFilter(form) ?? expect.fail())]);
    expect(years.filter(([, year]) => year !== null)).toEqual([
      ["1999", "1999"],
      ["0000", "0000"],
      ["movie,1999", "1999"],
      ["0900", "0900"],
    ]);
  });
});

describe("applyFilter()", () => {
  test("lists the exact year of a soft year filter first", () => {
    const records = ["1998", "1999", "2000", "1999"].map((year, id) => record({ id, year }));
    const found = applyFilter(parseFilter("1999~") ?? expect.fail(), records);
    expect(found.map(({ id }) => id)).toEqual([1, 3, 0, 2]);
  });

  test("keeps exactly the titles of the filter's kind and years", () => {
    const titles = YEARS.flatMap((year) => KINDS.map((type) => record({ year, type })));
    fc.assert(
      fc.property(anyFilter, ({ f, kind, years }) => {
        const within = (year: string) =>
          years === null || (year !== "" && Number(year) >= years.first && Number(year) <= years.last);
        const expected = titles.filter(({ type, year }) => (kind === null || type === kind) && within(year));
        const admitted = applyFilter(parseFilter(f) ?? expect.fail(), titles);
        expect(new Set(admitted)).toEqual(new Set(expected));
        expect(admitted).toHaveLength(expected.length);
      }),
    );
  });
});
