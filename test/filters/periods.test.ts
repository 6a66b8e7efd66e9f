import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDay, toDay } from "../../worker/contract/dates.ts";
import { dividePeriods, listPeriods } from "../../worker/filters/periods.ts";

const DAY_MS = 86_400_000;
const anyDay = fc
  .integer({ min: Date.parse("2015-12-01") / DAY_MS, max: Date.parse("2021-02-28") / DAY_MS })
  .map((days) => formatDay(days * DAY_MS));
const anyDate = fc.oneof(
  anyDay,
  anyDay.map((day) => day.slice(0, 4)),
  anyDay.map((day) => `${day.slice(0, 4)}-01-01`),
);

describe("dividePeriods()", () => {
  test("covers exactly the dates within a range", () => {
    fc.assert(
      fc.property(anyDate.map(toDay), anyDate.map(toDay), anyDate, (first, last, date) => {
        const periods = dividePeriods({ first, last });
        const isWithin = toDay(date) >= first && toDay(date) <= last;
        expect(listPeriods(date).some((period) => periods.includes(period))).toBe(isWithin);
      }),
      { numRuns: 2_000 },
    );
  });

  test("divides two years into fewer than a hundred periods", () => {
    fc.assert(
      fc.property(anyDay, (last) => {
        const first = `${Number(last.slice(0, 4)) - 2}${last.slice(4)}`;
        expect(dividePeriods({ first, last }).length).toBeLessThan(100);
      }),
    );
  });
});
