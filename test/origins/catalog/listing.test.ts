/** The catalog's titles as the sitemap and the links between languages need them: in a real D1. */
import { beforeAll, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import type { ListedTitle, Loaded } from "../../../worker/origins/origin.ts";
import { database, fill } from "./filled.ts";

const catalog = catalogOrigin(database);

async function read<Value>(loading: Promise<Loaded>): Promise<Value> {
  const { json, version } = await loading;
  expect(version).not.toBe("");
  return JSON.parse(json ?? "null");
}

beforeAll(() =>
  fill([
    { title: "The Matrix", year: "1999", french: "La Matrice" },
    { title: "Not for children", is_adult: 1 },
    { title: "Alien", year: "1979" },
  ]),
);

test("lists the most popular first, and nothing for adults", async () => {
  expect(await read(catalog.listParts())).toBe(1);
  const titles = await read<ListedTitle[]>(catalog.list(1));
  expect(titles.map(({ title }) => title)).toEqual(["The Matrix", "Alien"]);
});

test("has nothing past the end", async () => {
  expect(await catalog.list(2)).toMatchObject({ json: "[]", isEmpty: true });
});

test("names a title in every language it is translated into", async () => {
  const french = { id: 1, title: "The Matrix", year: "1999", translations: { fr: "La Matrice" } };
  expect(await read(catalog.names(1))).toEqual(french);
  expect((await read<ListedTitle>(catalog.names(3))).translations).toEqual({});
});

test("knows no title of an unknown id", async () => {
  expect(await catalog.names(999)).toMatchObject({ json: null });
});
