/** Several titles in one answer, each an entry of its own in the cache. */
import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import type { Origin } from "../../worker/origins/origin.ts";
import { title } from "../../worker/resources/title.ts";
import { titlesOperation } from "../../worker/resources/titles-by-ids.ts";
import { record } from "../contract/records.ts";
import { originAt } from "../origins/tmdb/origin.ts";
import { originGiving, type Resources, resourcesOf } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "Down.");

/** An origin that knows the titles up to 90; it gives several at once unless `isSingle`. */
function setUp({ isSingle = false }: { isSingle?: boolean } = {}) {
  const calls: (readonly number[])[] = [];
  const source = { isDown: false };
  const read = (ids: readonly number[]) => {
    calls.push(ids);
    if (source.isDown) throw DOWN;
    return ids.map((id) => (id > 90 ? null : record({ id })));
  };
  const origin: Origin = {
    ...originGiving(() => "{}"),
    async title({ id }) {
      const [found] = read([id]);
      return { json: found ? JSON.stringify(found) : null, version: null };
    },
    ...(!isSingle && {
      titles: async ({ ids }) => ({ json: JSON.stringify(read(ids)), isEmpty: false, version: null }),
    }),
  };
  let counted = 0;
  const made = resourcesOf(origin, {
    allowance: async () => {
      counted++;
      return null;
    },
  });
  return { ...made, calls, source, answer: answering(made), counted: () => counted };
}

function answering({ resources, clock }: Resources) {
  return async (query: string) => {
    const call = {
      values: new URLSearchParams(query),
      path: {},
      ask: resources.ask,
      wanted: () => true,
      now: () => clock.now,
    };
    const { answer: given } = await titlesOperation.answer(call);
    if (given.kind === "failed") return given;
    return { ...given, titles: JSON.parse(new TextDecoder().decode(given.body ?? new Uint8Array())) };
  };
}

/** In front of TMDB, which gives one title at a time. `hold`: no request is answered before `release`. */
function inFrontOfTmdb({ hold = false } = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const origin = originAt("", {
    async fetch(address, init) {
      if (hold) await released;
      return await fetch(address, init);
    },
  });
  const made = resourcesOf(origin);
  return { ...made, origin, release, answer: answering(made) };
}

const FIFTY = Array.from({ length: 50 }, (_, at) => 50 - at);

describe("titles by their ids", () => {
  test("come in the order asked for, null where there is no such title", async () => {
    const { answer } = setUp();
    expect(await answer("ids=7,99,3")).toMatchObject({
      titles: [{ title: { id: 7 } }, null, { title: { id: 3 } }],
      outcome: "found",
    });
  });

  test("that are not stored are asked for in one call, each counted once", async () => {
    const { answer, calls, counted } = setUp();
    await answer(`ids=${FIFTY}`);
    expect(calls.map((ids) => ids.toSorted((a, b) => a - b))).toEqual([FIFTY.toReversed()]);
    expect(counted()).toBe(50);
  });

  test("that are stored are no call, count towards no limit and are a hit", async () => {
    const { answer, calls, counted, settle } = setUp();
    await answer("ids=1,2,3");
    await settle();
    const again = await answer("ids=3,1,2");
    expect(again.cacheStatus).toMatchObject({ hit: true });
    expect([calls.length, counted()]).toEqual([1, 3]);
    await answer("ids=1,4,2");
    expect([calls.at(-1), counted()]).toEqual([[4], 4]);
  });

  test("are asked for one by one where the origin cannot do more", async () => {
    const { answer, calls } = setUp({ isSingle: true });
    expect(await answer("ids=1,2")).toMatchObject({ titles: [{ title: { id: 1 } }, { title: { id: 2 } }] });
    expect(calls).toEqual([[1], [2]]);
  });

  test("of two requests that wait for each other's loads come at once", async () => {
    const { answer } = setUp();
    const [one, other] = await Promise.all([answer("ids=1,2"), answer("ids=2,1")]);
    expect([one.kind, other.kind]).toEqual(["served", "served"]);
  });

  test("are a problem as a whole when one of them cannot be had, and stale where all are stored", async () => {
    const { answer, source, settle, clock } = setUp();
    await answer("ids=1,2");
    await settle();
    source.isDown = true;
    expect(await answer("ids=1,2,3")).toMatchObject({ kind: "failed", problem: { type: "bad-upstream" } });
    clock.now += (3_600 + 86_400 + 60) * 1_000;
    expect(await answer("ids=1,2")).toMatchObject({ kind: "served", cacheStatus: { fwd: "stale" } });
  });

  test("come with their credits where these are asked for", async () => {
    const { answer } = setUp();
    expect(await answer("ids=1,99&append=credits")).toMatchObject({
      titles: [{ title: { id: 1 }, credits: {} }, null],
    });
  });
});

describe("fifty titles with credits in front of TMDB", () => {
  /** The stand-in's: every third is a series. */
  const IDS = Array.from({ length: 50 }, (_, at) => 2_000 + 2 * at + (at % 3 === 0 ? 1 : 0));
  const COLD = `ids=${IDS}&append=credits`;

  test("are answered, and never more than four requests are under way", async () => {
    const { answer, origin } = inFrontOfTmdb();
    const found = await answer(COLD);
    expect(found).toMatchObject({ titles: IDS.map((id) => ({ title: { id }, credits: { id } })) });
    expect([origin.asked.length, origin.mostAtOnce()]).toEqual([100, 4]);
  });

  test("that are stale are all served, and revalidated by four requests at a time", async () => {
    const { answer, origin, clock, settle } = inFrontOfTmdb();
    await answer(COLD);
    await settle();
    clock.now += 2 * 3_600 * 1_000;
    origin.asked.length = 0;
    expect(await answer(`ids=${IDS}`)).toMatchObject({ cacheStatus: { hit: true } });
    await settle();
    expect([origin.asked.length, origin.mostAtOnce()]).toEqual([50, 4]);
  });

  test("that are stale are revalidated once by two requests", async () => {
    const { answer, origin, clock, settle } = inFrontOfTmdb();
    await answer(COLD);
    await settle();
    clock.now += 2 * 3_600 * 1_000;
    origin.asked.length = 0;
    await Promise.all([answer(`ids=${IDS}`), answer(`ids=${IDS.toReversed()}`)]);
    await settle();
    expect(origin.asked).toHaveLength(50);
  });

  test("keep no title waiting that is stored, or that another request asks for", async () => {
    const { answer, resources, origin, release, settle } = inFrontOfTmdb({ hold: true });
    const last = { id: IDS.at(-1) ?? 0, lang: "en" };
    const whole = answer(COLD);
    while (origin.asked.length < 4) await scheduler.wait(1);
    const other = resources.ask(title, last);
    while (origin.asked.length < 5) await scheduler.wait(1);
    expect(origin.asked.at(-1)).toContain(`${Math.floor(last.id / 2)}?`);
    release();
    expect([(await whole).kind, (await other).kind]).toEqual(["served", "served"]);
    expect(origin.asked).toHaveLength(100);
    await settle();
  });
});
