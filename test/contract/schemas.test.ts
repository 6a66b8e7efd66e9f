/** What the schemas of the answers admit: the contract's shapes, and nothing beside them. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { CastEntry, Credits, CrewEntry } from "../../worker/contract/credits.ts";
import { Health } from "../../worker/contract/health.ts";
import { ProblemBody } from "../../worker/contract/problem.ts";
import { ImagePath, SearchAnswer, TitleRecord } from "../../worker/contract/record.ts";
import { credits, record } from "./records.ts";

describe("an image path", () => {
  test.each(["1999/03/matrix.jpg", "2024/12/_a-b.c.webp", "0000/00/-", "1999/03/a"])("may be %s", (path) => {
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
  ])("is not %j", (path) => {
    expect(v.is(ImagePath, path)).toBe(false);
  });
});

describe("a title record", () => {
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
  ])("may have %j", (fields) => {
    expect(v.is(SearchAnswer, [record(fields)])).toBe(true);
  });

  test.each([
    { id: 0 },
    { id: 1.5 },
    { id: 2 ** 53 },
    { is_adult: 2 },
    { type: null },
    { title: null },
    { original_title: undefined },
    { year: "99" },
    { year: "19999" },
    { year: "abcd" },
    { year: 1999 },
    { countries: [] },
    { genres: null },
    { runtime: "" },
    { runtime: "x95" },
    { runtime: "95 min" },
    { runtime: "9x5" },
    { runtime: "95." },
    { runtime: 95 },
    { rating: Number.NaN },
    { rating: Number.POSITIVE_INFINITY },
    { rating: "8" },
    { plot: null },
    { poster: "matrix.jpg" },
    { votes: 3 },
  ])("has no %j", (fields) => {
    expect(v.is(TitleRecord, { ...record(), ...fields })).toBe(false);
  });

  test("has every field", () => {
    for (const name of Object.keys(record())) {
      const { [name as "id"]: _, ...others } = record();
      expect([name, v.is(TitleRecord, others)]).toEqual([name, false]);
    }
  });
});

describe("credits", () => {
  const [cast] = credits().cast;
  const [crew] = credits().director;

  test("are the contract's example", () => {
    expect(v.is(Credits, credits())).toBe(true);
    expect(v.is(Credits, credits({ "visual effects": crew ? [crew, crew] : [] }))).toBe(true);
  });

  test("have every group", () => {
    for (const name of Object.keys(credits())) {
      const { [name as "id"]: _, ...others } = credits();
      expect([name, v.is(Credits, others)]).toEqual([name, false]);
    }
    expect(v.is(Credits, { ...credits(), camera: [] })).toBe(false);
  });

  test.each([
    { id: 0 },
    { name: null },
    { profile_path: "a.jpg" },
    { character: undefined },
    { job: "Actor" },
  ])("have no cast entry with %j", (fields) => {
    expect(v.is(CastEntry, { ...cast, ...fields })).toBe(false);
    expect(v.is(CastEntry, cast)).toBe(true);
  });

  test.each([{ id: 0 }, { name: null }, { profile_path: "a.jpg" }, { job: undefined }, { character: "Neo" }])(
    "have no crew entry with %j",
    (fields) => {
      expect(v.is(CrewEntry, { ...crew, ...fields })).toBe(false);
      expect(v.is(CrewEntry, crew)).toBe(true);
    },
  );
});

describe("a health report", () => {
  const healthy = {
    status: "ok",
    version: "1.0.0",
    origin: "catalog",
    catalog: { titles: 153, version: "1" },
  };

  test.each([
    {},
    { status: "degraded" },
    { status: "down", origin: null, catalog: null },
    { origin: "upstream" },
    { catalog: { titles: 0, version: "" } },
  ])("may say %j", (fields) => {
    expect(v.is(Health, { ...healthy, ...fields })).toBe(true);
  });

  test.each([
    { status: "" },
    { version: undefined },
    { origin: "http://upstream.test/" },
    { catalog: { titles: -1, version: "1" } },
    { catalog: { titles: 1 } },
    { catalog: {} },
  ])("never says %j", (fields) => {
    expect(v.is(Health, { ...healthy, ...fields })).toBe(false);
  });
});

describe("the body of a problem", () => {
  const body = {
    type: "https://marquee.example/problems/invalid-parameter",
    title: "Invalid parameter",
    status: 400,
    detail: "q must be a search text.",
    instance: "7b0c",
  };

  test("may name parameters, and what each has to be", () => {
    expect(v.is(ProblemBody, body)).toBe(true);
    expect(v.is(ProblemBody, { ...body, errors: [{ parameter: "q", detail: "must be a text" }] })).toBe(true);
    expect(v.is(ProblemBody, { ...body, errors: [{ parameter: "q" }] })).toBe(false);
    expect(v.is(ProblemBody, { ...body, errors: [{ detail: "must be a text" }] })).toBe(false);
  });

  test("has an address as its type, and every other member", () => {
    expect(v.is(ProblemBody, { ...body, type: "invalid-parameter" })).toBe(false);
    for (const name of Object.keys(body)) {
      expect([name, v.is(ProblemBody, { ...body, [name]: undefined })]).toEqual([name, false]);
    }
  });
});
