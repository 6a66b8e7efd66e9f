import { describe, expect, test } from "vitest";
import type { Context } from "../../worker/cache/resource.ts";
import { NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { checkHealth, type HealthMemory } from "../../worker/resources/health.ts";
import { quotaProblem } from "../../worker/source/failure.ts";
import { Json } from "../../worker/source/loaded.ts";
import type { Source } from "../../worker/source/source.ts";
import { createContext, ROW_READ_LIMIT } from "../cache/kit.ts";
import { originThat } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "down");
const LOADED_AT = "2026-11-24T10:00:00.000Z";

function fakeCatalog(titles: number | Problem, isStarter = false) {
  return {
    readState: () =>
      typeof titles === "number"
        ? Promise.resolve({ titles, version: "v7", loadedAt: LOADED_AT, isStarter })
        : Promise.reject(titles),
  };
}

function fakeUpstream(answer: () => Promise<string | null>): Source<Context> {
  const credits = async () => ({ value: new Json((await answer()) ?? "null") });
  return originThat({ search: () => Promise.reject(DOWN), credits });
}

type Catalog = ReturnType<typeof fakeCatalog> | null;

/** With a record of purges that is read, and a cache that keeps. */
const WORKING = {
  live: async () => NOTHING_KNOWN,
  keepsResponses: async () => true,
};

function look(
  upstream: Source<Context> | null,
  catalog: Catalog,
  {
    memory = { last: null },
    time = 0,
    ...others
  }: Partial<Parameters<typeof checkHealth>[0]> & { readonly time?: number } = {},
) {
  return checkHealth({
    ...WORKING,
    context: createContext(),
    upstream,
    catalog,
    memory,
    now: () => time,
    ...others,
  });
}

describe("health", () => {
  test("counts a 404 as a response of the upstream", async () => {
    const upstream = fakeUpstream(() => Promise.resolve(null));
    const parts = { catalog: null, purges: "read", quota: null, store: "kept" };
    expect(await look(upstream, null)).toEqual({ status: "ok", origin: "upstream", ...parts });
  });

  test("is down when neither origin can answer", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    const down = { status: "down", origin: null };
    expect(await look(failing, null)).toMatchObject({ ...down, catalog: null });
    expect(await look(failing, fakeCatalog(0))).toMatchObject({
      ...down,
      catalog: { titles: 0, version: "v7" },
    });
    expect(await look(failing, fakeCatalog(DOWN))).toMatchObject({ ...down, catalog: null });
    expect(await look(null, fakeCatalog(0))).toMatchObject(down);
  });

  test("says that the database's quota is spent, whichever part meets it", async () => {
    const spent = quotaProblem(ROW_READ_LIMIT, 0) as Problem;
    const failing = () => Promise.reject(spent);
    const upstream = fakeUpstream(() => Promise.resolve(null));
    expect(await look(null, fakeCatalog(spent))).toMatchObject({ status: "down", quota: "spent" });
    expect(await look(upstream, null, { live: failing })).toMatchObject({
      status: "degraded",
      quota: "spent",
    });
    expect(await look(null, fakeCatalog(DOWN))).toMatchObject({ status: "down", quota: null });
  });

  test("is degraded while the catalog answers for the upstream", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    expect(await look(failing, fakeCatalog(3))).toMatchObject({ status: "degraded", origin: "catalog" });
  });

  test("is down if only the starter catalog could answer for the upstream", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    expect(await look(failing, fakeCatalog(3, true))).toMatchObject({ status: "down", origin: null });
    expect(await look(null, fakeCatalog(3, true))).toMatchObject({ status: "ok", origin: "catalog" });
  });

  test("says when the catalog was loaded", async () => {
    expect((await look(null, fakeCatalog(3))).catalog).toEqual({
      titles: 3,
      version: "v7",
      loadedAt: LOADED_AT,
      isRecorded: true,
    });
  });

  test("is ok while the catalog answers as the origin", async () => {
    expect(await look(null, fakeCatalog(3))).toMatchObject({ status: "ok", origin: "catalog" });
  });

  test.each([
    ["upstream", fakeUpstream(() => Promise.resolve(null))],
    ["catalog", null],
  ])(
    "is degraded while the record of purges cannot be read, whichever origin answers: %s",
    async (origin, upstream) => {
      const unread = () => Promise.reject(DOWN);
      expect(await look(upstream, fakeCatalog(3), { live: unread })).toMatchObject({
        status: "degraded",
        origin,
        purges: "unread",
      });
      expect(await look(upstream, fakeCatalog(3), { live: null })).toMatchObject({
        status: "ok",
        purges: null,
      });
    },
  );

  test("is degraded if the database has another catalog than the one that was made live", async () => {
    const restored = async () => ({ sourceVersion: "v8" });
    expect(await look(null, fakeCatalog(3), { live: restored })).toMatchObject({
      status: "degraded",
      catalog: { version: "v7", isRecorded: false },
    });
    const recorded = async () => ({ sourceVersion: "v7" });
    expect(await look(null, fakeCatalog(3), { live: recorded })).toMatchObject({
      status: "ok",
      catalog: { isRecorded: true },
    });
  });

  test("is ok if our own cache keeps nothing, and says so", async () => {
    const health = await look(null, fakeCatalog(3), { keepsResponses: async () => false });
    expect(health).toMatchObject({ status: "ok", store: "empty" });
  });

  test("is checked once in ten seconds", async () => {
    const memory: HealthMemory = { last: null };
    let asked = 0;
    const upstream = fakeUpstream(async () => {
      asked += 1;
      return null;
    });
    await look(upstream, null, { memory });
    await look(upstream, null, { memory, time: 9_999 });
    expect(asked).toBe(1);
    await look(upstream, null, { memory, time: 10_000 });
    expect(asked).toBe(2);
  });

  test("is served as it was while it is checked again", async () => {
    const memory: HealthMemory = { last: null };
    const answering = fakeUpstream(() => Promise.resolve(null));
    await look(answering, null, { memory });
    const hanging = fakeUpstream(() => new Promise(() => {}));
    look(hanging, null, { memory, time: 10_000 });
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    expect(await look(failing, null, { memory, time: 10_000 })).toMatchObject({ status: "ok" });
  });
});
