/** Tests `/v1/changes` on a real D1 database, with entries that the catalog commands write. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type AppliedChange,
  recordEverything,
  recordGeneration,
  switchTo,
} from "../../tools/catalog/control.ts";
import type { Connection } from "../../tools/catalog/load/statements.ts";
import { createChangesReader, SETTLED_AFTER_MS } from "../../worker/changes/changes.ts";
import { NOW } from "../../worker/changes/control-log.ts";
import { CHANGES, type ChangesResponse, formatCursor } from "../../worker/contract/changes.ts";
import { readQuery } from "../../worker/contract/parameters.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { recordUpdate } from "../recorded-update.ts";
import { control, countingRows, log, migrateControl } from "./controlled.ts";

const DAY = 86_400_000;

const connection: Connection = {
  async batch(statements) {
    const results = await control.batch(statements.map((statement) => control.prepare(String(statement))));
    return results.map(({ results: rows }) => ({
      rows: rows as Record<string, unknown>[],
      bytes: 0,
      written: 0,
      took: 0,
    }));
  },
};

const read = (parameters: Readonly<Record<string, string>>, from = control) =>
  createChangesReader(from)(readQuery(CHANGES, new URLSearchParams(parameters)));

/** Returns a page of changes, or `null` if the cursor is no longer valid. */
async function changes(since?: string, limit = 100): Promise<ChangesResponse | null> {
  const json = toJson(await read({ limit: String(limit), ...(since !== undefined && { since }) }));
  return json && JSON.parse(json);
}

const begin = async () => (await changes())?.next ?? "";
const put = (id: number): AppliedChange => ({ kind: "title", id, op: "put" });
const listIds = (result: ChangesResponse | null) => result?.changes.map(({ kind, id }) => id ?? kind);

async function recordChanges(version: string, ...updated: readonly AppliedChange[]): Promise<void> {
  await recordUpdate(connection, updated, { version, writes: 0 });
}
const update = (...updated: readonly AppliedChange[]) => recordChanges("one", ...updated);

async function load(slot: "A" | "B", version: string): Promise<void> {
  const held = { titles: 1, people: 1, bytes: 1, source: "a test", loadedAt: "" };
  await recordGeneration(connection, { ...held, slot, version });
}

const makeLive = (slot: "A" | "B") => switchTo(connection, slot);

describe("change log", () => {
  test("splits a large update into statements of fewer than 100,000 characters", async () => {
    const sizes: number[] = [];
    const measured: Connection = {
      batch(statements) {
        sizes.push(...statements.map((statement) => String(statement).length));
        return connection.batch(statements);
      },
    };
    const start = await log().read(0);
    const people = Array.from(
      { length: 5_000 },
      (_, at) => ({ kind: "person", id: 9_000_000 + at, op: "put" }) as const,
    );
    await recordUpdate(measured, people, { version: "one", writes: 0 });
    expect(Math.max(...sizes)).toBeLessThan(100_000);
    const { rows } = await log().read(start.last);
    const tags = rows.flatMap(({ changes }) => (JSON.parse(changes) as string[][]).map(([tag]) => tag));
    expect(tags).toEqual(expect.arrayContaining(people.map(({ id }) => `person-${id}`)));
  });

  test("keeps the highest write count until another catalog is loaded", async () => {
    const writes = async () => (await log().read(0)).writes;
    await load("A", "one");
    await makeLive("A");
    for (const [given, told] of [
      [3, 3],
      [2, 3],
    ] as const) {
      await recordUpdate(connection, [put(1)], { version: "one", writes: given });
      await recordUpdate(connection, [put(1)], { version: "another", writes: 9 });
      expect(await writes()).toBe(told);
    }
    await recordEverything(connection);
    expect(await writes()).toBe(0);
    await recordUpdate(connection, [put(1)], { version: "one", writes: 4 });
    await load("A", "two");
    expect(await writes()).toBe(0);
  });

  test("returns the versions of both catalog slots", async () => {
    await load("A", "one");
    await makeLive("A");
    await load("B", "two");
    expect(await log().read(0)).toMatchObject({ sourceVersion: "one", otherVersion: "two" });
    await makeLive("B");
    expect(await log().read(0)).toMatchObject({ slot: "B", sourceVersion: "two", otherVersion: "one" });
  });
});

