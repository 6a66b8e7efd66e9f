/** Reads of two catalogs of which one is live, while they are switched. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetGeneration, switchTo } from "../../../tools/catalog/control.ts";
import { NOT_REFINED } from "../../../worker/contract/query.ts";
import { type Catalog, catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { bloomFilter, mayContain } from "../../../worker/origins/control/bloom.ts";
import { connectionTo } from "../../d1-connection.ts";
import { entriesOf, type GivenTitle, queryOf } from "../catalog/filled.ts";
import {
  control,
  databases,
  loadInto,
  log,
  makeLive,
  migrateControl,
  recordDifference,
} from "./controlled.ts";

const NAMES = ["Light of Day", "Moonlight", "First Light", "Lightning", "Daylight", "Light Years"];
const lang = "en";
const cast = (name: string) => JSON.stringify({ cast: [{ id: 7, name, profile_path: null, character: "" }] });

/** The same ids in another order, so that every rank and every text differs. */
function sourceOf(generation: string, titles: readonly GivenTitle[]) {
  return {
    name: generation,
    entries: () => entriesOf(titles.map((title) => ({ ...title, plot: generation }))),
    credits: () => NAMES.map((_, at) => [at + 1, cast(`Ann ${generation}`)] as const),
  };
}

const forwards = NAMES.map((title, at) => ({ id: at + 1, title }));
const ONE = sourceOf("One", forwards);
const OTHER = sourceOf("Other", forwards.toReversed());

const QUESTIONS: Record<string, (can: Catalog["can"]) => Promise<unknown>> = {
  title: (can) => can.title({ id: 3, lang }),
  credits: (can) => can.credits({ category: "credits", id: 3, lang }),
  person: (can) => can.person({ id: 7, lang, includeAdult: false }),
  "a misspelt search": (can) => can.search(queryOf("ligth yaers")),
  "a sorted search": (can) => can.search({ ...queryOf("light"), ...NOT_REFINED, sort: "year" }),
  people: (can) => can.people({ text: "an", lang, paging: { page: 1, limit: 20 } }),
  suggestions: (can) => can.autocomplete({ text: "ligth of", lang, limit: 8 }),
  shelves: (can) => can.shelves({ lang, year: 2026 }),
};

/** A request of an isolate that asks CONTROL anew each time. */
function request(): Catalog {
  const { read } = log();
  return catalogOrigin({ databases, live: () => read(0) });
}

/** Asks one database alone. */
async function answersOf(database: D1Database) {
  const { can } = catalogOrigin(database);
  const answers = await Promise.all(Object.values(QUESTIONS).map((ask) => ask(can)));
  return new Map(Object.keys(QUESTIONS).map((name, at) => [name, answers[at]]));
}

describe("without a live slot", () => {
  beforeAll(() => loadInto("A", ONE));

  test("the first catalog is read alone, whether CONTROL was migrated or not", async () => {
    const expected = await answersOf(databases.A);
    expect(await request().can.title({ id: 3, lang })).toEqual(expected.get("title"));
    for (const table of ["live", "generation"]) await control.prepare(`DROP TABLE ${table}`).run();
    expect(await request().can.title({ id: 3, lang })).toEqual(expected.get("title"));
    await control.exec(
      "DROP TABLE d1_migrations; DROP TABLE difference; DROP TABLE purge; DROP TABLE change; DROP TABLE load",
    );
  });
});

