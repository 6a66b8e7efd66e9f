/** Where the record of a title page comes from. */
import { describe, expect, test } from "vitest";
import type { Answer } from "../../worker/cache/resource.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import type { Origin } from "../../worker/origins/origin.ts";
import { createTitleLookup, lookupNamesakes, storingRecords } from "../../worker/resources/title.ts";
import { record, searchQuery } from "../contract/records.ts";
import { originGiving, resourcesOf } from "./kit.ts";

const MATRIX = record();
const ADDRESS = { id: MATRIX.id, slug: "the-matrix-1999", lang: "en" };
const DOWN = new Problem("bad-upstream", "Down.");

/** An upstream whose searches find this, and a catalog beside it that has this record. */
function setUp(finds: { records: readonly TitleRecord[] | Problem }, inCatalog: TitleRecord | null = null) {
  const calls = { search: 0 };
  const upstream = originGiving(async () => {
    calls.search++;
    if (finds.records instanceof Problem) throw finds.records;
    return JSON.stringify(finds.records);
  });
  const made = resourcesOf(upstream);
  const { resources, clock, waitUntil } = made;
  const catalog = resourcesOf({
    ...originGiving(() => "[]", "catalog"),
    title: async () => ({ json: inCatalog && JSON.stringify(inCatalog), version: null }),
  }).resources;
  const answers: Answer[] = [];
  return {
    ...made,
    calls,
    answers,
    storing: storingRecords(upstream, { resources, now: () => clock.now, waitUntil }),
    lookup: createTitleLookup({ origin: upstream, resources, catalog, answers }),
  };
}

describe("the record of a title", () => {
  test("comes from the origin by its id where that is offered, and its words do not matter", async () => {
    const origin: Origin = {
      ...originGiving(() => "[]"),
      title: async () => ({ json: JSON.stringify(MATRIX), version: null }),
    };
    const { resources } = resourcesOf(origin);
    const lookup = createTitleLookup({ origin, resources, catalog: null, answers: [] });
    expect(await lookup({ ...ADDRESS, slug: "other-words" })).toEqual(MATRIX);
  });

  test("is searched for with the words and the year of the address", async () => {
    const { lookup } = setUp({ records: [record({ id: 1 }), MATRIX] });
    expect(await lookup(ADDRESS)).toEqual(MATRIX);
  });

  test("is nobody's where no search finds that id, or the address has no words", async () => {
    const { lookup, calls } = setUp({ records: [record({ id: 1 })] });
    expect(await lookup(ADDRESS)).toBeNull();
    expect(await lookup({ ...ADDRESS, slug: "" })).toBeNull();
    expect(calls.search).toBe(1);
  });

  test("that a search left behind serves without another search, and after it only where the search fails", async () => {
    const finds: { records: readonly TitleRecord[] | Problem } = { records: [MATRIX] };
    const { lookup, storing, settle, calls, clock } = setUp(finds);
    await storing.search(searchQuery());
    await settle();
    expect(await lookup(ADDRESS)).toEqual(MATRIX);
    expect(calls.search).toBe(1);
    finds.records = DOWN;
    clock.now += (3_600 + 86_400) * 1_000;
    expect(await lookup(ADDRESS)).toEqual(MATRIX);
    expect(calls.search).toBe(2);
    finds.records = [];
    clock.now += 10_000;
    expect(await lookup(ADDRESS)).toBeNull();
  });

  test("of the catalog beside an upstream is taken where the words agree: their numbers need not", async () => {
    const other = record({ title: "Another film", year: "1999" });
    expect(await setUp({ records: [] }, MATRIX).lookup(ADDRESS)).toEqual(MATRIX);
    expect(await setUp({ records: [] }, other).lookup(ADDRESS)).toBeNull();
    const godzilla = record({ title: "ゴジラ", year: "1954" });
    for (const slug of ["ゴジラ-1954", "コシラ-1954"]) {
      expect(await setUp({ records: [] }, godzilla).lookup({ ...ADDRESS, slug })).toEqual(godzilla);
    }
  });

  test("is part of what the page is made of", async () => {
    const { lookup, answers } = setUp({ records: [] }, MATRIX);
    await lookup(ADDRESS);
    expect(answers).toContainEqual(expect.objectContaining({ tags: ["search", `title-${MATRIX.id}`] }));
  });
});

describe("namesakes", () => {
  test("leave out titles for adults", async () => {
    const adult = record({ id: 9, is_adult: 1 });
    const { resources } = resourcesOf({
      ...originGiving(() => "[]"),
      namesakes: async () => ({ json: JSON.stringify([MATRIX, adult]), isEmpty: false, version: null }),
    });
    expect(await lookupNamesakes(resources, { id: 1, lang: "en" })).toEqual([MATRIX]);
  });

  test("are none where the origin cannot tell or fails", async () => {
    const failing = { ...originGiving(() => "[]"), namesakes: () => Promise.reject(DOWN) };
    for (const origin of [originGiving(() => "[]"), failing]) {
      expect(await lookupNamesakes(resourcesOf(origin).resources, { id: 1, lang: "en" })).toEqual([]);
    }
  });
});
