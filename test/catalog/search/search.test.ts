/** Tests the notes and the cost of a search. `texts.test.ts` tests the results. */
import { beforeAll, describe, expect, test } from "vitest";
import { meterDatabase } from "../../bench/search/metered.ts";
import { buildQuery, database, fillCatalog, type GivenTitle, list, openCatalog, search } from "../kit.ts";

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  { title: "The Matrix", year: "1999", french: "La Matrice" },
  { title: "The Shining", year: "1980" },
  { title: "Amélie", original_title: "Le Fabuleux Destin d'Amélie Poulain", year: "2001" },
  { title: "Rocky II", year: "1979" },
  { title: "Rocky", year: "1976" },
  { title: "The Godfather", year: "1972" },
  { title: "The Godfather Part II", year: "1974" },
  { title: "Tokyo Story", original_title: "東京物語", year: "1953" },
  { title: "Oldboy", original_title: "올드보이", year: "2003", aliases: ["Oldeuboi"] },
  { title: "Midnight Hours", year: "1990", is_adult: 1 },
];

beforeAll(() => fillCatalog(TITLES));

describe("search()", () => {
  test("does not match word prefixes if all words are complete", async () => {
    expect((await search("par godfa ii")).titles).not.toEqual([]);
    const { isEmpty } = await openCatalog().search({ ...buildQuery("par godfa ii"), isWhole: true });
    expect(isEmpty).toBe(true);
  });
});

describe("foundBy note of a search", () => {
  const foundBy = async (text: string, given = {}) => {
    const { notes, records } = await list(text, given);
    return notes.page?.foundBy?.[records[0]?.id ?? 0];
  };

  test.each([
    ["le fabuleux destin", "Le Fabuleux Destin d'Amélie Poulain"],
    ["oldeuboi", "Oldeuboi"],
    ["la matrcie", "La Matrice"],
    ["東京物語", "東京物語"],
  ])("contains the alternative title as stored: %s", async (text, name) => {
    expect(await foundBy(text)).toBe(name);
  });

  test("is absent if the record already shows the matching title", async () => {
    expect(await foundBy("matrix")).toBeUndefined();
    expect(await foundBy("la matrice", { lang: "fr" })).toBeUndefined();
    expect(await foundBy("the matrix", { lang: "fr" })).toBe("The Matrix");
    const { database: watched, meter } = meterDatabase(database);
    await list("the matrix", {}, watched);
    expect(meter.roundTrips).toBe(1);
  });
});

describe("corrected query of a search", () => {
  test.each([
    [1, 1],
    [2, 1],
    [1, 20],
  ])("is reported on page %i with limit %i", async (page, limit) => {
    expect((await search("godfahter", { page, limit })).notes.list?.correctedText).toBe("godfather");
  });
});

describe("search results", () => {
  test("exclude adult titles unless requested", async () => {
    expect((await search("midnight hours")).titles).toEqual([]);
    expect((await search("midnight hours", { includeAdult: true })).titles).toEqual(["Midnight Hours 1990"]);
  });

  test("use the requested language but match in every language", async () => {
    expect((await search("the matrix", { lang: "fr" })).titles).toEqual(["La Matrice 1999"]);
    expect((await search("la matrice")).titles[0]).toBe("The Matrix 1999");
    expect((await search("the shining", { lang: "fr" })).titles[0]).toBe("The Shining 1980");
  });
});

describe("search() with arbitrary text", () => {
  test.each([
    '"',
    "AND",
    "NOT x",
    "a AND OR b",
    "tokens:x",
    "a*b^c",
    "NEAR(a b)",
    "'; DROP TABLE catalog; --",
    "\u0000",
    "x\u0000y",
    "\ud800",
    "x\udfff",
    "\ue000x",
    "\ue000y1979",
    "{}[]()",
    "%",
    "_",
    "\\",
    "x".repeat(200),
    "a ".repeat(100).trim(),
    "漢".repeat(200),
    "\u0301".repeat(200),
    "ﷺ".repeat(200),
    "👩‍👩‍👧‍👦",
    "-1",
    "1 OR 1",
    "٣",
    "Ⅷ",
    "ß".repeat(100),
  ])("passes only words to FTS5: %j", async (text) => {
    expect((await search(text)).records).toBeInstanceOf(Array);
  });

  test.each([
    [1, "a whole title as typed", "rocky", {}],
    [1, "a whole title in another language", "the matrix", { lang: "fr" }],
    [2, "a mistyped title", "the matirx", {}],
    [2, "the beginning of a word, which might also be mistyped", "godf", {}],
    [2, "a page beyond the first", "rocky", { page: 2, limit: 1 }],
  ])("makes %i round trips for %s", async (trips, _, text, given) => {
    const { database: watched, meter } = meterDatabase(database);
    expect((await search(text, given, watched)).titles).not.toEqual([]);
    expect(meter.roundTrips).toBe(trips);
  });
});
