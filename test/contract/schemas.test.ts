import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Credits } from "../../worker/contract/credits.ts";
import { ImagePath, SearchResponse, TitleRecord } from "../../worker/contract/record.ts";
import { credits, record } from "./records.ts";

describe("ImagePath", () => {
  test.each(["1999/03/matrix.jpg", "2024/12/_a-b.c.webp", "0000/00/-", "1999/03/a"])("accepts %s", (path) => {
    expect(v.is(ImagePath, path)).toBe(true);
  });

  test.each([
    "",
    "/1999/03/matrix.jpg",
    "x1999/03/matrix.jpg",
    "199/03/matrix.jpg",
    "abcd/03/matrix.jpg",
    "1999/3/matrix.jpg",
    "1999/ab/matrix.jpg",
    "1999/03/",
    "1999/03/.hidden",
    "1999/03/a/b.jpg",
    "1999/03/a b.jpg",
    "1999/03/a.jpg?x",
    "1999/03/ä.jpg",
  ])("rejects %j", (path) => {
    expect(v.is(ImagePath, path)).toBe(false);
  });
});

describe("TitleRecord", () => {
  test.each([
    {},
    { is_adult: 1 as const },
    { type: "" },
    { year: "" },
    { runtime: "0" },
    { runtime: "95.5" },
    { rating: 0 },
    { poster: null },
    { id: Number.MAX_SAFE_INTEGER },
  ])("accepts %j", (fields) => {
    expect(v.is(SearchResponse, [record(fields)])).toBe(true);
  });

  test.each([
    { id: 0 },
    { id: 2 ** 53 },
    { year: "99" },
    { year: "19999" },
    { year: "abcd" },
    { runtime: "" },
    { runtime: "x95" },
    { runtime: "95 min" },
    { runtime: "9x5" },
    { runtime: "95." },
    { runtime: 95 },
    { rating: Number.NaN },
    { rating: Number.POSITIVE_INFINITY },
    { poster: "matrix.jpg" },
    { votes: 3 },
  ])("rejects %j", (fields) => {
    expect(v.is(TitleRecord, { ...record(), ...fields })).toBe(false);
  });

  test("requires every field", () => {
    for (const name of Object.keys(record())) {
      const { [name as "id"]: _, ...others } = record();
      expect([name, v.is(TitleRecord, others)]).toEqual([name, false]);
    }
  });
});

describe("Credits", () => {
  const [crew] = credits().director;

  test("accepts several entries in a group", () => {
    expect(v.is(Credits, credits())).toBe(true);
    expect(v.is(Credits, credits({ "visual effects": crew ? [crew, crew] : [] }))).toBe(true);
  });

  test("requires exactly the contract's groups", () => {
    for (const name of Object.keys(credits())) {
      const { [name as "id"]: _, ...others } = credits();
      expect([name, v.is(Credits, others)]).toEqual([name, false]);
    }
    expect(v.is(Credits, { ...credits(), camera: [] })).toBe(false);
  });
});
