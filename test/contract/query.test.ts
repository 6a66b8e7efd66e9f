import { describe, expect, test } from "vitest";
import { readQuery } from "../../worker/contract/parameters.ts";
import { Problem } from "../../worker/contract/problem.ts";
import {
  CREDITS,
  formatCreditsQuery,
  formatSearchQuery,
  isSearchable,
  parseCategory,
  parseSearch,
} from "../../worker/contract/query.ts";

function parse(text: string) {
  const values = new URLSearchParams(text);
  return parseCategory(values) === "search" ? parseSearch(values) : readQuery(CREDITS, values);
}

function catchProblem(text: string): Problem | null {
  try {
    parse(text);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.type === "invalid-parameter") return thrown;
    throw thrown;
  }
  return null;
}

/** Returns the names of the rejected parameters. */
function findRejectedParameters(text: string): string[] {
  return catchProblem(text)?.errors.map(({ parameter }) => parameter) ?? [];
}

describe("parseSearch()", () => {
  test("applies the contract's defaults", () => {
    expect(parse("category=search&q=alien")).toEqual({
      text: "alien",
      filter: { kind: null, years: null },
      lang: "en",
      page: null,
      limit: null,
      includeAdult: false,
    });
  });

  test.each([
    ["  the   matrix\t", "the matrix"],
    ["Ame\u0301lie", "Am\u00e9lie"],
    ["a\u0000b\u001fc", "a b c"],
    ["x".repeat(200), "x".repeat(200)],
    ["\u{1F600}".repeat(200), "\u{1F600}".repeat(200)],
  ])("normalises the text %j", (text, expected) => {
    expect(parse(`category=search&q=${encodeURIComponent(text)}`)).toMatchObject({ text: expected });
  });

  test.each([
    ["category=search", ["q"]],
    ["category=search&q=", ["q"]],
    ["category=search&q=%20%09", ["q"]],
    [`category=search&q=${"x".repeat(201)}`, ["q"]],
    ["category=search&q=a&f=abcd", ["f"]],
    ["category=search&q=a&lang=english!", ["lang"]],
    ["category=search&q=a&lang=1en-abc", ["lang"]],
    ["category=search&q=a&lang=", ["lang"]],
    ["category=search&q=a&page=0", ["page"]],
    ["category=search&q=a&page=01", ["page"]],
    ["category=search&q=a&limit=101", ["limit"]],
    ["category=search&q=a&limit=-1", ["limit"]],
    ["category=search&q=a&include_adult=yes", ["include_adult"]],
    ["category=search&q=a&q=b", ["q"]],
    ["category=search&q=a&api_key=1&api_key=2", ["api_key"]],
    ["category=find&q=a", ["category"]],
    ["q=a", ["category"]],
    ["", ["category"]],
    ["category=search&f=x&page=x&lang=!", ["q", "f", "lang", "page"]],
  ])("lists every invalid parameter of %s", (text, parameters) => {
    expect(findRejectedParameters(text).toSorted()).toEqual(parameters.toSorted());
  });

  test("treats an empty f as no filter", () => {
    expect(parse("category=search&q=a&f=")).toMatchObject({ filter: { kind: null, years: null } });
  });

  test.each([
    ["pt-BR", "pt-BR"],
    ["pt-AO", "pt-PT"],
    ["EN", "en"],
    ["en-GB", "en"],
    ["fr-FR", "fr"],
    ["fr-ca", "fr-CA"],
    ["es-ES", "es"],
    ["es-AR", "es-419"],
    ["es-MX", "es-MX"],
    ["zh-Hant-TW", "zh-TW"],
    ["zh-Hant", "zh-TW"],
    ["zh-MO", "zh-HK"],
    ["zh-SG", "zh"],
    ["sr-Latn-RS", "sr-Latn"],
    ["de-CH-1996", "de-CH"],
    ["und", "und"],
    ["zh-cmn-Hans-CN", "zh"],
    ["zh-cmn", "zh"],
    ["zh-cmn-yue-hak-CN", "zh"],
    ["haw", "haw"],
  ])("reduces the language tag %s to %s", (tag, lang) => {
    expect(parse(`category=search&q=a&lang=${tag}`)).toMatchObject({ lang });
  });

  test("ignores unknown parameters", () => {
    expect(parse("category=search&q=a&utm_source=x&id=7")).toEqual(parse("category=search&q=a"));
  });

  test("defaults page and limit when only one is present", () => {
    expect(parse("category=search&q=a&page=3")).toMatchObject({ page: 3, limit: 20 });
    expect(parse("category=search&q=a&limit=5")).toMatchObject({ page: 1, limit: 5 });
  });
});

