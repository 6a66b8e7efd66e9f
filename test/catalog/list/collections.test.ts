import { beforeAll, describe, expect, test } from "vitest";
import type { GivenCollection } from "../../../tools/catalog/load/rows.ts";
import { TitleCollection } from "../../../worker/contract/browse.ts";
import { MISSING } from "../../../worker/source/loaded.ts";
import { fillEntries, type GivenTitle, openCatalog, parse, toEntries } from "../kit.ts";

interface GivenMember extends GivenTitle {
  readonly collection?: GivenCollection;
  readonly released?: string;
}

const MATRIX = { name: "The Matrix Collection", tmdb: 2344 };

/** The titles, with the ids 1, 2, 3 and so on. */
const TITLES: readonly GivenMember[] = [
  { title: "The Matrix Reloaded", year: "2003", released: "2003-05-15", collection: MATRIX },
  { title: "The Matrix", year: "1999", collection: { name: "Matrix films", tmdb: 2344, titles: [3, 99] } },
  { title: "The Matrix Revolutions", year: "2003" },
  { title: "The Animatrix", year: "2003", collection: { name: "Matrix films" } },
  { title: "Kieślowski: Blue", year: "1993", collection: { name: "Three Colours", titles: [6] } },
  { title: "Kieślowski: White", year: "1994", collection: { name: "Everything" } },
  { title: "Alien", year: "1979", collection: { name: "Alien", tmdb: 8091, titles: [8] } },
  { title: "Alien vs. Predator", year: "2004", collection: { name: "Predators", tmdb: 399 } },
  { title: "Alone", year: "2000" },
  { title: "Rude Matrix", year: "2002", is_adult: 1, collection: MATRIX },
];

beforeAll(async () => {
  const entries = toEntries(TITLES.map(({ collection: _, released: __, ...title }) => title));
  await fillEntries(
    entries.map((entry, at) => {
      const { collection, released } = TITLES[at] ?? {};
      return {
        ...entry,
        facts: { ...entry.facts, ...(released && { released }), ...(collection && { collection }) },
      };
    }),
  );
});

const collection = (id: number) => parse(TitleCollection, openCatalog().collection({ id, lang: "en" }));
const listMembers = async (id: number) => (await collection(id)).titles.map((title) => title.id);
const readFact = async (id: number) =>
  (await openCatalog().title({ id, lang: "en" })).notes?.facts?.collection;

describe("collection()", () => {
  test.each([1, 2, 3, 4])("returns the titles of title %i's collection by release date", async (id) => {
    expect(await listMembers(id)).toEqual([2, 3, 4, 1]);
  });

  test("uses the name stored with the earliest release", async () => {
    expect(await collection(1)).toMatchObject({ number: 2344, name: "Matrix films" });
    expect(await readFact(3)).toEqual({ number: 2344, name: "Matrix films" });
  });

  test("assigns a number when TMDB has none", async () => {
    const { number, name } = await collection(5);
    expect([number >= 2 ** 30, number < 2 ** 31, name]).toEqual([true, true, "Three Colours"]);
  });

  test("uses the smaller of two numbers for a collection", async () => {
    expect(await readFact(8)).toEqual({ number: 399, name: "Predators" });
    expect(await listMembers(7)).toEqual([7]);
  });

  test("omits adult titles unless requested for an adult title", async () => {
    expect(await listMembers(10)).toContain(10);
    expect(await listMembers(1)).not.toContain(10);
  });

  test("returns null for a title without a collection", async () => {
    expect(await openCatalog().collection({ id: 9, lang: "en" })).toMatchObject(MISSING);
    expect(await readFact(9)).toBeUndefined();
  });
});
