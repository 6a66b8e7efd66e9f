import { beforeAll, describe, expect, test } from "vitest";
import { formatFilter } from "../../worker/contract/filter.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { SearchQuery } from "../../worker/contract/query.ts";
import { suggestSearch } from "../../worker/resources/did-you-mean.ts";
import { readCacheResult, valueOrNull } from "../../worker/resources/reading.ts";
import { titleList } from "../../worker/source/loaded.ts";
import { meterDatabase } from "../bench/search/metered.ts";
import { buildQuery, database, fillCatalog, type GivenTitle, search } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { type Given, record } from "../contract/records.ts";
import { type BoundResources, createResources, createSearchSource, createTestSource } from "./kit.ts";

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  { title: "The Matrix", year: "1999", french: "La Matrice" },
  { title: "The Godfather", year: "1972", french: "Le Parrain" },
  { title: "Apocalypse Now", year: "1979" },
  { title: "The Shawshank Redemption", year: "1994" },
  { title: "Taxi Driver", year: "1976" },
  { title: "The Night of the Hunter", year: "1955" },
  { title: "Philadelphia", year: "1993" },
  { title: "Pulp Fiction", year: "1994" },
  { title: "Seven Samurai", original_title: "七人の侍", year: "1954" },
  { title: "Midnight Hours", year: "1990", is_adult: 1 },
];

beforeAll(() => fillCatalog(TITLES));

async function lookupSuggestion(ask: BoundResources["ask"], query: SearchQuery) {
  return suggestSearch(
    query,
    valueOrNull(readCacheResult("search", await ask("search", { ...query, isLoose: true }))) ?? [],
  );
}

async function loadSuggestions(text: string, given: Given<SearchQuery> = {}): Promise<string | null> {
  const { resources } = createResources(catalogIn(database));
  const suggestion = await lookupSuggestion(resources.ask, buildQuery(text, given));
  return suggestion && [suggestion.text, formatFilter(suggestion.filter)].filter((part) => part).join(" f=");
}

describe("suggestSearch()", () => {
  describe("for a phonetically misspelled title", () => {
    test.each([
      ["apokalips now", "Apocalypse Now"],
      ["shawshenk redemshun", "The Shawshank Redemption"],
      ["the nite of the hunter", "The Night of the Hunter"],
      ["filadelfia", "Philadelphia"],
      ["pulp fikshun", "Pulp Fiction"],
    ])("suggests the title: %s", async (text, title) => {
      expect((await search(text)).titles).toEqual([]);
      expect(await loadSuggestions(text)).toBe(title);
    });
  });

  describe("for a query that an upstream cannot match", () => {
    test.each([
      ["matrx", "The Matrix"],
      ["the matrix 1999", "The Matrix"],
      ["hunter night", "The Night of the Hunter"],
    ])("suggests the title that the catalog matches: %s", async (text, title) => {
      expect(await loadSuggestions(text)).toBe(title);
    });

    test("suggests the most similar title in any language", async () => {
      expect(await loadSuggestions("godfahter", { lang: "en" })).toBe("The Godfather");
      expect(await loadSuggestions("le parain", { lang: "fr" })).toBe("Le Parrain");
      expect(await loadSuggestions("七人の待", { lang: "en" })).toBe("七人の侍");
    });

    test("does not suggest the query itself", async () => {
      expect(await loadSuggestions("the matrix")).toBeNull();
      expect(await loadSuggestions("THE MATRIX")).toBeNull();
    });
  });

  describe("with a filter", () => {
    test("keeps the filter if it admits the title", async () => {
      expect(await loadSuggestions("matrx", { f: "movie,1999" })).toBe("The Matrix f=movie,1999");
    });

    test("removes the filter if it excludes the title", async () => {
      expect(await loadSuggestions("matrx", { f: "1950" })).toBe("The Matrix");
    });

    test("returns null if only the filter excludes the title", async () => {
      expect(await loadSuggestions("matrix", { f: "1950" })).toBeNull();
      expect(await loadSuggestions("a pulp fiction", { f: "series" })).toBeNull();
    });
  });

  test.each([
    "xqzzt",
    "qwrtplk zzxv",
    "blorgfarn",
    "!!!",
    "zzzzqqqq xxxxx",
    "asdf jkl",
    "x",
    "9",
    "漢",
    "ありえない",
    "' OR 1=1 --",
    '"*',
    "\ue000x",
    "\ud800",
    "midnight hours",
    "a ".repeat(100).trim(),
  ])("returns null for nonsense and adult titles: %j", async (text) => {
    expect(await loadSuggestions(text)).toBeNull();
  });

  test("costs two round trips and a bounded number of rows", async () => {
    const { database: watched, meter } = meterDatabase(database);
    let trips = 0;
    const counting: D1Database = Object.assign(Object.create(watched), {
      prepare: (sql: string) => watched.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => {
        trips += 1;
        return watched.batch(statements);
      },
    });
    const { resources } = createResources(catalogIn(counting));
    await lookupSuggestion(resources.ask, buildQuery("apokalips now", { f: "1950" }));
    expect(trips).toBe(2);
    expect(meter.rows).toBeLessThan(500);
  });

  test("caches a loose search separately from the exact one", async () => {
    const { resources } = createResources(
      createTestSource({
        search: async ({ isLoose }) => titleList(isLoose ? [record({ title: "The Matrix" })] : []),
      }),
    );
    expect(await lookupSuggestion(resources.ask, buildQuery("matrx"))).not.toBeNull();
    expect(
      valueOrNull(readCacheResult("search", await resources.ask("search", buildQuery("matrx")))),
    ).toEqual([]);
  });

  const query = buildQuery("matrx");

  test("returns null if the source has no suggestion", async () => {
    const { resources } = createResources(createSearchSource(() => "[]"));
    expect(await lookupSuggestion(resources.ask, query)).toBeNull();
  });

  test("returns null above the rate limit", async () => {
    const { database: watched, meter } = meterDatabase(database);
    const allowance = async () => new Problem("rate-limited", "Too many.");
    const { resources } = createResources(catalogIn(watched), { allowance });
    expect(await lookupSuggestion(resources.ask, query)).toBeNull();
    expect(meter.rows).toBe(0);
  });

  test("returns null if the catalog cannot be read", async () => {
    const broken = createTestSource({ search: () => Promise.reject(new Error("gone")) });
    expect(await lookupSuggestion(createResources(broken).resources.ask, query)).toBeNull();
  });
});
