/** Tests how a title page finds its record. */
import { describe, expect, test } from "vitest";
import type { Context } from "../../worker/cache/resource.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { createTitleLookup, type TitleAddress } from "../../worker/resources/title-lookup.ts";
import { titleList } from "../../worker/source/loaded.ts";
import type { Source } from "../../worker/source/source.ts";
import { record, searchQuery } from "../contract/records.ts";
import { createResources, createTestSource } from "./kit.ts";

const MATRIX = record();
const ADDRESS = { id: MATRIX.id, slug: "the-matrix-1999", lang: "en" };
const DOWN = new Problem("bad-upstream", "Down.");

/**
 * Sets up an upstream with these search results. `inCatalog` is the record in the fallback catalog, if there is one.
 */
function setUp(finds: { records: readonly TitleRecord[] | Problem }, inCatalog?: TitleRecord | null) {
  const calls = { search: 0 };
  const upstream = createTestSource({
    async search({ lang }) {
      calls.search++;
      if (finds.records instanceof Problem) throw finds.records;
      const titles = finds.records.map((found) => ({ id: found.id, lang, record: found }));
      return titleList(finds.records, { titles });
    },
  });
  const traits = { ...upstream.traits, hasCatalogFallback: inCatalog !== undefined };
  const title = async () => ({ value: inCatalog ?? null });
  const withFallback: Source<Context> = {
    ...upstream,
    traits,
    offers: (capability) =>
      upstream.offers(capability) || (capability === "title" && traits.hasCatalogFallback),
    load: (context, capability, query) =>
      (capability === "title" ? createTestSource({ title }) : upstream).load(context, capability, query),
  };
  const made = createResources(withFallback);
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

  describe("with CATALOG_FALLBACK=on", () => {
    test("loads the record from the catalog", async () => {
      const { lookup, calls } = setUp({ records: [] }, MATRIX);
      expect((await lookup({ ...ADDRESS, slug: "other-words" }))?.record).toEqual(MATRIX);
      expect(calls.search).toBe(0);
    });

    test("searches when the catalog does not have the title", async () => {
      const { lookup } = setUp({ records: [MATRIX] }, null);
      expect((await lookup(ADDRESS))?.record).toEqual(MATRIX);
    });
  });

  test("adds the record to the page's data", async () => {
    const { lookup, results } = setUp({ records: [] }, MATRIX);
    await lookup(ADDRESS);
    expect(results).toContainEqual(
      expect.objectContaining({ tags: expect.arrayContaining([`title-${MATRIX.id}`]) }),
    );
  });
});