describe("two catalogs", () => {
  let one: Map<string, unknown>;
  let other: Map<string, unknown>;
  beforeAll(async () => {
    await migrateControl();
    await loadInto("A", ONE);
    await loadInto("B", OTHER);
    one = await answersOf(databases.A);
    other = await answersOf(databases.B);
  });
  beforeEach(() => makeLive("A"));

  test.each(Object.entries(QUESTIONS))("%s: the live one answers", async (name, ask) => {
    expect(one.get(name)).not.toEqual(other.get(name));
    expect(await ask(request().can)).toEqual(one.get(name));
    await makeLive("B");
    expect(await ask(request().can)).toEqual(other.get(name));
  });

  test("a request that expects the catalog before begins again, on the primary of the live one", async () => {
    const before = await log().read(0);
    await makeLive("B");
    const asked: number[] = [];
    const constraints: unknown[] = [];
    const watched = Object.assign(Object.create(databases.B), {
      prepare: databases.B.prepare.bind(databases.B),
      withSession(constraint: string) {
        constraints.push(constraint);
        return databases.B.withSession(constraint);
      },
    });
    const { can } = catalogOrigin({
      databases: { A: databases.A, B: watched },
      async live(maxAgeMs) {
        asked.push(maxAgeMs);
        return asked.length === 1 ? before : await log().read(0);
      },
    });
    expect(await can.title({ id: 3, lang })).toEqual(other.get("title"));
    expect(constraints).toEqual(["first-primary"]);
    expect(asked.filter((maxAgeMs) => maxAgeMs === 0)).toHaveLength(1);
  });

  test("a slot that is being loaded is not live: its missing tables are never an empty answer", async () => {
    const before = await log().read(0);
    await makeLive("B");
    await databases.A.prepare("ALTER TABLE catalog_credits RENAME TO elsewhere").run();
    let asked = 0;
    const live = async () => (asked++ < 2 ? before : await log().read(0));
    const { can } = catalogOrigin({ databases, live });
    expect(await can.credits({ category: "credits", id: 3, lang })).toEqual(other.get("credits"));
    await databases.A.prepare("ALTER TABLE elsewhere RENAME TO catalog_credits").run();
  });

  test("no answer mixes the two, and none fails, while they are switched back and forth", async () => {
    let batches = 0;
    let switches = 0;
    /** The same database, with a switch before every few of its batches. */
    const switching = (database: D1Database) => ({
      prepare: database.prepare.bind(database),
      async batch<T>(statements: D1PreparedStatement[]) {
        batches += 1;
        if (batches % 5 === 0) {
          switches += 1;
          await makeLive(switches % 2 === 0 ? "A" : "B");
        }
        return await database.batch<T>(statements);
      },
    });
    const switched = { A: switching(databases.A), B: switching(databases.B) } as unknown as typeof databases;
    const { read } = log();
    const seen = { one: 0, other: 0 };
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(
        Object.entries(QUESTIONS).map(async ([name, ask]) => {
          const { can } = catalogOrigin({ databases: switched, live: () => read(0) });
          const answer = JSON.stringify(await ask(can));
          if (answer === JSON.stringify(one.get(name))) seen.one += 1;
          else if (answer === JSON.stringify(other.get(name))) seen.other += 1;
          else expect.fail(`${name} mixes two catalogs: ${answer}`);
        }),
      );
    }
    expect(switches).toBeGreaterThan(20);
    expect(Math.min(seen.one, seen.other)).toBeGreaterThan(5);
    expect(seen.one + seen.other).toBe(8 * Object.keys(QUESTIONS).length);
  });
});

describe("a purge", () => {
  beforeAll(async () => {
    await migrateControl();
    await makeLive("A");
  });
  const purgesOf = async (database: D1Database) =>
    (await database.prepare("SELECT tag, purged_at FROM purge ORDER BY tag").raw()) as unknown[];

  test("is in CONTROL, and in the first catalog for the version of the Worker before", async () => {
    await log().append(["title-1", "lists"], 5_000);
    const expected = [
      ["lists", 5_000],
      ["title-1", 5_000],
    ];
    expect(await purgesOf(control)).toEqual(expected);
    expect(await purgesOf(databases.A)).toEqual(expected);
    expect((await log().read(0)).purges).toEqual({ "title-1": 5_000, lists: 5_000 });
  });

  test("is recorded while a load blocks the first catalog, if that is not live", async () => {
    await databases.A.prepare("ALTER TABLE purge RENAME TO elsewhere").run();
    await makeLive("B");
    await log().append(["title-2"], 6_000);
    expect((await log().read(5_500)).purges).toEqual({ "title-2": 6_000 });
    await databases.A.prepare("ALTER TABLE elsewhere RENAME TO purge").run();
  });
});

test("differences are those of the two versions of the last switch, also while a load replaces one of them", async () => {
  const [a, b] = [await loadInto("A", ONE), await loadInto("B", OTHER)];
  await makeLive("A");
  await recordDifference("gone", a, 6_000, { titles: [2] });
  await recordDifference(b, b, 7_000, null);
  const difference = { one: a, other: b, ids: 3, filter: bloomFilter(["title-1", "person-7"]), at: 8_000 };
  const commands = connectionTo(control);
  await switchTo(commands, { slot: "B", difference, at: 8_500 });
  await forgetGeneration(commands, "A");

  const { differences } = await log().read(0);
  expect(differences.map(({ at }) => at)).toEqual([8_000, 7_000]);
  const [between, update] = await Promise.all(differences.map((difference) => log().filter(difference)));
  const contained = (filter: Uint8Array | null = null) =>
    ["title-1", "person-7", "title-3"].map((tag) => filter && mayContain(filter, tag));
  expect([contained(between), contained(update)]).toEqual([
    [true, true, false],
    [true, true, true],
  ]);
});
