/** Tests the lists of a catalog that was updated after it was loaded. */
import { beforeAll, describe, expect, test } from "vitest";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { applyChanges } from "../../../tools/catalog/update/batch.ts";
import type { CatalogChange, PlacedChange } from "../../../tools/catalog/update/lines.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { toJson } from "../../../worker/source/loaded.ts";
import { random } from "../../bench/search/titles.ts";
import { control, migrateControl } from "../../changes/controlled.ts";
import { browseQuery, type GivenList } from "../../contract/records.ts";
import { connectionTo } from "../../d1-connection.ts";
import { database, fillEntries, manyTitles, openCatalog, toEntries } from "../kit.ts";

const LOADED = 2_400;
const LIMIT = 100;

const stored = new Map<number, TitleRecord>();

async function apply(changes: readonly CatalogChange[]): Promise<void> {
  async function* lines(): AsyncGenerator<PlacedChange> {
    for (const change of changes) yield { change, place: "" };
  }
  const services = { live: connectionTo(database), control: connectionTo(control), report: new LoadReport() };
  await applyChanges(lines(), services);
  for (const change of changes) {
    if (change.kind === "person") continue;
    if (change.op === "put" && change.entry.record !== undefined) stored.set(change.id, change.entry.record);
    else stored.delete(change.id);
  }
}

/** Returns changes that remove, change and add titles, mostly at the top of the lists. */
function generateChanges(seed: number, count: number): CatalogChange[] {
  const next = random(seed);
  return Array.from({ length: count }, (_, at): CatalogChange => {
    const id = Math.floor(LOADED * next() ** 2) + 1;
    if (next() < 0.4) return { op: "remove", kind: "title", id };
    const [entry] = toEntries([
      { ...(manyTitles(4)[at % 4] ?? { title: "" }), year: String(1900 + (at % 130)) },
    ]);
    const isNew = next() < 0.4;
    const own = isNew ? LOADED + seed * 1_000 + at : id;
    if (entry === undefined) throw new Error("no title");
    const facts = { ...entry.facts, popularity: LOADED * next() };
    return {
      op: "put",
      kind: "title",
      id: own,
      entry: { ...entry, record: { ...entry.record, id: own }, facts },
    };
  });
}

async function walk(given: GivenList) {
  const ids: number[] = [];
  const totals = new Set<number | undefined>();
  for (let page = 1; ; page += 1) {
    const loaded = await openCatalog().browse(browseQuery({ ...given, page, limit: LIMIT }));
    const records = JSON.parse(toJson(loaded) ?? "[]") as { readonly id: number }[];
    ids.push(...records.map(({ id }) => id));
    if (records.length > 0) totals.add(loaded.notes?.list?.total);
    if (!loaded.more) return { ids, totals: [...totals] };
  }
}

const LISTS: readonly (readonly [GivenList, (record: TitleRecord) => boolean])[] = [
  [{}, () => true],
  [{ f: "movie" }, ({ type }) => type === "movie"],
  [{ genre: "drama" }, ({ genres }) => genres === "Drama"],
  [{ country: "france" }, ({ countries }) => countries === "France"],
  [{ sort: "year" }, () => true],
  [{ sort: "rating" }, () => true],
  [{ sort: "rating", f: "movie" }, ({ type }) => type === "movie"],
];

describe("browse() after updates", () => {
  beforeAll(async () => {
    await migrateControl();
    const entries = toEntries(manyTitles(LOADED));
    for (const { record } of entries) stored.set(record.id, record);
    await fillEntries(entries);
    await apply(generateChanges(1, 150));
    await apply(generateChanges(2, 150));
    await apply(generateChanges(3, 150));
  }, 120_000);

  test.each(LISTS)("lists every title of %j once, with the correct total", async (given, isIn) => {
    const expected = [...stored.values()].flatMap((record) => (isIn(record) ? record.id : []));
    const { ids, totals } = await walk({ ...given, isCounted: true });
    expect(ids.length).toBe(expected.length);
    expect(new Set(ids)).toEqual(new Set(expected));
    expect(totals).toEqual([expected.length]);
  });

  test("counts the titles of a genre", async () => {
    const { value } = await openCatalog().facets(null);
    if (value === null || !("genres" in value)) throw new Error("no facets");
    const drama = [...stored.values()].filter(({ genres }) => genres === "Drama");
    const movies = drama.filter(({ type }) => type === "movie").length;
    expect(value.genres.find(({ value: genre }) => genre === "drama")).toMatchObject({
      movies,
      series: drama.length - movies,
      titles: drama.length,
    });
  });
});