describe("parameter error", () => {
  test.each([
    ["category=find", "category must be search or credits."],
    ["q=x", "category is missing: use search or credits."],
    ["category=search", "q must be search text of 1 to 200 characters."],
    ["category=search&q=a&f=x", /^f must be a year \(1999\), years .*, movie, series, or both/],
    ["category=search&q=a&lang=!", "lang must be a language tag such as en or pt-BR."],
    ["category=search&q=a&page=x", "page must be an integer from 1 to 9007199254740991."],
    ["category=search&q=a&limit=x", "limit must be an integer from 1 to 100."],
    ["category=search&q=a&include_adult=x", "include_adult must be 0 or 1."],
    ["id=x", "id must be the id of a title: an integer from 1 to 9007199254740991."],
    ["id=1&id=1", "id is repeated."],
  ])("names the expected form in the error: %s", (text, detail) => {
    expect(catchProblem(text)?.detail).toEqual(
      typeof detail === "string" ? detail : expect.stringMatching(detail),
    );
  });

  test("shortens a parameter name and replaces control characters", () => {
    const long = "n".repeat(60);
    expect(findRejectedParameters(`id=1&${long}&${long}`)).toEqual(["n".repeat(40)]);
    expect(findRejectedParameters("id=1&a%00b=1&a%00b=2")).toEqual(["a\uFFFDb"]);
  });
});

describe("parseSearch() with limit values", () => {
  test.each([
    ["limit=1", { page: 1, limit: 1 }],
    ["limit=100", { page: 1, limit: 100 }],
    ["page=9007199254740991", { page: 9007199254740991, limit: 20 }],
    ["include_adult=0", { includeAdult: false }],
    ["include_adult=1", { includeAdult: true }],
  ])("accepts %s", (text, expected) => {
    expect(parse(`category=search&q=a&${text}`)).toMatchObject(expected);
  });

  test.each(["page=9007199254740992", "include_adult=", "include_adult=2"])("rejects %s", (text) => {
    expect(findRejectedParameters(`category=search&q=a&${text}`)).toHaveLength(1);
  });
});

describe("readQuery() for credits", () => {
  test("accepts an id without a category", () => {
    expect(parse("id=603")).toEqual({ id: 603, lang: "en" });
  });

  test.each([
    "0",
    "-1",
    "+1",
    "01",
    "1.0",
    "1e3",
    "",
    "abc",
    "9007199254740992",
    "99999999999999999999",
    "１",
  ])("rejects the id %j", (id) => {
    expect(findRejectedParameters(`category=credits&id=${encodeURIComponent(id)}`)).toEqual(["id"]);
  });

  test("accepts the largest id", () => {
    expect(parse("id=9007199254740991")).toMatchObject({ id: 9007199254740991 });
  });

  test("requires an id", () => {
    expect(findRejectedParameters("category=credits")).toEqual(["id"]);
  });
});

describe("isSearchable()", () => {
  test.each(["!!!", "…", "$", "\uFFFD", "🎬"])("returns false for %s", (text) => {
    expect(isSearchable(text)).toBe(false);
  });
});

describe("search and credits queries", () => {
  test.each([
    "category=search&q=alien&lang=en",
    "category=search&q=a%26b&f=movie%2C1990-&page=2&limit=5&include_adult=1&lang=fr",
    "category=credits&id=603&lang=en",
  ])("round-trip %s", (text) => {
    const query = parse(text);
    expect("id" in query ? formatCreditsQuery(query) : formatSearchQuery(query)).toBe(text);
  });
});
