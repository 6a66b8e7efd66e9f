import { describe, expect, test } from "vitest";
import { readQuery } from "../../worker/contract/parameters.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { PEOPLE, PERSON, parseFind, SHARED, SUGGEST, TITLES } from "../../worker/contract/query.ts";

const values = (query: string) => new URLSearchParams(query);
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(",");

/** The parameters that are refused. */
function refused(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.errors?.map(({ parameter }) => parameter) ?? [];
  }
  return [];
}

describe("ids", () => {
  test("are read in their order", () => {
    expect(readQuery(TITLES, values("ids=3,1,2&lang=fr&append=credits"))).toEqual({
      ids: [3, 1, 2],
      lang: "fr",
      append: ["credits"],
    });
    expect(readQuery(SHARED, values("ids=9,8"))).toEqual({ ids: [9, 8], lang: "en" });
  });

  test.each([
    "",
    "ids=",
    "ids=1,1",
    "ids=1,",
    "ids=,1",
    "ids=0",
    "ids=01",
    "ids=a",
    "ids=1;2",
    `ids=${many(51)}`,
  ])("of titles are 1 to 50 different ones: %s is refused", (query) => {
    expect(refused(() => readQuery(TITLES, values(query)))).toEqual(["ids"]);
  });

  test("of titles come without empty parameters", () => {
    expect(refused(() => readQuery(TITLES, values("ids=1&append=")))).toEqual(["append"]);
  });

  test.each([
    ["votes,credits", ["credits", "votes"]],
    ["votes,external_ids,credits", ["credits", "external_ids", "votes"]],
  ])("of titles may name several parts, in any order: %s", (append, parts) => {
    expect(readQuery(TITLES, values(`ids=1&append=${append}`)).append).toEqual(parts);
  });

  test.each(["votes,votes", "credits,", "votes, credits", "cast"])("of titles refuse append=%s", (append) => {
    expect(refused(() => readQuery(TITLES, values(`ids=1&append=${append}`)))).toEqual(["append"]);
  });

  test("of titles may be 50", () => {
    expect(readQuery(TITLES, values(`ids=${many(50)}`)).ids).toHaveLength(50);
  });

  test.each(["", "ids=1", "ids=1,1", `ids=${many(6)}`])(
    "of people are two to five: %s is refused",
    (query) => {
      expect(refused(() => readQuery(SHARED, values(query)))).toEqual(["ids"]);
    },
  );
});

test("a person's id comes from the path, and adult titles are left out by default", () => {
  expect(readQuery(PERSON, values("include_adult=1"), { id: "5" })).toEqual({
    id: 5,
    lang: "en",
    includeAdult: true,
  });
  expect(readQuery(PERSON, values(""), { id: "5" }).includeAdult).toBe(false);
  expect(refused(() => readQuery(PERSON, values("lang=!&include_adult=2"), { id: "x" }))).toEqual([
    "id",
    "lang",
    "include_adult",
  ]);
});

test("people are searched by a text, 20 a page by default", () => {
  expect(readQuery(PEOPLE, values("q=%20Mifune%20&page=2"))).toEqual({
    text: "Mifune",
    lang: "en",
    page: 2,
    limit: 20,
  });
  expect(refused(() => readQuery(PEOPLE, values("limit=101")))).toEqual(["q", "limit"]);
});

test("suggestions are at most eight", () => {
  expect(readQuery(SUGGEST, values("q=k"))).toEqual({ text: "k", lang: "en", limit: 8 });
  expect(refused(() => readQuery(SUGGEST, values("q=k&limit=9")))).toEqual(["limit"]);
});

describe("an id of another source", () => {
  test.each([
    ["imdb", "tt0133093"],
    ["imdb", "nm0000206"],
    ["tmdb-movie", "603"],
    ["tmdb-tv", "1399"],
    ["tmdb-person", "525"],
    ["wikidata", "Q83495"],
  ])("has the form of its source: %s %s", (source, id) => {
    expect(parseFind(values(""), { source, id })).toEqual({ source, external: id, lang: "en" });
  });

  test.each([
    ["imdb", "603", "id"],
    ["imdb", "tt", "id"],
    ["tmdb-movie", "0603", "id"],
    ["tmdb-person", "nm525", "id"],
    ["wikidata", "83495", "id"],
    ["imdb", "tt0133093'", "id"],
    ["netflix", "1", "source"],
  ])("is refused in any other: %s %s", (source, id, parameter) => {
    expect(refused(() => parseFind(values(""), { source, id }))).toEqual([parameter]);
  });
});
