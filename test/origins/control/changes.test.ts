/** `/v1/changes` in real D1: what the commands of the catalog write to CONTROL, read by cursors. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  type AppliedChange,
  recordChanges,
  recordGeneration,
  switchTo,
} from "../../../tools/catalog/control.ts";
import type { Connection } from "../../../tools/catalog/load/statements.ts";
import { type ChangesAnswer, parseChanges } from "../../../worker/contract/changes.ts";
import { changesOf, SETTLED_AFTER_MS } from "../../../worker/origins/control/changes.ts";
import { jsonOf } from "../../../worker/origins/loaded.ts";
import { control, migrateControl } from "./controlled.ts";

const DAY = 86_400_000;
const MIGRATED = Date.UTC(2026, 10, 22);
let now = MIGRATED;

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
  changesOf(from, { now: () => now })(parseChanges(new URLSearchParams(parameters)));

/** `null`: the cursor is gone. */
async function changes(since?: string, limit = 100): Promise<ChangesAnswer | null> {
  const json = jsonOf(await read({ limit: String(limit), ...(since !== undefined && { since }) }));
  return json && JSON.parse(json);
}

const begin = async () => (await changes())?.next ?? "";
const put = (id: number): AppliedChange => ({ kind: "title", id, op: "put" });
const idsOf = (answer: ChangesAnswer | null) => answer?.changes.map(({ kind, id }) => id ?? kind);

async function updateOf(version: string, ...updated: readonly AppliedChange[]): Promise<void> {
  now += 1;
  await recordChanges(connection, updated, { at: now, version });
}
const update = (...updated: readonly AppliedChange[]) => updateOf("one", ...updated);

async function load(slot: "A" | "B", version: string): Promise<void> {
  const held = { titles: 1, people: 1, bytes: 1, source: "a test", loadedAt: "" };
  await recordGeneration(connection, { ...held, slot, version });
}

async function makeLive(slot: "A" | "B"): Promise<void> {
  now += 1;
  await switchTo(connection, { slot, difference: null, at: now });
}

function settle(): void {
  now += SETTLED_AFTER_MS;
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
  now = MIGRATED;
  await migrateControl();
  await load("A", "one");
});

test("an update, a load and a rollback are entries in their order, each once", async () => {
  const start = await begin();
  await update(
    put(603),
    { kind: "person", id: 12, op: "put" },
    { kind: "title", id: 604, op: "merge", into: 603 },
  );
  await load("B", "two");
  await makeLive("B");
  await updateOf("two", { kind: "title", id: 5, op: "remove" });
  await makeLive("A");
  settle();

  const first = await changes(start);
  const at = (milliseconds: number) => new Date(MIGRATED + milliseconds).toISOString();
  expect(first?.changes).toEqual([
    { kind: "title", id: 603, op: "put", at: at(1) },
    { kind: "person", id: 12, op: "put", at: at(1) },
    { kind: "title", id: 604, op: "merge", into: 603, at: at(1) },
    { kind: "everything", at: at(2) },
    { kind: "title", id: 5, op: "remove", at: at(3) },
    { kind: "everything", at: at(4) },
  ]);
  expect(await changes(first?.next)).toEqual({ changes: [], next: first?.next });
});

test("an update of the catalog that is not live has no entries", async () => {
  const start = await begin();
  await load("B", "two");
  await makeLive("B");
  await updateOf("one", { kind: "title", id: 5, op: "remove" });
  settle();
  expect(idsOf(await changes(start))).toEqual(["everything"]);
});

test("two updates that end in the same millisecond have all their entries, and a repeated one has them once", async () => {
  const start = await begin();
  for (const id of [1, 2, 1])
    await recordChanges(connection, [put(id), { kind: "person", id, op: "put" }], {
      at: now,
      version: "one",
    });
  settle();
  expect(idsOf(await changes(start))).toEqual([1, 1, 2, 2]);
});

test("without a cursor it begins with the next change, also in a new CONTROL", async () => {
  const start = await begin();
  expect(await changes(start)).toEqual({ changes: [], next: start });
  await update(put(1));
  settle();
  expect(idsOf(await changes())).toEqual([]);
  expect(idsOf(await changes(await begin()))).toEqual([]);
  expect(idsOf(await changes(start))).toEqual([1]);
});

