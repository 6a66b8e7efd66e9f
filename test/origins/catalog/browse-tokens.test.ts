/** The tokens that titles are browsed by, and the expressions that find them. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BrowseQuery } from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { browseExpression, factsExpression } from "../../../worker/origins/catalog/browse.ts";
import { browseFacts, sortKey } from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { entriesOf, type GivenTitle } from "./filled.ts";

function factsOf(given: Omit<GivenTitle, "title">) {
  const [entry] = entriesOf([{ title: "A Title", ...given }]);
  if (entry === undefined) throw new Error("no entry");
  return browseFacts(entry.record, entry.language);
}

function queryOf(given: Partial<BrowseQuery>): BrowseQuery {
  return {
    filter: NO_FILTER,
    genre: null,
    country: null,
    language: null,
    sort: "popularity",
    paging: { page: 1, limit: 20 },
    lang: "en",
    ...given,
  };
}

interface Term {
  readonly text: string;
  readonly isPrefix: boolean;
}

const termsOf = (expression: string): Term[] =>
  [...expression.matchAll(/"([^"]+)"(\*?)/g)].map(([, text = "", star]) => ({
    text,
    isPrefix: star === "*",
  }));

/** As FTS5 reads it: a title has one of the terms in brackets, and each of the others. */
function finds(expression: string, tokens: string): boolean {
  const held = tokens.split(" ");
  const has = ({ text, isPrefix }: Term) =>
    held.some((token) => (isPrefix ? token.startsWith(text) : token === text));
  const [, years, facts = expression] = /^\((.*)\) AND (.*)$/.exec(expression) ?? [];
  return (years === undefined || termsOf(years).some(has)) && termsOf(facts).every(has);
}

const yearsOf = (first: number, last: number) =>
  browseExpression(queryOf({ filter: { kind: null, years: { first, last, around: null } } }));

describe("the facts of a title", () => {
  test("are its genres and countries, each once, under the first of its names", () => {
    const { genres, countries } = factsOf({
      genres: "Science Fiction, Drama, science fiction, …",
      countries: "Côte d'Ivoire",
    });
    expect(genres).toEqual([
      { value: "science-fiction", name: "Science Fiction" },
      { value: "drama", name: "Drama" },
    ]);
    expect(countries).toEqual([{ value: "cote-divoire", name: "Côte d'Ivoire" }]);
  });

  test("that are not known make no token but that of an unknown year", () => {
    const without = factsOf({ type: "…" });
    expect([without.genres, without.countries]).toEqual([[], []]);
    const known = factsOf({
      type: "movie",
      year: "1999",
      genres: "Drama",
      countries: "Iran",
      language: "fa",
    });
    const [any, year] = without.tokens.split(" ");
    expect(without.tokens.split(" ")).toHaveLength(2);
    expect(known.tokens.split(" ")).toHaveLength(7);
    expect(known.tokens.split(" ")).toContain(any);
    expect(known.tokens.split(" ")).not.toContain(year);
  });

  test.each<[keyof BrowseQuery, Partial<BrowseQuery>, GivenTitle]>([
    ["filter", { filter: { kind: "series", years: null } }, { title: "", type: "series" }],
    ["genre", { genre: "drama" }, { title: "", genres: "Drama" }],
    ["country", { country: "iran" }, { title: "", countries: "Iran" }],
    ["language", { language: "fa" }, { title: "", language: "fa" }],
  ])("find it by %s, and only those that have it", (_, asked, given) => {
    const { tokens } = factsOf(given);
    expect(finds(factsExpression(queryOf(asked)), tokens)).toBe(true);
    expect(finds(factsExpression(queryOf(asked)), factsOf({}).tokens)).toBe(false);
    expect(finds(factsExpression(queryOf({})), tokens)).toBe(true);
  });

  test("of one kind are none of another: a genre is no country and no language", () => {
    const { tokens } = factsOf({ type: "x", year: "1999", genres: "x", countries: "y", language: "z" });
    const slugs = ["x", "y", "z", "1999", "199"];
    const found = (fact: "genre" | "country" | "language") =>
      slugs.filter((slug) => finds(factsExpression(queryOf({ [fact]: slug })), tokens));
    expect([found("genre"), found("country"), found("language")]).toEqual([["x"], ["y"], ["z"]]);
    expect(slugs.filter((slug) => finds(factsExpression(queryOf({ genre: slug })), tokens))).toEqual(["x"]);
  });

  test("must all be there", () => {
    const { tokens } = factsOf({ genres: "Drama", year: "1999", type: "movie" });
    const both = (f: string, genre: string) =>
      finds(browseExpression(queryOf({ filter: parseFilter(f) ?? NO_FILTER, genre })), tokens);
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

  test("are few terms, whole decades as one, and no prefix covers years that films are of", () => {
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

describe("the key of the alphabetical order", () => {
  test.each([
    ["The Matrix", "matrix"],
    ["A Separation", "separation"],
    ["An Education", "education"],
    ["The", "the"],
    ["A", "a"],
    ["Émile", "emile"],
    ["Theatre", "theatre"],
    ["Up and the Sky", "up and the sky"],
  ])("of %s is %s", (title, key) => {
    expect(sortKey(title)).toBe(key);
  });

  test("is short, however long the title is", () => {
    expect(sortKey("The Longest Title ".repeat(10))).toBe("longest title the longest title the long");
  });
});
