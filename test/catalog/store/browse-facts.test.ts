/** Tests the facts and tokens by which a title is indexed, and the number of terms in filter expressions. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { browseFacts, weightedRating } from "../../../worker/catalog/store/browse-facts.ts";
import { FACETS } from "../../../worker/filters/facets.ts";
import { type GivenTitle, toEntries } from "../kit.ts";

function collectFacts(given: Partial<GivenTitle>) {
  const [entry] = toEntries([{ title: "A", ...given }]);
  if (entry === undefined) throw new Error("no entry");
  return browseFacts(entry);
}

const listValues = (given: Partial<GivenTitle>, wanted: string) =>
  collectFacts(given)
    .values.filter(([facet]) => facet === wanted)
    .map(([, value, name]) => [value, name]);

interface Term {
  readonly text: string;
  readonly isPrefix: boolean;
}

const parseTerms = (expression: string): Term[] =>
  [...expression.matchAll(/"([^"]+)"(\*?)/g)].map(([, text = "", star]) => ({
    text,
    isPrefix: star === "*",
  }));

const yearTerms = (first: number, last: number) =>
  parseTerms(FACETS.years.buildCondition([{ first, last, around: null }]).expression);

describe("browseFacts()", () => {
  test("lists each genre and country once, with its first spelling", () => {
    const given = { genres: "Science Fiction, Drama, science fiction, …", countries: "Côte d'Ivoire" };
    expect(listValues(given, "genre")).toEqual([
      ["science-fiction", "Science Fiction"],
      ["drama", "Drama"],
    ]);
    expect(listValues(given, "country")).toEqual([["cote-divoire", "Côte d'Ivoire"]]);
  });

  test("builds tokens for unknown year, rating and votes", () => {
    const without = collectFacts({ type: "…" });
    expect(without.values.map(([facet]) => facet)).toEqual(["any", "year", "weight"]);
    const known = collectFacts({
      type: "movie",
      year: "1999",
      genres: "Drama",
      countries: "Iran",
      language: "fa",
      rating: 7.9,
      votes: 12,
      runtime: "95",
    });
    const [any, year, weight, votes] = without.tokens.split(" ");
    expect(without.tokens.split(" ")).toHaveLength(4);
    expect(known.tokens.split(" ")).toHaveLength(14);
    expect(known.tokens.split(" ")).toContain(any);
    for (const token of [year, weight, votes]) expect(known.tokens.split(" ")).not.toContain(token);
  });
});

describe("year filters", () => {
  const year = fc.oneof(
    fc.constantFrom(
      0,
      9,
      10,
      999,
      1000,
      1799,
      1800,
      1899,
      1900,
      1909,
      1910,
      2099,
      2100,
      2199,
      2999,
      3000,
      9999,
    ),
    fc.integer({ min: 0, max: 9_999 }),
  );

  test("use few search terms, because one term covers a whole decade", () => {
    fc.assert(
      fc.property(year, year, (one, other) => {
        const terms = yearTerms(Math.min(one, other), Math.max(one, other));
        expect(terms.length).toBeLessThan(110);
        for (const { text } of terms.filter(({ isPrefix }) => isPrefix)) {
          expect(
            Number(text.slice(1).padEnd(4, "9")) < 1_800 || Number(text.slice(1).padEnd(4, "0")) > 2_099,
          ).toBe(true);
        }
      }),
    );
    expect(yearTerms(1_990, 2_009)).toHaveLength(2);
    expect(yearTerms(0, 9_999)).toHaveLength(55);
  });
});

describe("weightedRating()", () => {
  test.each([
    [0, 0, ""],
    [0, 90, ""],
    [9, 0, "065"],
    [10, 1, "065"],
    [9, 1_000, "078"],
    [8.7, 29_275, "086"],
    [1, 29_275, "012"],
    [10, Number.MAX_SAFE_INTEGER, "100"],
  ])("returns the rating %d with %d votes as %j", (rating, votes, weight) => {
    expect(weightedRating(rating, votes)).toBe(weight);
    expect(listValues({ rating, votes }, "weight")).toEqual([[weight, weight]]);
  });
});

describe("runtime filters", () => {
  test("need few terms", () => {
    const minutes = fc.integer({ min: 1, max: 600 });
    fc.assert(
      fc.property(minutes, minutes, (one, other) => {
        const range = { first: Math.min(one, other), last: Math.max(one, other) };
        const { expression } = FACETS.runtime.buildCondition([range]);
        expect(parseTerms(expression).length).toBeLessThanOrEqual(78);
      }),
    );
  });
});
