/** Where the record of a title page comes from. */
import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { createTitleLookup, type TitleAddress } from "../../worker/resources/title-lookup.ts";
import { titleList } from "../../worker/source/loaded.ts";
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
  test("comes from the origin by its id if the origin can, whatever its slug", async () => {
    const facts = { votes: 310 };
    const title = async () => ({ value: MATRIX, notes: { facts } });
    const { resources, context } = resourcesOf(originThat({ title }));
    const lookup = createTitleLookup({ resources: resources.shared, catalog: null });
    expect(await lookup(context, { ...ADDRESS, slug: "other-words" })).toEqual({
      record: MATRIX,
      facts,
      notes: {},
    });
  });

  test("is searched for by the words and the year of the slug", async () => {
    const { lookup } = setUp({ records: [record({ id: 1 }), MATRIX] });
    expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
  });

  test("is missing if no search finds the id, or the address has no slug", async () => {
    const { lookup, calls } = setUp({ records: [record({ id: 1 })] });
    expect(await lookup(ADDRESS)).toBeNull();
    expect(await lookup({ ...ADDRESS, slug: "" })).toBeNull();
    expect(calls.search).toBe(1);
  });

  test("stored by a search is used without another one, and once stale only if that fails", async () => {
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

  test("of the catalog beside an upstream is used only if its slug agrees", async () => {
    const other = record({ title: "Another film", year: "1999" });
    expect(await setUp({ records: [] }, MATRIX).lookup(ADDRESS)).toEqual({
      record: MATRIX,
      facts: {},
      notes: {},
    });
    expect(await setUp({ records: [] }, other).lookup(ADDRESS)).toBeNull();
    const godzilla = record({ title: "ゴジラ", year: "1954" });
    for (const slug of ["ゴジラ-1954", "コシラ-1954"]) {
      expect((await setUp({ records: [] }, godzilla).lookup({ ...ADDRESS, slug }))?.record).toEqual(godzilla);
    }
  });

  test("is a part of the page", async () => {
    const { lookup, answers } = setUp({ records: [] }, MATRIX);
    await lookup(ADDRESS);
    expect(answers).toContainEqual(expect.objectContaining({ tags: ["search", `title-${MATRIX.id}`] }));
  });
});
