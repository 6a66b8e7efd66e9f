/** Tests reads that never contact the origin, and parts of a page that are stored under their own keys. */
import { describe, expect, test } from "vitest";
import type { Representation } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { served, setUp, toRepresentation } from "./kit.ts";

describe("peek()", () => {
  test("returns null for a missing key", async () => {
    const { cache, request } = setUp(null);
    expect(await cache.peek(request)).toBeNull();
  });

  test("returns responses until they expire", async () => {
    const { cache, clock, now, request } = setUp(null);
    await cache.store(request, {
      representation: toRepresentation("first"),
      snapshot: { storedAt: now(), logPosition: 0 },
    });
    const fresh = await cache.peek(request);
    expect(fresh).toMatchObject({ kind: "served", age: 0, outcome: "found" });
    expect(fresh?.cacheStatus).toEqual({ hit: true, ttl: undefined });
    expect(fresh && bodyText(fresh)).toBe("first");
    clock.seconds += 59;
    expect((await cache.peek(request))?.cacheStatus.ttl).toBeUndefined();
    clock.seconds += 1;
    expect((await cache.peek(request))?.cacheStatus).toEqual({ hit: true, ttl: -1 });
    clock.seconds += 3_599;
    expect((await cache.peek(request))?.cacheStatus).toEqual({ hit: true, ttl: -3_599 });
    clock.seconds += 1;
    expect(await cache.peek(request)).toBeNull();
  });
});

describe("store()", () => {
  test("keeps the age of the snapshot that a part came from", async () => {
    const { cache, now, request } = setUp(null);
    const snapshot = { storedAt: now() - 30_000, logPosition: 0 };
    await cache.store(request, {
      representation: { ...toRepresentation("part"), tags: ["title-7"] },
      snapshot,
    });
    const load = () => Promise.reject(new Error("asked"));
    const result = await served(cache.lookup({ ...request, load }));
    expect(result).toMatchObject({ age: 30, tags: ["title-7"], cacheStatus: { hit: true } });
    expect(bodyText(result)).toBe("part");
  });
});

describe("lookup()", () => {
  test("does not join a load that began before a purge", async () => {
    const { cache, clock, request, invalidations, settle } = setUp(null);
    const held = Promise.withResolvers<void>();
    let loads = 0;
    async function load(): Promise<Representation> {
      const count = ++loads;
      if (count === 1) await held.promise;
      return { ...toRepresentation(`load ${count}`), tags: ["title-7"] };
    }
    const first = served(cache.lookup({ ...request, load }));
    while (loads === 0) await new Promise((next) => setTimeout(next));
    clock.seconds += 0.001;
    await invalidations.purge(["title-7"]);
    clock.seconds += 0.001;
    const [second, third] = [cache.lookup({ ...request, load }), cache.lookup({ ...request, load })];
    setTimeout(() => held.resolve(), 20);
    expect(bodyText(await first)).toBe("load 1");
    const after = await Promise.all([served(second), served(third)]);
    expect(after.map(bodyText)).toEqual(["load 2", "load 2"]);
    expect(after.map(({ cacheStatus }) => cacheStatus.collapsed)).toEqual([false, true]);
    await settle();
    expect(loads).toBe(2);
  });
});
