/** Tests that the catalog filters titles like `applyFilter()`, which filters the responses of an upstream. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { applyFilter } from "../../../worker/contract/filter.ts";
import { anyFilter, KINDS, YEARS } from "../../contract/filters.ts";
import { buildQuery, fillCatalog, search, toEntries } from "../kit.ts";

/** One title of each year and kind. All names contain "year", but only some contain "no year". */
const TITLES = YEARS.flatMap((year, at) =>
  KINDS.map((type) => ({ title: at % 3 === 0 ? "Not a Year Yet" : "No Year", year, type })),
);
const RECORDS = toEntries(TITLES).map(({ record }) => record);

beforeAll(() => fillCatalog(TITLES));

async function listIds(text: string, f: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { records, more } = await search(text, { f, page, limit: 100 });
    ids.push(...records.map(({ id }) => id));
    if (!more) return ids;
  }
}

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe("search() with f", () => {
  test.each([
    ["no year", (title: string) => title === "No Year"],
    ["year", () => true],
  ])("returns the same titles as applyFilter() for %j", { timeout: 120_000 }, async (text, isNamed) => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async ({ f }) => {
        const named = RECORDS.filter(({ title }) => isNamed(title));
        const admitted = applyFilter(buildQuery(text, { f }).filter, named);
        expect(ascending(await listIds(text, f))).toEqual(ascending(admitted.map(({ id }) => id)));
      }),
      { numRuns: 60 },
    );
  });
});