test("paging to the end while changes are added skips none and gives none twice", async () => {
  let cursor = await begin();
  const seen: unknown[] = [];
  for (let id = 1; id <= 40; id += 4) {
    await update(put(id), put(id + 1), put(id + 2), put(id + 3));
    if (id % 3 === 0) settle();
    const page = await changes(cursor, 3);
    seen.push(...(idsOf(page) ?? []));
    cursor = page?.next ?? "";
  }
  settle();
  for (let page = await changes(cursor, 3); page?.changes.length; page = await changes(page.next, 3)) {
    expect(page.changes.length).toBeLessThanOrEqual(3);
    seen.push(...(idsOf(page) ?? []));
  }
  expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

test("a change appears when no cache has an earlier response, and whoever begins meanwhile gets it", async () => {
  const before = await begin();
  await update(put(1));
  now += SETTLED_AFTER_MS - 1;
  expect(idsOf(await changes(before))).toEqual([]);
  const meanwhile = await begin();
  now += 1;
  expect(idsOf(await changes(before))).toEqual([1]);
  expect(idsOf(await changes(meanwhile))).toEqual([1]);
});

test("an entry dated ahead by another clock is not skipped by a later one", async () => {
  const start = await begin();
  await recordChanges(connection, [put(1)], { at: now + 60_000, version: "one" });
  await update(put(2));
  settle();
  expect(await changes(start)).toEqual({ changes: [], next: start });
  now += 60_000;
  expect(idsOf(await changes(start))).toEqual([1, 2]);
});

describe("after 30 days", () => {
  test("a cursor before what was pruned is gone, one that missed nothing is not", async () => {
    const start = await begin();
    await update(put(1));
    settle();
    const first = (await changes(start))?.next;
    await update(put(2));
    settle();
    const second = (await changes(first))?.next;
    now += 31 * DAY;
    await update(put(3));
    settle();
    expect(await changes(start)).toBeNull();
    expect(await changes(first)).toBeNull();
    expect(idsOf(await changes(second))).toEqual([3]);
  });

  test("whoever has read everything goes on, however long nothing changed", async () => {
    await makeLive("A");
    await update(put(1));
    settle();
    const last = await begin();
    now += 90 * DAY;
    await makeLive("A");
    expect(await changes(last)).toEqual({ changes: [], next: last });
    await update(put(2));
    await update(put(3));
    settle();
    expect(idsOf(await changes(last))).toEqual([2, 3]);
  });
});

describe("a cursor", () => {
  test("of another CONTROL is gone, even of one in which nothing ever changed", async () => {
    const start = await begin();
    await control.exec(
      "DROP TABLE change; DROP TABLE d1_migrations; DROP TABLE generation; DROP TABLE live; DROP TABLE load",
    );
    await control.exec("DROP TABLE difference; DROP TABLE purge");
    await migrateControl();
    expect(await changes(start)).toBeNull();
  });

  test("of an entry that a restored CONTROL does not have is gone, even when its number is given again", async () => {
    await update(put(1));
    settle();
    const cursor = await begin();
    await control.exec(
      "DELETE FROM change WHERE id = 1; UPDATE sqlite_sequence SET seq = 1 WHERE name = 'change'",
    );
    expect(await changes(cursor)).toBeNull();
    await update(put(2));
    settle();
    expect(await changes(cursor)).toBeNull();
  });

  test.each(["", "1", "1-", "-1", "1-1-1", "1-1'", "A-B", "1-12345678901", "1 -1"])(
    "that is malformed is refused: %j",
    (since) => {
      expect(() => parseChanges(new URLSearchParams({ since }))).toThrow("since must be the value of next");
    },
  );
});

test("a read costs at most two rows more than the limit, however many there are", async () => {
  const start = await begin();
  for (let from = 0; from < 5; from += 1)
    await update(...Array.from({ length: 200 }, (_, at) => put(from * 200 + at + 1)));
  settle();
  const rows: number[] = [];
  const counting = Object.assign(Object.create(control), {
    withSession(constraint: D1SessionConstraint) {
      const session = control.withSession(constraint);
      return {
        prepare: session.prepare.bind(session),
        async batch(statements: D1PreparedStatement[]) {
          const results = await session.batch(statements);
          rows.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0));
          return results;
        },
      };
    },
  });
  await read({ since: start, limit: "50" }, counting);
  await read({}, counting);
  expect(rows[0]).toBeLessThanOrEqual(52);
  expect(rows[1]).toBeLessThanOrEqual(2);
});

test("where CONTROL was never migrated, changes are not offered", async () => {
  await control.exec("DROP TABLE change");
  await expect(read({})).rejects.toMatchObject({ type: "not-offered" });
});
