/** What the catalog says of words that it took for others, and a search that takes none for another. */
import { beforeAll, describe, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/catalog/catalog.ts";
import { jsonOf } from "../../../worker/source/loaded.ts";
import { metered } from "../../bench/search/metered.ts";
import { database, fillCatalog, queryOf, textQuery } from "../kit.ts";

beforeAll(() =>
  fillCatalog([
    { title: "Star Wars", year: "1977" },
    { title: "The Godfather", year: "1972" },
    { title: "The Godfather Part II", year: "1974" },
    { title: "The Lord of the Rings: The Fellowship of the Ring", year: "2001" },
    { title: "The Shining", year: "1980" },
    { title: "Amélie", original_title: "Le Fabuleux Destin d'Amélie Poulain", year: "2001" },
    { title: "War and Peace", original_title: "Война и мир", year: "1965" },
    { title: "L'Avventura", year: "1960" },
    { title: "Ocean's Eleven", year: "2001" },
    { title: "Ocean's Eleven", year: "1960" },
    { title: "S1m0ne", year: "2002" },
    { title: "In the Mood for Love", original_title: "花樣年華", year: "2000" },
    { title: "Shinning Stars of the North", year: "1999" },
  ]),
);

const catalog = catalogOrigin(database).can;
const correctedOf = async (text: string, f = "") =>
  (await catalog.search(queryOf(text, { f }))).notes?.list?.correctedText ?? null;
const titlesOf = (json: string): string[] => JSON.parse(json).map(({ title }: { title: string }) => title);
const exactly = async (text: string) =>
  titlesOf(jsonOf(await catalog.browse(textQuery(text, { exact: true }))));

describe("a corrected text is named", () => {
  test.each([
    ["godfahter", "godfather"],
    ["The Godfahter", "The Godfather"],
    ["hte godfather", "the godfather"],
    ["lord fo the rigns: felowship", "lord of the rings: fellowship"],
    ["godfahter part ii xyzzy", "godfather part ii xyzzy"],
    ["ocean’s elevn 1960", "ocean’s eleven 1960"],
    ["gdfthr", "godfather"],
    ["in the mood fr love", "in the mood for love"],
    ["god father prat ii", "god father part ii"],
    ["lordof the rigns", "lordof the rings"],
    ["the star wras", "the star wars"],
    ["lotr felowship", "lotr fellowship"],
  ])("%s as %s", async (text, expected) => {
    expect(await correctedOf(text)).toBe(expected);
  });

  test.each([
    ["ameile", "amélie"],
    ["l'aventura", "l'avventura"],
    ["воена и мир", "война и мир"],
  ])("with the accents of the title: %s as %s", async (text, expected) => {
    expect(await correctedOf(text)).toBe(expected);
  });

  test("on a further page as well, in any page size", async () => {
    const { notes } = await catalog.search(queryOf("godfahter", { page: 2, limit: 1 }));
    expect(notes?.list?.correctedText).toBe("godfather");
  });

  test("if the filter leaves out the titles that match as typed", async () => {
    expect(await correctedOf("shinning")).toBeNull();
    expect(await correctedOf("shinning", "1980")).toBe("shining");
  });
});

describe("no correction is named", () => {
  test.each([
    "godfather",
    "THE GODFATHER",
    "godfa",
    "amelie",
    "godfather part 2",
    "godfather two",
    "starwars",
    "godfather movie",
    "god father",
    "lotr",
    "lotr fellowship",
    "oceans eleven",
    "oceans eleven 1961",
    "simone",
    "fellowship xyzzy lord rings",
    "花樣",
    "xyzzy",
    "!!!",
  ])("%s", async (text) => {
    expect(await correctedOf(text)).toBeNull();
  });
});

test("a text that another title has as typed is not named as corrected, even if the first title has it mistyped", async () => {
  const loaded = await catalog.search(queryOf("the shinning"));
  const json = jsonOf(loaded);
  const { notes } = loaded;
  expect(titlesOf(json)).toEqual(["The Shining", "Shinning Stars of the North"]);
  expect(notes?.list?.correctedText).toBeUndefined();
});

describe("a search for exactly what was typed", () => {
  test.each(["godfahter", "hte godfahter", "gdfthr", "ameile", "star wras"])(
    "takes no word for another: %s",
    async (text) => {
      expect(titlesOf(jsonOf(await catalog.search(queryOf(text))))).not.toEqual([]);
      expect(await exactly(text)).toEqual([]);
    },
  );

  test.each([
    ["amelie", "Amélie"],
    ["godfather two", "The Godfather Part II"],
    ["starwars", "Star Wars"],
    ["god father", "The Godfather"],
    ["lotr fellowship", "The Lord of the Rings: The Fellowship of the Ring"],
    ["godfa", "The Godfather"],
    ["simone", "S1m0ne"],
    ["fellowship lord rings", "The Lord of the Rings: The Fellowship of the Ring"],
  ])("finds other forms of it: %s", async (text, first) => {
    expect((await exactly(text))[0]).toBe(first);
  });

  test("corrects nothing, and names no correction", async () => {
    expect(
      (await catalog.browse(textQuery("fellowship lord rigns", { exact: true }))).notes?.list
        ?.correctedText ?? null,
    ).toBeNull();
  });
});

test("a correction costs no round trip", async () => {
  const { database: watched, meter } = metered(database);
  for (const text of ["lord rings fellowship", "fellowship lord rigns"]) {
    meter.reset();
    await catalogOrigin(watched).can.search(queryOf(text));
    expect(meter.roundTrips, text).toBe(2);
  }
});
