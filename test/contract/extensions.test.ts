import { describe, expect, test } from "vitest";
import { readQuery } from "../../worker/contract/parameters.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { PEOPLE, PERSON, parseFind, SHARED, SUGGEST, TITLES } from "../../worker/contract/query.ts";

const values = (query: string) => new URLSearchParams(query);
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(",");

/** Returns the names of the rejected parameters. */
function findRejectedParameters(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.errors?.map(({ parameter }) => parameter) ?? [];
  }
  return [];
}

describe("readQuery() for /v1/titles", () => {
  test("keeps the order of the ids", () => {
    expect(readQuery(TITLES, values("ids=3,1,2&lang=fr&append=credits"))).toEqual({
      ids: [3, 1, 2],
      lang: "fr",
      append: ["credits"],
    });
  });

  test.each(["", "ids=", "ids=1,", "ids=,1", "ids=0", "ids=01", "ids=a", "ids=1;2", `ids=${many(51)}`])(
    "rejects missing, malformed or too many ids: %s",
    (query) => {
      expect(findRejectedParameters(() => readQuery(TITLES, values(query)))).toEqual(["ids"]);
    },
  );

  test("counts a repeated id once", () => {
    expect(readQuery(TITLES, values("ids=2,1,2")).ids).toEqual([2, 1]);
  });

  test.each(["", "votes,votes", "credits,", "votes, credits", "cast"])("rejects append=%s", (append) => {
    expect(findRejectedParameters(() => readQuery(TITLES, values(`ids=1&append=${append}`)))).toEqual([
      "append",
    ]);
  });

  test.each([
    ["votes,credits", ["credits", "votes"]],
    ["votes,external_ids,credits", ["credits", "external_ids", "votes"]],
  ])("accepts append fields in any order: %s", (append, parts) => {
    expect(readQuery(TITLES, values(`ids=1&append=${append}`)).append).toEqual(parts);
  });

  test("accepts 50 ids", () => {
    expect(readQuery(TITLES, values(`ids=${many(50)}`)).ids).toHaveLength(50);
  });
});

describe("readQuery() for /v1/people/shared", () => {
  test("keeps the order of the ids", () => {
    expect(readQuery(SHARED, values("ids=9,8"))).toEqual({ ids: [9, 8], lang: "en" });
  });

  test.each(["", "ids=1", "ids=1,1", `ids=${many(6)}`])("requires two to five different ids: %s", (query) => {
    expect(findRejectedParameters(() => readQuery(SHARED, values(query)))).toEqual(["ids"]);
  });
});

describe("readQuery()", () => {
  test("parses a person's id from the path", () => {
    expect(readQuery(PERSON, values("include_adult=1"), { id: "5" })).toEqual({
      id: 5,
      lang: "en",
      includeAdult: true,
    });
    expect(readQuery(PERSON, values(""), { id: "5" }).includeAdult).toBe(false);
    expect(
      findRejectedParameters(() => readQuery(PERSON, values("lang=!&include_adult=2"), { id: "x" })),
    ).toEqual(["id", "lang", "include_adult"]);
  });

  test("defaults a people search to 20 results per page", () => {
    expect(readQuery(PEOPLE, values("q=%20Mifune%20&page=2"))).toEqual({
      text: "Mifune",
      lang: "en",
      page: 2,
      limit: 20,
    });
    expect(findRejectedParameters(() => readQuery(PEOPLE, values("limit=101")))).toEqual(["q", "limit"]);
  });

  test("limits suggestions to eight", () => {
    expect(readQuery(SUGGEST, values("q=k"))).toEqual({ text: "k", lang: "en", limit: 8 });
    expect(findRejectedParameters(() => readQuery(SUGGEST, values("q=k&limit=9")))).toEqual(["limit"]);
  });
});

describe("parseFind()", () => {
  test.each([
    ["imdb", "tt0133093"],
    ["imdb", "nm0000206"],
    ["tmdb-movie", "603"],
    ["tmdb-tv", "1399"],
    ["tmdb-person", "525"],
    ["wikidata", "Q83495"],
  ])("accepts %s %s", (source, id) => {
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
  ])("rejects %s %s", (source, id, parameter) => {
    expect(findRejectedParameters(() => parseFind(values(""), { source, id }))).toEqual([parameter]);
  });
});
