/** Where the record of a title page comes from. */
import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { titleList } from "../../worker/origins/loaded.ts";
import { createTitleLookup, type TitleAddress } from "../../worker/resources/title-lookup.ts";
import { record, searchQuery } from "../contract/records.ts";
import { originThat, resourcesOf } from "./kit.ts";

const MATRIX = record();
const ADDRESS = { id: MATRIX.id, slug: "the-matrix-1999", lang: "en" };
const DOWN = new Problem("bad-upstream", "Down.");

/** An upstream whose searches find this, and a catalog beside it that has this record. */
function setUp(finds: { records: readonly TitleRecord[] | Problem }, inCatalog: TitleRecord | null = null) {
  const calls = { search: 0 };
  const upstream = originThat({
    async search({ lang }) {
      calls.search++;
      if (finds.records instanceof Problem) throw finds.records;
      const titles = finds.records.map((found) => ({ id: found.id, lang, record: found }));
      return titleList(finds.records, { titles });
    },
  });
  const made = resourcesOf(upstream);
  const beside = resourcesOf(originThat({ title: async () => ({ value: inCatalog }) }, "catalog"));
  const lookup = createTitleLookup({ resources: made.resources.shared, catalog: beside.resources.shared });
  return {
    ...made,
    calls,
    answers: made.context.answers,
    lookup: (address: TitleAddress) => lookup(made.context, address),
  };
}

describe("the record of a title", () => {
  test("comes from the origin by its id where that is offered, and its words do not matter", async () => {
    const about = { votes: 310 };
    const title = async () => ({ value: MATRIX, about });
    const { resources, context } = resourcesOf(originThat({ title }));
    const lookup = createTitleLookup({ resources: resources.shared, catalog: null });
    expect(await lookup(context, { ...ADDRESS, slug: "other-words" })).toEqual({
      record: MATRIX,
      notes: about,
    });
  });

  test("is searched for with the words and the year of the address", async () => {
    const { lookup } = setUp({ records: [record({ id: 1 }), MATRIX] });
    expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
  });

  test("is nobody's where no search finds that id, or the address has no words", async () => {
    const { lookup, calls } = setUp({ records: [record({ id: 1 })] });
    expect(await lookup(ADDRESS)).toBeNull();
    expect(await lookup({ ...ADDRESS, slug: "" })).toBeNull();
    expect(calls.search).toBe(1);
  });

  test("that a search left behind serves without another search, and after it only where the search fails", async () => {
    const finds: { records: readonly TitleRecord[] | Problem } = { records: [MATRIX] };
    const { lookup, resources, settle, calls, clock } = setUp(finds);
    await resources.ask("search", searchQuery());
    await settle();
    expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
    expect(calls.search).toBe(1);
    finds.records = DOWN;
    clock.now += (3_600 + 86_400) * 1_000;
    expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
    expect(calls.search).toBe(2);
    finds.records = [];
    clock.now += 10_000;
    expect(await lookup(ADDRESS)).toBeNull();
  });

  test("of the catalog beside an upstream is taken where the words agree: their numbers need not", async () => {
    const other = record({ title: "Another film", year: "1999" });
    expect(await setUp({ records: [] }, MATRIX).lookup(ADDRESS)).toEqual({ record: MATRIX, notes: {} });
    expect(await setUp({ records: [] }, other).lookup(ADDRESS)).toBeNull();
    const godzilla = record({ title: "ゴジラ", year: "1954" });
    for (const slug of ["ゴジラ-1954", "コシラ-1954"]) {
      expect((await setUp({ records: [] }, godzilla).lookup({ ...ADDRESS, slug }))?.record).toEqual(godzilla);
    }
  });

  test("is part of what the page is made of", async () => {
    const { lookup, answers } = setUp({ records: [] }, MATRIX);
    await lookup(ADDRESS);
    expect(answers).toContainEqual(expect.objectContaining({ tags: ["search", `title-${MATRIX.id}`] }));
  });
});
