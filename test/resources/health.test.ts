import { describe, expect, test } from "vitest";
import type { Context } from "../../worker/cache/resource.ts";
import { NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import { TOKENS_VERSION } from "../../worker/catalog/store/names.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { checkHealth, type HealthMemory } from "../../worker/resources/health.ts";
import { quotaProblem } from "../../worker/source/failure.ts";
import { Json } from "../../worker/source/loaded.ts";
import type { Source } from "../../worker/source/source.ts";
import { createContext, ROW_READ_LIMIT } from "../cache/kit.ts";
import { createTestSource } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "down");
const LOADED_AT = "2026-11-24T10:00:00.000Z";

function fakeCatalog(titles: number | Problem, tokens = TOKENS_VERSION) {
  return {
    readState: () =>
      typeof titles === "number"
        ? Promise.resolve({ titles, version: "v7", loadedAt: LOADED_AT, tokens })
        : Promise.reject(titles),
  };
}

function fakeUpstream(result: () => Promise<string | null>): Source<Context> {
  const credits = async () => ({ value: new Json((await result()) ?? "null") });
  return createTestSource({ search: () => Promise.reject(DOWN), credits });
}

type Catalog = ReturnType<typeof fakeCatalog> | null;

/** A change log that can be read, and a cache that stores responses. */
const WORKING = {
  live: async () => NOTHING_KNOWN,
  keepsResponses: async () => true,
};

function runCheck(
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

describe("checkHealth()", () => {
  test("counts a 404 as a response from the upstream", async () => {
    const upstream = fakeUpstream(() => Promise.resolve(null));
    const parts = { catalog: null, purges: "read", quota: null, store: "kept" };
    expect(await runCheck(upstream, null)).toEqual({ status: "ok", origin: "upstream", ...parts });
  });

  test("reports down when no source responds", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    const down = { status: "down", origin: null };
    expect(await runCheck(failing, null)).toMatchObject({ ...down, catalog: null });
    expect(await runCheck(null, fakeCatalog(0))).toMatchObject({
      ...down,
      catalog: { titles: 0, version: "v7" },
    });
    expect(await runCheck(null, fakeCatalog(DOWN))).toMatchObject({ ...down, catalog: null });
  });

  test("reports that the database quota is spent", async () => {
    const spent = quotaProblem(ROW_READ_LIMIT, 0) as Problem;
    const failing = () => Promise.reject(spent);
    const upstream = fakeUpstream(() => Promise.resolve(null));
    expect(await runCheck(null, fakeCatalog(spent))).toMatchObject({ status: "down", quota: "spent" });
    expect(await runCheck(upstream, null, { live: failing })).toMatchObject({
      status: "degraded",
      quota: "spent",
    });
    expect(await runCheck(null, fakeCatalog(DOWN))).toMatchObject({ status: "down", quota: null });
  });

  test("reports the time of the catalog's load", async () => {
    expect((await runCheck(null, fakeCatalog(3))).catalog).toEqual({
      titles: 3,
      version: "v7",
      loadedAt: LOADED_AT,
      isRecorded: true,
      isSearchable: true,
    });
  });

  test("reports ok when the catalog is the source", async () => {
    expect(await runCheck(null, fakeCatalog(3))).toMatchObject({ status: "ok", origin: "catalog" });
  });

  test.each([
    ["upstream", fakeUpstream(() => Promise.resolve(null))],
    ["catalog", null],
  ])("reports degraded with an unreadable change log and source %s", async (origin, upstream) => {
    const unread = () => Promise.reject(DOWN);
    expect(await runCheck(upstream, fakeCatalog(3), { live: unread })).toMatchObject({
      status: "degraded",
      origin,
      purges: "unread",
    });
    expect(await runCheck(upstream, fakeCatalog(3), { live: null })).toMatchObject({
      status: "ok",
      purges: null,
    });
  });

  test("reports degraded when the database holds another catalog version", async () => {
    const restored = async () => ({ sourceVersion: "v8" });
    expect(await runCheck(null, fakeCatalog(3), { live: restored })).toMatchObject({
      status: "degraded",
      catalog: { version: "v7", isRecorded: false },
    });
    const recorded = async () => ({ sourceVersion: "v7" });
    expect(await runCheck(null, fakeCatalog(3), { live: recorded })).toMatchObject({
      status: "ok",
      catalog: { isRecorded: true },
    });
  });

  test("reports degraded when the index was made for other tokens", async () => {
    expect(await runCheck(null, fakeCatalog(3, TOKENS_VERSION - 1))).toMatchObject({
      status: "degraded",
      catalog: { isSearchable: false },
    });
  });

  test("reports that the Cache API stores nothing, but remains ok", async () => {
    const health = await runCheck(null, fakeCatalog(3), { keepsResponses: async () => false });
    expect(health).toMatchObject({ status: "ok", store: "empty" });
  });

  test("runs its checks at most once in ten seconds", async () => {
    const memory: HealthMemory = { last: null };
    let checks = 0;
    const upstream = fakeUpstream(async () => {
      checks += 1;
      return null;
    });
    await runCheck(upstream, null, { memory });
    await runCheck(upstream, null, { memory, time: 9_999 });
    expect(checks).toBe(1);
    await runCheck(upstream, null, { memory, time: 10_000 });
    expect(checks).toBe(2);
  });

  test("returns the previous result while it checks again", async () => {
    const memory: HealthMemory = { last: null };
    const respondingWith = fakeUpstream(() => Promise.resolve(null));
    await runCheck(respondingWith, null, { memory });
    const hanging = fakeUpstream(() => new Promise(() => {}));
    runCheck(hanging, null, { memory, time: 10_000 });
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    expect(await runCheck(failing, null, { memory, time: 10_000 })).toMatchObject({ status: "ok" });
  });
});
