/** The catalog's titles as the sitemap and the links between languages need them: in a real D1. */
import { beforeAll, expect, test } from "vitest";
import { catalogListing } from "../../../worker/origins/catalog/listing.ts";
import { database, fill } from "./filled.ts";

const listing = catalogListing(database);

beforeAll(() =>
  fill([
    { title: "The Matrix", year: "1999", french: "La Matrice" },
    { title: "Not for children", is_adult: 1 },
    { title: "Alien", year: "1979" },
  ]),
);

test("lists the most popular first, and nothing for adults", async () => {
  expect(await listing.parts()).toBe(1);
  expect((await listing.part(1)).map(({ title }) => title)).toEqual(["The Matrix", "Alien"]);
});

test("has nothing past the end", async () => {
  expect(await listing.part(2)).toEqual([]);
});

test("tells a title in every language it is translated into", async () => {
  const french = { id: 1, title: "The Matrix", year: "1999", translations: { fr: "La Matrice" } };
  expect(await listing.title(1)).toEqual(french);
  expect((await listing.title(3))?.translations).toEqual({});
});

test("knows no title of an unknown id", async () => {
  expect(await listing.title(999)).toBeNull();
});
