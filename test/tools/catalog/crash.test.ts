/**
 * Tests that the live catalog stays complete at whichever statement a load stops, and that the next load or discard
 * succeeds.
 */
import type { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import type { Connections } from "../../../tools/catalog/connection.ts";
import type { DatabaseName } from "../../../tools/catalog/database.ts";
import {
  chooseDestination,
  discardIdle,
  readStatus,
  switchSlots,
} from "../../../tools/catalog/generations.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import type { Connection } from "../../../tools/catalog/load/statements.ts";
import { loadLocally } from "../../../tools/catalog/local.ts";
import { madeUpCredits } from "../../bench/search/made-up-people.ts";
import { madeUpEntries, madeUpTitles, random } from "../../bench/search/titles.ts";
import { connectionTo, copyDatabase, migrated } from "./updated.ts";

/** Connects to the three databases. Statement number `crash` and all later ones fail. */
function databases(from: Readonly<Record<DatabaseName, DatabaseSync>>) {
  const opened = { A: copyDatabase(from.A), B: copyDatabase(from.B), control: copyDatabase(from.control) };
  const state = { crash: Number.POSITIVE_INFINITY, statements: 0 };
  const connection = async (name: DatabaseName) =>
    connectionTo(opened[name], () => {
      state.statements += 1;
      if (state.statements > state.crash) throw new Error("killed");
    });
  const connections: Connections = { catalog: connection, control: () => connection("control") };
  return { opened, connections, state };
}

async function loadInto(connections: Connections, titles: number, at: number): Promise<void> {
  const source = {
    name: `load-${at}`,
    entries: () => madeUpEntries(titles, madeUpTitles(titles)),
    credits: () => madeUpCredits(titles),
  };
  const destination = await chooseDestination(connections);
  const services = { migrations: readMigrations(), now: () => new Date(at) };
  await loadLocally(source, { connections, destination, services, isSwitched: true });
}

/** Asserts that the live and the previous catalog are complete. Returns the number of live titles. */
async function assertWhole(connections: Connections): Promise<number> {
  const { live, previous, next } = await readStatus(connections);
  for (const generation of [live, previous, next]) {
    if (generation === null) continue;
    const catalog = await connections.catalog(generation.slot);
    const read = await catalog.batch([
      "SELECT titles AS n, version FROM catalog",
      "SELECT count(*) AS n FROM catalog_title JOIN catalog_candidate USING (rank)",
      "SELECT count(*) AS n FROM catalog_credits",
    ]);
    const { titles, version } = generation;
    expect(read.map(({ rows }) => rows[0]?.n)).toEqual([titles, titles, titles]);
    expect(read[0]?.rows[0]?.version).toBe(version);
  }
  return live?.titles ?? 0;
}

const [BEFORE, LIVE, NEW] = [20, 30, 40];
const MOMENTS = 6;

/** Two generations, the second of which is live. */
let two: ReturnType<typeof databases>;
beforeEach(async () => {
  two = databases({ A: migrated(), B: migrated(), control: migrated("control") });
  await loadInto(two.connections, BEFORE, 1);
  await loadInto(two.connections, LIVE, 2);
});

describe("discardIdle()", () => {
  test.each(["title", "key", "credits"])(
    "empties the table %s in steps if D1 cannot drop it at once",
    async (name) => {
      const table = `catalog_${name}`;
      /** Throws D1's error when a table is dropped that still has rows. */
      const limited = ({ batch }: Connection): Connection => ({
        async batch(statements) {
          const drops = statements.some((statement) =>
            String(statement).startsWith(`DROP TABLE IF EXISTS ${table}`),
          );
          const filled = drops && (await batch([`SELECT 1 FROM ${table} LIMIT 1`]))[0]?.rows.length === 1;
          if (filled)
            throw new Error(
              "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
            );
          return await batch(statements);
        },
      });
      const { catalog, control } = two.connections;
      const connections = {
        catalog: async (slot: DatabaseName & ("A" | "B")) => limited(await catalog(slot)),
        control,
      };
      expect(await discardIdle(connections)).toBe("A");
      expect(await assertWhole(two.connections)).toBe(LIVE);
      const left = await (await catalog("A")).batch([`SELECT count(*) AS n FROM ${table}`]);
      expect(left[0]?.rows).toEqual([{ n: 0 }]);
    },
  );
});

describe("interrupted catalog load", () => {
  test("leaves a complete catalog after a crash at any statement", async () => {
    const whole = databases(two.opened);
    await loadInto(whole.connections, NEW, 3);
    const { statements } = whole.state;
    expect(await assertWhole(whole.connections)).toBe(NEW);
    const next = random(25);
    const moments = Array.from({ length: MOMENTS }, () => Math.floor(next() * statements));
    // The statements of the switch come last.
    const last = Array.from({ length: 6 }, (_, at) => statements - 1 - at);
    for (const [at, crash] of [...moments, ...last].entries()) {
      const { connections, state } = databases(two.opened);
      state.crash = crash;
      await expect(loadInto(connections, NEW, 3), `statement ${crash}`).rejects.toThrow("killed");
      state.crash = Number.POSITIVE_INFINITY;
      const live = await assertWhole(connections);
      expect([LIVE, NEW]).toContain(live);
      if (at % 2 === 0) {
        await loadInto(connections, NEW, 4);
        expect(await assertWhole(connections)).toBe(NEW);
      } else {
        await discardIdle(connections);
        expect(await assertWhole(connections)).toBe(live);
        expect(await readStatus(connections)).toMatchObject({ previous: null, loading: null });
        await expect(switchSlots(connections, "rollback")).rejects.toThrow("There is no other generation");
      }
    }
  });

  /** Returns connections that call `work` just before batch number `moment`. */
  function beside(moment: number, { catalog, control }: Connections, work: () => void): Connections {
    let batches = 0;
    const counted = ({ batch }: Connection): Connection => ({
      batch(statements) {
        batches += 1;
        if (batches === moment) work();
        return batch(statements);
      },
    });
    return {
      catalog: async (slot) => counted(await catalog(slot)),
      control: async () => counted(await control()),
    };
  }

  test.each([1, 8, 20, 30, 45, 60, 75])(
    "survives a concurrent load that starts at batch %i",
    async (moment) => {
      const { connections } = databases(two.opened);
      const [earlier, later] = [NEW, NEW + 10];
      let other: Promise<unknown> = Promise.resolve();
      const interrupted = beside(moment, connections, () => {
        other = loadInto(connections, later, 4);
        other.catch(() => {});
      });
      const ended = [
        ...(await Promise.allSettled([loadInto(interrupted, earlier, 3)])),
        ...(await Promise.allSettled([other])),
      ];
      const stopped = ended.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason.message] : [],
      );
      expect(stopped.length).toBeLessThan(2);
      for (const why of stopped) expect(why).toMatch(/^Another load into slot A has begun, .* as it was\.$/);
      const last = ended.findLastIndex(({ status }) => status === "fulfilled");
      expect(await assertWhole(connections)).toBe([earlier, later][last]);
    },
  );

  test("restores identical rows after a rollback", async () => {
    const { connections } = two;
    const readRows = async () => {
      const { live } = await readStatus(connections);
      const catalog = await connections.catalog(live?.slot ?? "A");
      const [titles, people] = await catalog.batch([
        "SELECT * FROM catalog_title",
        "SELECT * FROM catalog_person",
      ]);
      return JSON.stringify([titles?.rows, people?.rows]);
    };
    const second = await readRows();
    await loadInto(connections, NEW, 3);
    const third = await readRows();
    await switchSlots(connections, "rollback");
    expect(await readRows()).toBe(second);
    await switchSlots(connections, "rollback");
    expect(await readRows()).toBe(third);
  });
});
