import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_READ_CHARACTERS, MAX_READ_ROWS } from "../../worker/changes/change-log.ts";
import { controlLog } from "../../worker/changes/control-log.ts";
import { buildQuery, type GivenTitle, openCatalog, textQuery, toEntries } from "../catalog/kit.ts";
import { control, countingRows, databases, loadInto, log, makeLive, migrateControl } from "./controlled.ts";

const NAMES = ["Light of Day", "Moonlight", "First Light", "Lightning", "Daylight", "Light Years"];
const lang = "en";
const cast = (name: string) => JSON.stringify({ cast: [{ id: 7, name, profile_path: null, character: "" }] });

/** Creates a source whose plots and credits contain the name of the generation. */
function createSource(generation: string, titles: readonly GivenTitle[]) {
  return {
    name: generation,
    entries: () => toEntries(titles.map((title) => ({ ...title, plot: generation }))),
    credits: () => NAMES.map((_, at) => [at + 1, cast(`Ann ${generation}`)] as const),
  };
}

const forwards = NAMES.map((title, at) => ({ id: at + 1, title }));
const ONE = createSource("One", forwards);
const OTHER = createSource("Other", forwards.toReversed());

const QUESTIONS: Record<string, (can: ReturnType<typeof openCatalog>) => Promise<unknown>> = {
  title: (can) => can.title({ id: 3, lang }),
  credits: (can) => can.credits({ id: 3, lang }),
  person: (can) => can.person({ id: 7, lang, includeAdult: false }),
  "a misspelt search": (can) => can.search(buildQuery("ligth yaers")),
  "a sorted search": (can) => can.browse(textQuery("light", { sort: "year" })),
  people: (can) => can.people({ text: "an", lang, page: 1, limit: 20 }),
  suggestions: (can) => can.autocomplete({ text: "ligth of", lang, limit: 8 }),
  shelves: (can) => can.shelves({ lang, year: 2026 }),
};

/** Creates a catalog for one request, in an isolate that always reads CONTROL. */
function request() {
  const { read } = log();
  return openCatalog({ databases, live: () => read(0) });
}

/** Wraps a database and records the constraint of each session. */
function watching(database: D1Database) {
  const constraints: unknown[] = [];
  const watched: D1Database = Object.assign(Object.create(database), {
    withSession(constraint: string) {
      constraints.push(constraint);
      return database.withSession(constraint);
    },
  });
  return { watched, constraints };
}

async function readAnswers(database: D1Database) {
  const can = openCatalog(database);
  const results = await Promise.all(Object.values(QUESTIONS).map((ask) => ask(can)));
  return new Map(Object.keys(QUESTIONS).map((name, at) => [name, results[at]]));
}

describe("catalog without a live slot", () => {
  test("reads CATALOG_A only", async () => {
    await loadInto("A", ONE);
    const expected = await readAnswers(databases.A);
    expect(await request().title({ id: 3, lang })).toEqual(expected.get("title"));
  });
});