/** Backdates entries younger than `ms`, so that they count as settled. */
async function settle(ms = SETTLED_AFTER_MS): Promise<void> {
  await control.prepare(`UPDATE change SET at = ${NOW} - ?1 WHERE at > ${NOW} - ?1`).bind(ms).run();
}

/** Simulates the passing of time: backdates all entries, and returns the cursors backdated by the same time. */
async function pass(ms: number, ...cursors: (string | undefined)[]): Promise<string[]> {
  await control.prepare("UPDATE change SET at = at - ?1").bind(ms).run();
  return cursors.map((cursor = "") => {
    const since = readQuery(CHANGES, new URLSearchParams({ since: cursor })).since;
    return since === null ? "" : formatCursor({ ...since, at: since.at - ms });
  });
}

beforeEach(async () => {
  for (const { name } of (
    await control
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
      )
      .all<{ name: string }>()
  ).results)
    await control.exec(`DROP TABLE ${name}`);
  await migrateControl();
  await load("A", "one");
});

describe("createChangesReader()", () => {
  test("lists an update, a load and a rollback in order", async () => {
    const start = await begin();
    await update(
      put(603),
      { kind: "person", id: 12, op: "put" },
      { kind: "title", id: 604, op: "merge", into: 603 },
    );
    await load("B", "two");
    await makeLive("B");
    await recordChanges("two", { kind: "title", id: 5, op: "remove" });
    await makeLive("A");
    await settle();

    const first = await changes(start);
    const at = expect.stringMatching(/^20\d\d-.*Z$/);
    expect(first?.changes).toEqual([
      { kind: "title", id: 603, op: "put", at },
      { kind: "person", id: 12, op: "put", at },
      { kind: "title", id: 604, op: "merge", into: 603, at },
      { kind: "everything", at },
      { kind: "title", id: 5, op: "remove", at },
      { kind: "everything", at },
    ]);
    expect(await changes(first?.next)).toEqual({ changes: [], next: first?.next });
  });

  test("omits updates to the catalog that is not live", async () => {
    const start = await begin();
    await load("B", "two");
    await makeLive("B");
    await recordChanges("one", { kind: "title", id: 5, op: "remove" });
    await settle();
    expect(listIds(await changes(start))).toEqual(["everything"]);
  });

  test("starts at the next change when no cursor is given", async () => {
    const start = await begin();
    expect(await changes(start)).toEqual({ changes: [], next: start });
    await update(put(1));
    await settle();
    expect(listIds(await changes())).toEqual([]);
    expect(listIds(await changes(await begin()))).toEqual([]);
    expect(listIds(await changes(start))).toEqual([1]);
  });

  test("pages through changes without gaps or repetitions", async () => {
    let cursor = await begin();
    const seen: unknown[] = [];
    for (let id = 1; id <= 40; id += 4) {
      await update(put(id), put(id + 1), put(id + 2), put(id + 3));
      if (id % 3 === 0) await settle();
      const page = await changes(cursor, 3);
      seen.push(...(listIds(page) ?? []));
      cursor = page?.next ?? "";
    }
    await settle();
    for (let page = await changes(cursor, 3); page?.changes.length; page = await changes(page.next, 3)) {
      expect(page.changes.length).toBeLessThanOrEqual(3);
      seen.push(...(listIds(page) ?? []));
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  });

  test("delays a change until no cache holds an older response", async () => {
    const before = await begin();
    await update(put(1));
    await settle(SETTLED_AFTER_MS - 5_000);
    expect(listIds(await changes(before))).toEqual([]);
    const meanwhile = await begin();
    await settle();
    expect(listIds(await changes(before))).toEqual([1]);
    expect(listIds(await changes(meanwhile))).toEqual([1]);
  });

  test.each([
    ["a year fast", 365 * DAY],
    ["90 seconds slow", -90_000],
  ])("uses the database's time when the local clock is %s", async (_, offset) => {
    const start = await begin();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + offset);
    const before = Math.floor((await control.prepare(`SELECT ${NOW} AS now`).first<number>("now")) ?? 0);
    const { last } = await log().read(0);
    await update(put(1));
    await load("B", "two");
    await makeLive("B");
    await log().purge(["title-2"]);
    await settle();
    const result = await changes(start);
    const read = await log().read(last);
    await recordEverything(connection);
    vi.restoreAllMocks();
    expect(listIds(result)).toEqual([1, "everything"]);
    const { results } = await control.prepare("SELECT at FROM change WHERE number > ?1").bind(last).all();
    for (const { at } of results) expect(Math.abs(Number(at) - before)).toBeLessThan(60_000);
    const tags = read.rows.flatMap(({ changes }) => JSON.parse(changes) as string[][]).map(([tag]) => tag);
    expect(tags).toEqual(["title-1", "lists", "many-titles", "many-people", "*", "title-2"]);
    expect(read.liveForMs).toBeLessThan(60_000);
  });
});

