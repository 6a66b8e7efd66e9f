import { beforeAll, describe, expect, test } from "vitest";
import { createReadQueue, query, setQuery } from "../../../worker/catalog/store/read-queue.ts";
import { openSession } from "../../../worker/source/d1.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillSource, openCatalog, toEntries } from "../kit.ts";

const IDS = Array.from({ length: 120 }, (_, index) => index + 1);

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () => toEntries(IDS.map((id) => ({ title: `Title ${id}` }))),
    credits: () => [],
    externalIds: () => IDS.map((id) => ["wikidata", `Q${id}`, "title", id]),
  }),
);

function startRequest() {
  const { database: watched, meter } = meterDatabase(database);
  return { meter, ...createReadQueue(openSession(watched)) };
}

const forms = (id: number) =>
  setQuery<{ forms: string }>(["forms"], "SELECT forms FROM catalog_title WHERE id = ?1", id);
const count = query<{ titles: number }>("SELECT count(*) AS titles FROM catalog_title");

describe("read()", () => {
  test("returns the rows of each query under its name", async () => {
    const { read } = startRequest();
    expect(await read({ counts: count, titles: [forms(7), forms(999), forms(8)] })).toMatchObject({
      counts: [{ titles: 120 }],
      titles: [[{ forms: "title 7" }], [], [{ forms: "title 8" }]],
      catalog: { titles: 120 },
    });
  });

  test("shares a round trip with reads that start in the same macrotask", async () => {
    const { read, meter } = startRequest();
    async function readLater() {
      await Promise.resolve();
      return await read({ titles: forms(2) });
    }
    const rows = await Promise.all([read({ titles: forms(1) }), readLater()]);
    expect(rows.map(({ titles }) => titles)).toEqual([[{ forms: "title 1" }], [{ forms: "title 2" }]]);
    expect(meter.roundTrips).toBe(1);
  });

  test("starts another round trip after a macrotask", async () => {
    const { read, meter } = startRequest();
    const first = read({ titles: forms(1) });
    await scheduler.wait(1);
    await Promise.all([first, read({ titles: forms(2) })]);
    expect(meter.roundTrips).toBe(2);
  });

  test("combines up to a hundred queries with the same SQL", async () => {
    const { read, countStatements } = startRequest();
    const { titles } = await read({ titles: IDS.map(forms) });
    expect(titles.flat()).toEqual(IDS.map((id) => ({ forms: `title ${id}` })));
    expect(countStatements()).toBe(3);
  });

  test("rejects every read of a failed batch", async () => {
    const { read } = startRequest();
    const reads = [read({ titles: forms(1) }), read({ titles: query("SELECT nothing") })];
    const rejected = { status: "rejected", reason: { type: "upstream-unavailable" } };
    expect(await Promise.allSettled(reads)).toMatchObject([rejected, rejected]);
  });

  test("returns JSON columns of combined queries as text", async () => {
    const can = openCatalog(database);
    const [title, other] = await Promise.all([1, 2].map((id) => can.title({ id, lang: "en" })));
    expect(title?.notes?.facts?.external).toEqual({ wikidata: "Q1" });
    expect(other?.notes?.facts?.external).toEqual({ wikidata: "Q2" });
  });
});