describe("catalog with two slots", () => {
  let one: Map<string, unknown>;
  let other: Map<string, unknown>;
  beforeAll(async () => {
    await migrateControl();
    await loadInto("A", ONE);
    await loadInto("B", OTHER);
    one = await readAnswers(databases.A);
    other = await readAnswers(databases.B);
  });
  beforeEach(() => makeLive("A"));

  test.each(Object.entries(QUESTIONS))("reads the live slot for %s", async (name, ask) => {
    expect(one.get(name)).not.toEqual(other.get(name));
    expect(await ask(request())).toEqual(one.get(name));
    await makeLive("B");
    expect(await ask(request())).toEqual(other.get(name));
  });

  test("retries once on the primary of the new live slot", async () => {
    await makeLive("B");
    const asked: string[] = [];
    const { watched, constraints } = watching(databases.B);
    const can = openCatalog({
      databases: { A: databases.A, B: watched },
      async live(how) {
        asked.push(how);
        return how === "remembered"
          ? { slot: "A", sourceVersion: "replaced", writes: 0 }
          : await log().read(0);
      },
    });
    expect(await can.title({ id: 3, lang })).toEqual(other.get("title"));
    expect({ asked, constraints }).toEqual({
      asked: ["remembered", "latest"],
      constraints: ["first-primary"],
    });
  });

  test("reads a replica only if it has the announced updates", async () => {
    const title = one.get("title");
    for (const [writes, begun] of [
      [1, ["first-unconstrained", "first-primary"]],
      [0, ["first-unconstrained"]],
    ] as const) {
      const { watched, constraints } = watching(databases.A);
      const known = { ...(await log().read(0)), writes };
      const can = openCatalog({ databases: { A: watched, B: databases.B }, live: async () => known });
      expect([await can.title({ id: 3, lang }), constraints]).toEqual([title, begun]);
    }
  });

  test("reads a database that was restored to another version", async () => {
    const can = openCatalog({
      databases,
      live: async () => ({ slot: "A", sourceVersion: "another", writes: 0 }),
    });
    expect(await can.title({ id: 3, lang })).toEqual(one.get("title"));
  });

  test("does not return empty results from a slot that is loading", async () => {
    const before = await log().read(0);
    await makeLive("B");
    await databases.A.prepare("ALTER TABLE catalog_credits RENAME TO elsewhere").run();
    const can = openCatalog({
      databases,
      live: async (how) => (how === "remembered" ? before : await log().read(0)),
    });
    expect(await can.credits({ id: 3, lang })).toEqual(other.get("credits"));
    await databases.A.prepare("ALTER TABLE elsewhere RENAME TO catalog_credits").run();
  });

  test("does not mix data from two slots while they are switched", async () => {
    const ROUNDS = 12;
    let batches = 0;
    let switches = 0;
    /**
     * Wraps a database so that the slots are switched before every seventh batch. The number of batches in a round is
     * not a multiple of seven, so the switches hit different requests in each round.
     */
    const switching = (database: D1Database) => ({
      prepare: database.prepare.bind(database),
      async batch<T>(statements: D1PreparedStatement[]) {
        batches += 1;
        if (batches % 7 === 0) {
          switches += 1;
          await makeLive(switches % 2 === 0 ? "A" : "B");
        }
        return await database.batch<T>(statements);
      },
    });
    const switched = { A: switching(databases.A), B: switching(databases.B) } as unknown as typeof databases;
    const { read } = log();
    const seen = { one: 0, other: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        Object.entries(QUESTIONS).map(async ([name, ask]) => {
          const can = openCatalog({ databases: switched, live: () => read(0) });
          const result = JSON.stringify(await ask(can));
          if (result === JSON.stringify(one.get(name))) seen.one += 1;
          else if (result === JSON.stringify(other.get(name))) seen.other += 1;
          else expect.fail(`${name} mixes two catalogs: ${result}`);
        }),
      );
    }
    expect(switches).toBeGreaterThan(20);
    expect(Math.min(seen.one, seen.other)).toBeGreaterThan(5);
    expect(seen.one + seen.other).toBe(ROUNDS * Object.keys(QUESTIONS).length);
  });
});

describe("controlLog()", () => {
  test("returns the entries after the last one read", async () => {
    const { last } = await log().read(0);
    await log().purge(["title-1", "lists"]);
    const read = await log().read(last);
    expect(read).toMatchObject({ last: last + 1, floor: 0 });
    expect(read.rows).toEqual([
      { number: last + 1, ageMs: expect.any(Number), changes: '[["title-1","purge"],["lists","purge"]]' },
    ]);
    expect((await log().read(last + 1)).rows).toEqual([]);
  });

  test("reads in a new session that starts at the primary", async () => {
    const { watched, constraints } = watching(control);
    const { read, purge } = controlLog(watched);
    await read(0);
    await purge(["title-1"]);
    await read(0);
    expect(constraints).toEqual(Array.from({ length: 3 }, () => "first-primary"));
  });

  test("throws a retryable problem when a purge cannot be recorded", async () => {
    await control.exec("ALTER TABLE change RENAME TO elsewhere");
    await expect(log().purge(["search"])).rejects.toMatchObject({
      type: "upstream-unavailable",
      retryAfter: 5,
    });
    await control.exec("ALTER TABLE elsewhere RENAME TO change");
  });

  test("sets floor to the number of the last missing entry", async () => {
    const { last } = await log().read(0);
    const many = `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n <= ${MAX_READ_ROWS})
      INSERT INTO change (at, changes, is_public) SELECT 0, '[["title-1","purge"]]', 0 FROM counted`;
    await control.exec(many.replaceAll("\n", " "));
    await log().purge(["title-2"]);
    const read = await log().read(last);
    expect(read.rows).toHaveLength(MAX_READ_ROWS);
    expect(read.floor).toBe(read.last - MAX_READ_ROWS);
    await control.exec(`DELETE FROM change WHERE number < ${read.last - 10}`);
    expect((await log().read(0)).floor).toBe(read.last - 11);
    expect((await log().read(read.last - 11)).floor).toBe(0);
  });

  test("limits the text that one read returns", async () => {
    const { last } = await log().read(0);
    const wide = Array.from({ length: 5 }, (_, at) => `x${at}`.padEnd(MAX_READ_CHARACTERS / 4, "-"));
    for (const tag of wide) await log().purge([tag]);
    const read = await log().read(last);
    expect(read.rows.map(({ number }) => number)).toEqual([last + 2, last + 3, last + 4, last + 5]);
    expect(read.floor).toBe(last + 1);
    await control.exec(`DELETE FROM change WHERE number > ${last}`);
  });

  test("reads one row when there are no new entries", async () => {
    for (let count = 0; count < 20; count += 1) await log().purge([`title-${count}`]);
    const { counted, rows } = countingRows(control);
    const { last } = await log().read(0);
    rows();
    await controlLog(counted).read(last);
    expect(rows()).toBe(1);
  });
});
