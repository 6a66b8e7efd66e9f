/** What a list shows for what is read of a text: exclusions, roles, series, titles like another. */
import { beforeAll, describe, expect, test } from "vitest";
import { fillCatalog, type GivenTitle, list } from "../kit.ts";

/** The most popular first. */
const TITLES: readonly GivenTitle[] = [
  { title: "Amber Night", year: "1990", genres: "Comedy", countries: "France", language: "fr" },
  { title: "Bone Cellar", year: "1985", genres: "Comedy, Horror", countries: "France", language: "en" },
  { title: "Crypt", year: "1982", genres: "Horror", countries: "Italy", language: "it" },
  { title: "Dune Riders", year: "1991", genres: "Drama", countries: "Italy, France", type: "series" },
  { title: "Ember", year: "1986", genres: "Drama, War", countries: "Japan", language: "ja" },
];

/** The titles of a list, and the parts of its text. */
async function read(text: string) {
  const { titles, notes } = await list(text);
  const parts = notes.list?.understood?.parts.map(
    ({ part, name, isExcluded }) => `${isExcluded ? "not " : ""}${part}: ${name}`,
  );
  return { titles: titles.map((title) => title.slice(0, -5)), parts };
}

beforeAll(() => fillCatalog(TITLES));

describe("a text that excludes something", () => {
  test.each([
    ["comedies not horror", "Amber Night"],
    ["not horror", "Amber Night; Dune Riders; Ember"],
    ["without comedies", "Crypt; Dune Riders; Ember"],
    ["films ohne Horror", "Amber Night; Ember"],
    ["drama not from france", "Ember"],
    ["not in french or english", "Crypt; Dune Riders; Ember"],
    ["horror not from 1985", "Crypt"],
    ["dramas but not series", "Ember"],
    ["ホラー以外のコメディ", "Amber Night"],
    ["amber night not horror", "Amber Night"],
  ])("leads to titles without it: %s", async (text, titles) => {
    expect((await read(text)).titles).toEqual(titles.split("; "));
  });

  test("names it among the parts", async () => {
    expect((await read("comedies not horror")).parts).toEqual(["genre: Comedy", "not genre: Horror"]);
  });
});
