/** Ranking: candidates in, an order out. */
import { describe, expect, test } from "vitest";
import { compareWith } from "../../../worker/origins/catalog/search/match.ts";
import { rank } from "../../../worker/origins/catalog/search/ranking.ts";
import { parseSearchText } from "../../../worker/origins/catalog/search/search-text.ts";
import { FOR_ANSWERS } from "../../../worker/origins/catalog/search/weights.ts";
import { fold } from "../../../worker/origins/catalog/text/fold.ts";

interface Given {
  readonly title: string;
  readonly rank: number;
  readonly year?: number;
}

/** Titles in the order they are ranked in; every word of them is known. */
function order(text: string, given: readonly Given[], around: number | null = null): string[] {
  const searchText = parseSearchText(text);
  if (searchText === null) throw new Error("nothing to search for");
  const candidates = given.map(({ title, rank: place, year = 0 }) => ({
    title,
    rank: place,
    year,
    forms: title
      .split(": ")
      .map((part) => fold(part).join(" "))
      .join(" | "),
  }));
  const words = new Set(given.flatMap(({ title }) => fold(title)));
  const titlesWith = (word: string) => (words.has(word) ? 3 : 0);
  return rank(candidates, compareWith({ searchText, size: 10_000, titlesWith, around }, FOR_ANSWERS)).map(
    ({ candidate }) => candidate.title,
  );
}

describe("comes first", () => {
  test("the whole title, above any more popular one that has it", () => {
    const titles = [
      { title: "Up in the Air", rank: 1 },
      { title: "Upgrade", rank: 2 },
      { title: "Up", rank: 9_000 },
    ];
    expect(order("up", titles)[0]).toBe("Up");
  });

  test("the title as it was typed, above a more popular one that only its spaces tell apart", () => {
    const titles = [
      { title: "Dogman", rank: 700 },
      { title: "Dog Man", rank: 900 },
    ];
    expect(order("dog man", titles)).toEqual(["Dog Man", "Dogman"]);
    expect(order("dogman", titles)).toEqual(["Dogman", "Dog Man"]);
  });

  test("the more popular of two titles that begin alike", () => {
    expect(
      order("star w", [
        { title: "Star Wreck", rank: 4_000 },
        { title: "Star Wars", rank: 3 },
      ])[0],
    ).toBe("Star Wars");
  });

  test("a word as it was typed, before a title that differs by a letter", () => {
    expect(
      order("crashers", [
        { title: "Crawlers", rank: 5_000 },
        { title: "Wedding Crashers", rank: 900 },
      ])[0],
    ).toBe("Wedding Crashers");
  });

  test("the part of a title that was typed whole", () => {
    expect(
      order("ragnarok", [
        { title: "Rag", rank: 1 },
        { title: "Thor: Ragnarok", rank: 50 },
      ]),
    ).toEqual(["Thor: Ragnarok"]);
  });

  test("the year that was typed, and of the soft filter the exact year", () => {
    const dunes = [
      { title: "Dune", rank: 1, year: 2021 },
      { title: "Dune", rank: 900, year: 1984 },
    ];
    expect(
      order(
        "dune 1984",
        dunes.map((dune) => ({ ...dune, title: `Dune: ${dune.year}` })),
      )[0],
    ).toBe("Dune: 1984");
    expect(
      order(
        "dune",
        [
          { title: "Dune", rank: 1, year: 1985 },
          { title: "Dune: Part", rank: 2, year: 1984 },
        ],
        1985,
      )[0],
    ).toBe("Dune");
  });
});

test("the order of the words matters less than the words", () => {
  expect(order("sensibility sense", [{ title: "Sense and Sensibility", rank: 700 }])).toEqual([
    "Sense and Sensibility",
  ]);
});

test("all the words of a title in another order come before a more popular title that has more", () => {
  const titles = [
    { title: "28 Days Later", rank: 150 },
    { title: "28 Days", rank: 2_500 },
  ];
  expect(order("days 28", titles)[0]).toBe("28 Days");
});

test("one word too many is forgiven where the others are a whole title of several, and only there", () => {
  const titles = [
    { title: "The Last Lieutenant", rank: 9_000 },
    { title: "Original", rank: 9_500 },
  ];
  expect(order("last lieutenant original", titles)).toEqual(["The Last Lieutenant"]);
  expect(order("last lieutenant original best", titles)).toEqual([]);
  expect(order("lieutenant original", titles)).toEqual([]);
});

test("what cannot be meant is left out", () => {
  expect(order("quantum toaster", [{ title: "Quantum of Solace", rank: 300 }])).toEqual([]);
  expect(order("kljgs", [{ title: "The King's Man", rank: 3_000 }])).toEqual([]);
});
