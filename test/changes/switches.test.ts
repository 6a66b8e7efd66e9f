/** Tests stored responses across loads, switches and rollbacks made with the catalog commands' code. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adoptSlots, chooseDestination, recordLoad, switchSlots } from "../../tools/catalog/generations.ts";
import type { CacheResult } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import type { ChangeLog, Slot } from "../../worker/changes/change-log.ts";
import { fillSource, toEntries } from "../catalog/kit.ts";
import { recordUpdate } from "../recorded-update.ts";
import { connections, control, databases, isolateAt, log, migrateControl } from "./controlled.ts";

const lang = "en";
const HOUR = 3_600_000;

function createSource(plot: string) {
  const titles = [1, 2, 3].map((id) => ({ id, title: `Film ${id}`, year: "1999", plot }));
  return { name: "a test", entries: () => toEntries(titles), credits: () => [] };
}

let ahead = 0;
/** The current time plus the time that the test has skipped. */
const now = () => Date.now() + ahead;

async function pass(ms: number): Promise<void> {
  ahead += ms;
  for (const table of ["live", "head"])
    await control.prepare(`UPDATE ${table} SET switched_at = switched_at - ?1`).bind(ms).run();
}

function readText(result: CacheResult): string {
  if (result.kind === "failed") throw result.problem;
  return bodyText(result);
}

let hosts = 0;

/** Simulates a data centre. Each call of `isolate` starts a new isolate there. */
function dataCentre(purges: ChangeLog = log()) {
  const host = `https://centre-${++hosts}.test`;
  return {
    isolate() {
      const { ask, settle } = isolateAt(host, now, purges);
      async function title(id: number, options: { readonly mayBeReplaced?: boolean } = {}) {
        const result = await ask("title", { id, lang }, options);
        return { text: readText(result), ttl: undefined, ...result.cacheStatus };
      }
      return { title, settle };
    },
  };
}

async function load(plot: string): Promise<void> {
  const destination = await chooseDestination(connections);
  await fillSource(createSource(plot), databases[destination.slot]);
  await recordLoad(connections, destination);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function updateTitle(slot: Slot, id: number): Promise<void> {
  const database = databases[slot];
  const version = (await database.prepare("SELECT version FROM catalog").first<string>("version")) ?? "";
  const changing = "UPDATE catalog_title SET record = replace(record, ?1, ?2) WHERE id = ?3";
  const { meta } = await database.prepare(changing).bind(`Film ${id}`, `Film ${id} updated`, id).run();
  expect(meta.changes).toBe(1);
  await recordUpdate(await connections.control(), [{ kind: "title", id, op: "put" }], {
    version,
    writes: 0,
  });
}

/** Makes `old` live in slot A and loads `new` into slot B. */
beforeAll(async () => {
  await migrateControl();
  await load("old");
  await load("new");
});
beforeEach(async () => {
  if ((await log().read(0)).slot === "B") await switchSlots(connections, "rollback");
});

describe("cached response of the previous catalog", () => {
  test("is served stale once, while it is revalidated", async () => {
    const centre = dataCentre();
    const first = centre.isolate();
    expect(await first.title(1)).toMatchObject({ text: expect.stringContaining("old"), stored: true });
    await first.settle();
    await switchSlots(connections, "switch");
    await pass(10_000);
    const { title, settle } = centre.isolate();
    const stale = await title(1, { mayBeReplaced: true });
    expect(stale).toMatchObject({ text: expect.stringContaining("old"), hit: true, ttl: expect.any(Number) });
    expect(stale.ttl).toBeLessThan(0);
    await settle();
    const anew = await centre.isolate().title(1, { mayBeReplaced: true });
    expect(anew).toMatchObject({ text: expect.stringContaining("new"), hit: true, ttl: undefined });
  });

  test.each([
    ["an hour after the switch", { mayBeReplaced: true }, HOUR],
    ["as one of several parts of a page", {}, 10_000],
  ])("is a miss %s", async (_, options, ms) => {
    const centre = dataCentre();
    const first = centre.isolate();
    await first.title(1);
    await first.settle();
    await switchSlots(connections, "switch");
    await pass(ms);
    expect(await centre.isolate().title(1, options)).toMatchObject({
      text: expect.stringContaining("new"),
      fwd: "uri-miss",
    });
  });

  test("is a hit again after a rollback, unless its title changed", async () => {
    const centre = dataCentre();
    const first = centre.isolate();
    for (const id of [1, 2]) await first.title(id);
    await first.settle();
    await switchSlots(connections, "switch");
    await updateTitle("B", 2);
    await switchSlots(connections, "rollback");
    await pass(10_000);
    const { title } = centre.isolate();
    expect(await title(1)).toMatchObject({ text: expect.stringContaining("old"), hit: true, ttl: undefined });
    expect(await title(2)).toMatchObject({ text: expect.stringContaining("old"), fwd: "uri-miss" });
  });
});

describe("catalog update", () => {
  test("invalidates responses in other data centres within ten seconds", async () => {
    const { title, settle } = dataCentre().isolate();
    await title(3);
    await settle();
    await updateTitle("A", 3);
    await pass(10_000);
    expect(await title(3)).toMatchObject({ text: expect.stringContaining("updated"), fwd: "uri-miss" });
  });
});

describe("new isolate", () => {
  beforeEach(async () => {
    await switchSlots(connections, "switch");
    await pass(10_000);
  });

  test("waits until it knows which catalog is live", async () => {
    const { read } = log();
    const slow = { ...log(), read: async (after: number) => await pause(1_500).then(() => read(after)) };
    expect((await dataCentre(slow).isolate().title(1)).text).toContain("new");
  });

  test("uses its data centre's copy of the log when CONTROL fails", async () => {
    const purges = { ...log() };
    const centre = dataCentre(purges);
    const first = centre.isolate();
    await first.title(1);
    await first.settle();
    purges.read = () => Promise.reject(new Error("out of reach"));
    expect((await centre.isolate().title(2)).text).toContain("new");
    await expect(dataCentre(purges).isolate().title(2)).rejects.toMatchObject({
      type: "upstream-unavailable",
    });
  });
});

describe("adoptSlots()", () => {
  test("invalidates every stored response", async () => {
    const centre = dataCentre();
    const first = centre.isolate();
    await first.title(1);
    await first.settle();
    await databases.A.exec("UPDATE catalog SET version = 'restored'");
    const meanwhile = await centre.isolate().title(2);
    expect(meanwhile.text).toContain("old");

    expect(await adoptSlots(connections)).toMatchObject({ slot: "A", version: "restored" });
    await pass(10_000);
    const { title, settle } = centre.isolate();
    expect(await title(1)).toMatchObject({ fwd: "uri-miss", stored: true });
    await settle();
    expect(await title(1)).toMatchObject({ hit: true, ttl: undefined });
  });
});
