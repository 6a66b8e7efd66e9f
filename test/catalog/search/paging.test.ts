/** Tests that the pages of a search form one list, whatever the limit. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_LIMIT, type SearchQuery } from "../../../worker/contract/query.ts";
import { fillCatalog, type GivenTitle, search } from "../kit.ts";

const FORMS: readonly ((at: number) => Omit<GivenTitle, "year">)[] = [
  () => ({ title: "Star" }),
  (at) => ({ title: `Star Number ${at}` }),
  (at) => ({ title: `The ${at} Nights of the Falling Star` }),
  (at) => ({ title: `Starlight ${at}`, aliases: ["Falling Water"] }),
  (at) => ({ title: `Stan and the Extraordinarily Long Journey of the Other ${at}`, type: "series" }),
  (at) => ({ title: `Night ${at}`, is_adult: at % 2 === 0 ? 1 : 0 }),
];
const YEARS = ["1977", "1978", "", "2010"];

/** The titles by popularity. All names and years occur among both the best-known and the least-known titles. */
const TITLES: readonly GivenTitle[] = Array.from({ length: 900 }, (_, at) => ({
  title: "",
  ...FORMS[at % FORMS.length]?.(at),
  year: YEARS[at % YEARS.length] ?? "",
}));

beforeAll(() => fillCatalog(TITLES));

type Asked = Pick<SearchQuery, "includeAdult"> & { readonly text: string; readonly f: string };

/** Returns the ids on a page, and whether there is a next page. */
async function page({ text, ...rest }: Asked, number: number, limit: number) {
  const { records, more } = await search(text, { ...rest, page: number, limit });
  return { ids: records.map(({ id }) => id), more };
}

/** Returns the ids on all pages in order. */
async function allPages(asked: Asked, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; ; number += 1) {
    const read = await page(asked, number, limit);
    ids.push(...read.ids);
    if (!read.more) return ids;
    expect(read.ids).toHaveLength(limit);
  }
}

const orders = new Map<string, Promise<number[]>>();
function listEverything(asked: Asked): Promise<number[]> {
  const key = JSON.stringify(asked);
  const order = orders.get(key) ?? allPages(asked, MAX_LIMIT);
  orders.set(key, order);
  return order;
}

const ANY_SEARCH = fc.record({
  text: fc.constantFrom(
    "star",
    "s",
    "st",
    "the",
    "t",
    "n",
    "a",
    "star number",
    "starr",
    "falling star",
    "nigt",
    "stars of the night",
  ),
  f: fc.constantFrom("", "1977", "-1977", "1978-", "1977~", "movie", "series", "movie,1977-2010", "2011-"),
  includeAdult: fc.boolean(),
});
const ANY_LIMIT = fc.integer({ min: 1, max: MAX_LIMIT });

describe("pages of a search", { timeout: 120_000 }, () => {
  test("form one list without repetitions, whatever the limit", async () => {
    const anyPage = fc.record({
      asked: ANY_SEARCH,
      limit: ANY_LIMIT,
      depth: fc.double({ min: 0, max: 1.2, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(anyPage, async ({ asked, limit, depth }) => {
        const order = await listEverything(asked);
        expect(new Set(order).size).toBe(order.length);
        const number = 1 + Math.floor((order.length * depth) / limit);
        const end = number * limit;
        expect(await page(asked, number, limit)).toEqual({
          ids: order.slice(end - limit, end),
          more: order.length > end,
        });
      }),
      { numRuns: 60 },
    );
  });

  test.each([7, 100])("contain every exact match with the limit %d", async (limit) => {
    const ids = await allPages({ text: "star", f: "1977-1978", includeAdult: false }, limit);
    const matching = TITLES.flatMap(({ title, year }, at) =>
      /\bStar/.test(title) && (year === "1977" || year === "1978") ? [at + 1] : [],
    );
    expect(ids.toSorted((a, b) => a - b)).toEqual(matching);
  });

  test.each([30, 100])("reach the 1,000th title with the limit %d", async (limit) => {
    await fillCatalog([...TITLES, ...TITLES]);
    const ids = await allPages({ text: "star", f: "", includeAdult: false }, limit);
    expect(new Set(ids).size).toBe(1_000);
    const past = Math.ceil(1_000 / limit) + 1;
    expect(await page({ text: "star", f: "", includeAdult: false }, past, limit)).toEqual({
      ids: [],
      more: false,
    });
  });
});
