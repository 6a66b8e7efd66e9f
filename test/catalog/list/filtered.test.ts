/** A filter admits the same titles in the catalog as at the edge, which applies it to an upstream's answer. */
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { applyFilter } from "../../../worker/contract/filter.ts";
import { anyFilter, KINDS, YEARS } from "../../contract/filters.ts";
import { entriesOf, fillCatalog, queryOf, search } from "../kit.ts";

/** One of each year and kind; some bear the name that is searched for, and some have it among their words. */
const TITLES = YEARS.flatMap((year, at) =>
  KINDS.map((type) => ({ title: at % 3 === 0 ? "Not a Year Yet" : "No Year", year, type })),
);
const RECORDS = entriesOf(TITLES).map(({ record }) => record);

beforeAll(() => fillCatalog(TITLES));

async function idsOf(text: string, f: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { records, more } = await search(text, { f, page, limit: 100 });
    ids.push(...records.map(({ id }) => id));
    if (!more) return ids;
  }
}

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

test.each([
  ["no year", (title: string) => title === "No Year"],
  ["year", () => true],
])("every form of f admits of %j what it admits at the edge", { timeout: 120_000 }, async (text, isNamed) => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async ({ f }) => {
      const named = RECORDS.filter(({ title }) => isNamed(title));
      const admitted = applyFilter(queryOf(text, { f }).filter, named);
      expect(ascending(await idsOf(text, f))).toEqual(ascending(admitted.map(({ id }) => id)));
    }),
    { numRuns: 60 },
  );
});
