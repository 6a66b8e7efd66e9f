/** The tokens that titles are browsed by, and the expressions that find them. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { browseExpression, factsExpression } from "../../../worker/catalog/list/browse-expressions.ts";
import { browseFacts, weightedRating } from "../../../worker/catalog/store/browse-tokens.ts";
import type { BrowseQuery } from "../../../worker/contract/browse.ts";
import { browseQuery } from "../../contract/records.ts";
import { entriesOf, type GivenTitle } from "../kit.ts";

function factsOf(given: Partial<GivenTitle>) {
  const [entry] = entriesOf([{ title: "A", ...given }]);
  if (entry === undefined) throw new Error("no entry");
  return browseFacts(entry);
}

const valuesOf = (given: Partial<GivenTitle>, wanted: string) =>
  factsOf(given)
    .values.filter(([facet]) => facet === wanted)
    .map(([, value, name]) => [value, name]);

interface Term {
  readonly text: string;
  readonly isPrefix: boolean;
}

const termsOf = (expression: string): Term[] =>
  [...expression.matchAll(/"([^"]+)"(\*?)/g)].map(([, text = "", star]) => ({
    text,
    isPrefix: star === "*",
  }));

/** As FTS5 reads it: a title has one of the terms of each condition. */
function finds(expression: string, tokens: string): boolean {
  const held = tokens.split(" ");
  const has = ({ text, isPrefix }: Term) =>
    held.some((token) => (isPrefix ? token.startsWith(text) : token === text));
  return expression.split(" AND ").every((condition) => termsOf(condition).some(has));
}

const yearsOf = (first: number, last: number) =>
  browseExpression(browseQuery({ filter: { kind: null, years: { first, last, around: null } } }));

