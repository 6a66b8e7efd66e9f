/** Tests `GET /v1/titles`, which loads several titles and stores each one separately. */
import { describe, expect, test } from "vitest";
import type { Allowance } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { titlesOperation } from "../../worker/resources/titles.ts";
import { Json } from "../../worker/source/loaded.ts";
import { record } from "../contract/records.ts";
import { createTmdb } from "../tmdb/kit.ts";
import { createCall, createCountingLimit, createResources, createTestSource, type Resources } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "Down.");

/** Sets up a source with the titles 1 to 90. */
function setUp() {
  const calls: number[] = [];
  const source = { isDown: false };
  const origin = createTestSource({
    async title({ id }) {
      calls.push(id);
      if (source.isDown) throw DOWN;
      return { value: id > 90 ? null : record({ id }) };
    },
    credits: async () => ({ value: new Json("{}") }),
  });
  const { limit, allowance } = createCountingLimit();
  const made = createResources(origin);
  return { ...made, calls, source, limit, result: respondingWith(made, allowance) };
}

function respondingWith({ resources }: Resources, allowance: Allowance = async () => null) {
  return async (query: string) => {
    const { result: given } = await titlesOperation.respond(createCall(resources, query, { allowance }));
    if (given.kind === "failed") return given;
    return { ...given, titles: JSON.parse(bodyText(given)) };
  };
}

/** Sets up TMDB, which needs one request per title. With `hold`, its responses wait for `release`. */
function setUpTmdb({ hold = false } = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const origin = createTmdb("", {
    async fetch(address, init) {
      if (hold) await released;
      return await fetch(address, init);
    },
  });
  const made = createResources(origin.source);
  return { ...made, origin, release, result: respondingWith(made) };
}

const FIFTY = Array.from({ length: 50 }, (_, at) => 50 - at);

describe("GET /v1/titles", () => {
  test("returns titles in the requested order and null for unknown ids", async () => {
    const { result } = setUp();
    expect(await result("ids=7,99,3")).toMatchObject({
      titles: [{ title: { id: 7 } }, null, { title: { id: 3 } }],
      outcome: "found",
    });
  });

  test("loads each title once and counts as at most 20 requests", async () => {
    for (const append of ["", "&append=credits"]) {
      const { result, calls, limit } = setUp();
      await result(`ids=${FIFTY}${append}`);
      expect(calls.toSorted((a, b) => a - b)).toEqual(FIFTY.toReversed());
      expect(limit.counted).toBe(20);
    }
  });

  test("serves stored titles without counting them", async () => {
    const { result, calls, limit, settle } = setUp();
    await result("ids=1,2,3&append=credits");
    await settle();
    const again = await result("ids=3,1,2&append=credits");
    expect(again.cacheStatus).toMatchObject({ hit: true });
    expect([calls.length, limit.counted]).toEqual([3, 3]);
    await result("ids=1,4,2");
    expect([calls.at(-1), limit.counted]).toEqual([4, 4]);
  });

  test("loads nothing if the rate limit allows only some titles", async () => {
    const { result, calls, limit, settle } = setUp();
    limit.left = 2;
    const refused = { kind: "failed", problem: { type: "rate-limited" } };
    expect(await result("ids=1,2,3")).toMatchObject(refused);
    expect(calls).toEqual([]);
    limit.left = 10;
    await result("ids=1,2,3");
    await settle();
    limit.left = 0;
    expect(await result("ids=1,2,3")).toMatchObject({ kind: "served", cacheStatus: { hit: true } });
    expect(await result("ids=1,2,4")).toMatchObject(refused);
    expect(calls).toHaveLength(3);
  });

  test("counts the revalidation of stale titles towards the rate limit", async () => {
    const { result, calls, limit, settle, clock } = setUp();
    await result("ids=1,2,3");
    await settle();
    clock.now += 3_700 * 1_000;
    limit.left = 3;
    expect(await result("ids=1,2,3")).toMatchObject({ kind: "served", cacheStatus: { hit: true } });
    await settle();
    expect([calls.length, limit.counted]).toEqual([3, 6]);
  });

  test("does not deadlock with a request for the same titles", async () => {
    const { result } = setUp();
    const [one, other] = await Promise.all([result("ids=1,2"), result("ids=2,1")]);
    expect([one.kind, other.kind]).toEqual(["served", "served"]);
  });

  test("fails if a title can neither be loaded nor served stale", async () => {
    const { result, source, settle, clock } = setUp();
    await result("ids=1,2");
    await settle();
    source.isDown = true;
    expect(await result("ids=1,2,3")).toMatchObject({ kind: "failed", problem: { type: "bad-upstream" } });
    clock.now += (3_600 + 86_400 + 60) * 1_000;
    expect(await result("ids=1,2")).toMatchObject({ kind: "served", cacheStatus: { fwd: "stale" } });
  });

  test("appends credits on request", async () => {
    const { result } = setUp();
    expect(await result("ids=1,99&append=credits")).toMatchObject({
      titles: [{ title: { id: 1 }, credits: {} }, null],
    });
  });
});

describe("GET /v1/titles for fifty TMDB titles with credits", () => {
  /** Ids in the TMDB stub, where every third title is a series. */
  const IDS = Array.from({ length: 50 }, (_, at) => 2_000 + 2 * at + (at % 3 === 0 ? 1 : 0));
  const COLD = `ids=${IDS}&append=credits`;

  test("sends at most four requests at a time", async () => {
    const { result, origin } = setUpTmdb();
    const found = await result(COLD);
    expect(found).toMatchObject({ titles: IDS.map((id) => ({ title: { id }, credits: { id } })) });
    // A single request loads a title with its credits.
    expect([origin.asked.length, origin.mostAtOnce()]).toEqual([50, 4]);
  });

  test.each([
    ["one request", 1],
    ["two concurrent requests", 2],
  ])("revalidates each stale title once for %s", async (_, count) => {
    const { result, origin, clock, settle } = setUpTmdb();
    await result(COLD);
    await settle();
    clock.now += 2 * 3_600 * 1_000;
    origin.asked.length = 0;
    const orders = [IDS, IDS.toReversed()].slice(0, count);
    for (const found of await Promise.all(orders.map((ids) => result(`ids=${ids}`)))) {
      expect(found).toMatchObject({ cacheStatus: { hit: true } });
    }
    await settle();
    expect([origin.asked.length, origin.mostAtOnce()]).toEqual([50, 4]);
  });

  test("shares loads with a concurrent request for one title", async () => {
    const { result, resources, origin, release, settle } = setUpTmdb({ hold: true });
    const whole = result(COLD);
    while (origin.asked.length < 4) await scheduler.wait(1);
    const other = resources.ask("title", { id: IDS.at(-1) ?? 0, lang: "en" });
    release();
    expect([(await whole).kind, (await other).kind]).toEqual(["served", "served"]);
    expect(origin.asked).toHaveLength(50);
    await settle();
  });
});
