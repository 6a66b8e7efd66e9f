/** Tests how a title page finds its record. */
import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { createTitleLookup, type TitleAddress } from "../../worker/resources/title-lookup.ts";
import { titleList } from "../../worker/source/loaded.ts";
import { record, searchQuery } from "../contract/records.ts";
import { createResources, createTestSource } from "./kit.ts";

const MATRIX = record();
const ADDRESS = { id: MATRIX.id, slug: "the-matrix-1999", lang: "en" };
const DOWN = new Problem("bad-upstream", "Down.");

/** Sets up an upstream with these search results. */
function setUp(finds: { records: readonly TitleRecord[] | Problem }) {
  const calls = { search: 0 };
  const upstream = createTestSource({
    async search({ lang }) {
      calls.search++;
      if (finds.records instanceof Problem) throw finds.records;
      const titles = finds.records.map((found) => ({ id: found.id, lang, record: found }));
      return titleList(finds.records, { titles });
    },
  });
  const made = createResources(upstream);
  const lookup = createTitleLookup(made.resources.shared);
  return {
    ...made,
    calls,
    results: made.context.results,
    lookup: (address: TitleAddress) => lookup(made.context, address),
  };
}

describe("lookupTitle()", () => {
  test("loads the record by id when the source supports it", async () => {
    const facts = { votes: 310 };
    const title = async () => ({ value: MATRIX, notes: { facts } });
    const { resources, context } = createResources(createTestSource({ title }));
    const lookup = createTitleLookup(resources.shared);
    expect(await lookup(context, { ...ADDRESS, slug: "other-words" })).toEqual({
      record: MATRIX,
      facts,
      notes: {},
    });
  });

  test("searches for the slug's words and year when ids are unsupported", async () => {
    const { lookup } = setUp({ records: [record({ id: 1 }), MATRIX] });
    expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
  });

  test("returns null if no search result has the id", async () => {
    const { lookup, calls } = setUp({ records: [record({ id: 1 })] });
    expect(await lookup(ADDRESS)).toBeNull();
    expect(await lookup({ ...ADDRESS, slug: "" })).toBeNull();
    expect(calls.search).toBe(1);
  });

  test("uses the record from an earlier search until it expires", async () => {
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

  test("adds the record to the page's data", async () => {
    const { lookup, resources, settle, results } = setUp({ records: [MATRIX] });
    await resources.ask("search", searchQuery());
    await settle();
    results.length = 0;
    await lookup(ADDRESS);
    expect(results).toContainEqual(
      expect.objectContaining({ tags: expect.arrayContaining([`title-${MATRIX.id}`]) }),
    );
  });
});
