/** Tests the lists of titles and people for the sitemap, and translated names, on a real D1 database. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Related, Sitemap } from "../../../worker/contract/browse.ts";
import { type Loaded, toJson } from "../../../worker/source/loaded.ts";
import type { SitemapQuery } from "../../../worker/source/source.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillCatalog, openCatalog } from "../kit.ts";

const CAST = 1_900;
const MAX_PARTS = 10;

const catalog = openCatalog(database);

async function read<Value>(loading: Promise<Loaded>): Promise<Value> {
  const loaded = await loading;
  const json = toJson(loaded);
  const { version } = loaded;
  expect(version).not.toBe("");
  return JSON.parse(json ?? "null");
}

const list = <Query extends SitemapQuery>(query: Query) =>
  read<Extract<Sitemap, Pick<Query, "of">>>(catalog.sitemap(query));

function credits(id: number, people: readonly number[]): readonly [number, string] {
  const cast = people.map((person) => ({
    id: person,
    name: `Person ${person}`,
    profile_path: null,
    character: "",
  }));
  return [id, JSON.stringify({ id, cast })];
}

const CROWDS = Array.from({ length: 12 }, (_, at) => at + 4);

beforeAll(() =>
  fillCatalog(
    [
      { title: "The Matrix", year: "1999", french: "La Matrice" },
      { title: "Not for children", is_adult: 1 },
      { title: "Alien", year: "1979" },
      ...CROWDS.map((id) => ({ title: `A crowd ${id}` })),
    ],
    [
      credits(1, [1]),
      credits(2, [1, 2]),
      credits(3, [3]),
      ...CROWDS.map((id) =>
        credits(
          id,
          Array.from({ length: CAST }, (_, at) => id * 10_000 + at),
        ),
      ),
    ],
  ),
);

describe("sitemap()", () => {
  test("lists non-adult titles once, by popularity", async () => {
    expect(await list({ of: "parts" })).toEqual({ of: "parts", titles: 1, people: MAX_PARTS });
    const { titles } = await list({ of: "titles", part: 1 });
    expect(titles.map(({ title }) => title)).toEqual([
      "The Matrix",
      "Alien",
      ...CROWDS.map((id) => `A crowd ${id}`),
    ]);
  });

  test("omits people whose best-known title is an adult title", async () => {
    const { people } = await list({ of: "people", part: 1 });
    expect(people.slice(0, 2)).toEqual([
      { id: 1, name: "Person 1" },
      { id: 3, name: "Person 3" },
    ]);
    expect(people.map(({ id }) => id)).not.toContain(2);
  });

  test("returns an empty part past the end of the list", async () => {
    expect(await list({ of: "titles", part: 2 })).toEqual({ of: "titles", titles: [] });
    expect(CAST * CROWDS.length).toBeGreaterThan(MAX_PARTS * 2_000);
    expect((await list({ of: "people", part: MAX_PARTS })).people).not.toEqual([]);
    expect(await list({ of: "people", part: MAX_PARTS + 1 })).toEqual({ of: "people", people: [] });
  });

  test("reads two rows per person", async () => {
    const { database: watched, meter } = meterDatabase(database);
    await openCatalog(watched).sitemap({ of: "people", part: MAX_PARTS });
    expect(meter.rows).toBeGreaterThan(2_000);
    expect(meter.rows).toBeLessThanOrEqual(2 * 2_000 + 10);
  });
});

const listNames = async (id: number) =>
  (await read<Related | null>(catalog.related({ id, lang: "en", onlyNames: true })))?.names;

describe("related() with onlyNames", () => {
  test("returns the title's name in each language it is translated into", async () => {
    const french = { id: 1, title: "The Matrix", year: "1999", translations: { fr: "La Matrice" } };
    expect(await listNames(1)).toEqual(french);
    expect((await listNames(3))?.translations).toEqual({});
  });

  test("returns nothing for an unknown id", async () => {
    expect(await listNames(999)).toBeUndefined();
  });
});