describe("the facts of a title", () => {
  test("are its genres and countries, each once, under the first of its names", () => {
    const given = { genres: "Science Fiction, Drama, science fiction, …", countries: "Côte d'Ivoire" };
    expect(valuesOf(given, "genre")).toEqual([
      ["science-fiction", "Science Fiction"],
      ["drama", "Drama"],
    ]);
    expect(valuesOf(given, "country")).toEqual([["cote-divoire", "Côte d'Ivoire"]]);
  });

  test("that are unknown make only the tokens of an unknown year and rating, and of no votes", () => {
    const without = factsOf({ type: "…" });
    expect(without.values.map(([facet]) => facet)).toEqual(["any", "year", "weight"]);
    const known = factsOf({
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
    expect(known.tokens.split(" ")).toHaveLength(13);
    expect(known.tokens.split(" ")).toContain(any);
    for (const token of [year, weight, votes]) expect(known.tokens.split(" ")).not.toContain(token);
  });

  test.each<[keyof BrowseQuery, Partial<BrowseQuery>, GivenTitle]>([
    ["filter", { filter: { kind: "series", years: null } }, { title: "", type: "series" }],
    ["genre", { genre: "drama" }, { title: "", genres: "Drama" }],
    ["country", { country: "iran" }, { title: "", countries: "Iran" }],
    ["language", { language: "fa" }, { title: "", language: "fa" }],
    ["minRating", { minRating: 7 }, { title: "", rating: 7 }],
    ["minRating", { minRating: 7 }, { title: "", rating: 10 }],
    ["minRating", { minRating: 9 }, { title: "", rating: 9, votes: 25 }],
    ["runtime", { runtime: { first: 90, last: 120 } }, { title: "", runtime: "120" }],
  ])("find it by %s, and only those that have it", (_, asked, given) => {
    const { tokens } = factsOf(given);
    expect(finds(factsExpression(browseQuery(asked)), tokens)).toBe(true);
    expect(finds(factsExpression(browseQuery(asked)), factsOf({}).tokens)).toBe(false);
    expect(finds(factsExpression(browseQuery({})), tokens)).toBe(true);
  });

  test("find no title with few votes by its rating", () => {
    const asked = factsExpression(browseQuery({ minRating: 7 }));
    expect(finds(asked, factsOf({ rating: 10, votes: 24 }).tokens)).toBe(false);
  });

  test("of one kind never equal another's: a genre is neither a country nor a language", () => {
    const { tokens } = factsOf({ type: "x", year: "1999", genres: "x", countries: "y", language: "z" });
    const slugs = ["x", "y", "z", "1999", "199"];
    const found = (fact: "genre" | "country" | "language") =>
      slugs.filter((slug) => finds(factsExpression(browseQuery({ [fact]: slug })), tokens));
    expect([found("genre"), found("country"), found("language")]).toEqual([["x"], ["y"], ["z"]]);
    expect(slugs.filter((slug) => finds(factsExpression(browseQuery({ genre: slug })), tokens))).toEqual([
      "x",
    ]);
  });

  test("must all match", () => {
    const { tokens } = factsOf({ genres: "Drama", year: "1999", type: "movie" });
    const both = (f: string, genre: string) => finds(browseExpression(browseQuery({ f, genre })), tokens);
    expect(both("1999", "drama")).toBe(true);
    expect(both("1998", "drama")).toBe(false);
    expect(both("1999", "comedy")).toBe(false);
    expect(both("series,1999", "drama")).toBe(false);
  });
});

describe("years", () => {
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

  test("find the titles of those years, and no others", () => {
    fc.assert(
      fc.property(year, year, year, (one, other, asked) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const digits = String(asked).padStart(4, "0");
        expect(finds(yearsOf(first, last), factsOf({ year: digits }).tokens)).toBe(
          first <= asked && asked <= last,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test("never find a title without a year", () => {
    expect(finds(yearsOf(0, 9_999), factsOf({}).tokens)).toBe(false);
  });

  test("are few terms, whole decades as one, and no prefix covers years with many films", () => {
    fc.assert(
      fc.property(year, year, (one, other) => {
        const terms = termsOf(yearsOf(Math.min(one, other), Math.max(one, other)).split(" AND ")[0] ?? "");
        expect(terms.length).toBeLessThan(110);
        for (const { text } of terms.filter(({ isPrefix }) => isPrefix)) {
          expect(
            Number(text.slice(1).padEnd(4, "9")) < 1_800 || Number(text.slice(1).padEnd(4, "0")) > 2_099,
          ).toBe(true);
        }
      }),
    );
    expect(termsOf(yearsOf(1_990, 2_009).split(" AND ")[0] ?? "")).toHaveLength(2);
    expect(termsOf(yearsOf(0, 9_999).split(" AND ")[0] ?? "")).toHaveLength(55);
  });
});

describe("the weighted rating", () => {
  test.each([
    [0, 0, ""],
    [0, 90, ""],
    [9, 0, "065"],
    [10, 1, "065"],
    [9, 1_000, "078"],
    [8.7, 29_275, "086"],
    [1, 29_275, "012"],
    [10, Number.MAX_SAFE_INTEGER, "100"],
  ])("of %d with %d votes is %j", (rating, votes, weight) => {
    expect(weightedRating(rating, votes)).toBe(weight);
    expect(valuesOf({ rating, votes }, "weight")).toEqual([[weight, weight]]);
  });
});

test("runtimes find the titles of those minutes, and no others", () => {
  const minutes = fc.oneof(
    fc.constantFrom(1, 9, 10, 89, 90, 99, 100, 119, 120, 599, 600),
    fc.integer({ min: 1, max: 600 }),
  );
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 2_000 }), (one, other, runtime) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      const expression = factsExpression(browseQuery({ runtime: { first, last } }));
      const counted = Math.min(runtime, 600);
      expect(finds(expression, factsOf({ runtime: String(runtime) }).tokens)).toBe(
        first <= counted && counted <= last,
      );
      expect(termsOf(expression).length).toBeLessThanOrEqual(78);
    }),
  );
});