describe("createChangesReader() after 30 days", () => {
  test("rejects a cursor older than the remaining entries", async () => {
    const start = await begin();
    await update(put(1));
    await settle();
    const first = (await changes(start))?.next;
    await update(put(2));
    await settle();
    const second = (await changes(first))?.next;
    const [older, old, last] = await pass(31 * DAY, start, first, second);
    await update(put(3));
    await settle();
    expect(await changes(older)).toBeNull();
    expect(await changes(old)).toBeNull();
    expect(listIds(await changes(last))).toEqual([3]);
  });

  test("accepts an old cursor when nothing has changed since", async () => {
    await makeLive("A");
    await update(put(1));
    await settle();
    const [last] = await pass(90 * DAY, await begin());
    await makeLive("A");
    expect(await changes(last)).toEqual({ changes: [], next: last });
    await update(put(2));
    await update(put(3));
    await settle();
    expect(listIds(await changes(last))).toEqual([2, 3]);
  });
});

describe("createChangesReader() with an invalid cursor", () => {
  test("returns null after CONTROL was recreated", async () => {
    const start = await begin();
    await control.exec(
      "DROP TABLE api_key; DROP TABLE key_usage; DROP TABLE change; DROP TABLE d1_migrations; DROP TABLE generation; DROP TABLE live; DROP TABLE front; DROP TABLE head; DROP TABLE unfinished",
    );
    await migrateControl();
    expect(await changes(start)).toBeNull();
  });

  test("returns null after CONTROL was restored from a backup", async () => {
    await update(put(1));
    await settle();
    const cursor = await begin();
    await control.exec(
      "DELETE FROM change WHERE number > 1; UPDATE sqlite_sequence SET seq = 1 WHERE name = 'change'",
    );
    expect(await changes(cursor)).toBeNull();
    await update(put(2));
    await settle();
    expect(await changes(cursor)).toBeNull();
  });

  test.each(["", "1", "1-", "-1", "1-1-1", "1-1.", "1-1'", "A-B", "1-12345678901", "1 -1"])(
    "rejects malformed syntax: %j",
    (since) => {
      expect(() => readQuery(CHANGES, new URLSearchParams({ since }))).toThrow(
        "since must be the value of next",
      );
    },
  );
});

describe("createChangesReader() with a limit", () => {
  test("reads about as many database rows as the limit", async () => {
    const start = await begin();
    for (let from = 0; from < 5; from += 1)
      await update(...Array.from({ length: 200 }, (_, at) => put(from * 200 + at + 1)));
    await settle();
    const { counted, rows } = countingRows(control);
    await read({ since: start, limit: "50" }, counted);
    // The margin is for entries that concern only caches.
    expect(rows()).toBeLessThanOrEqual(55);
    await read({}, counted);
    expect(rows()).toBeLessThanOrEqual(2);
  });
});
