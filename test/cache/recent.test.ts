import { describe, expect, test } from "vitest";
import { cacheStore, RecentResponses, withRecentResponses } from "../../worker/cache/store.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { bound, createContext } from "./kit.ts";

const KEY = "https://recent.marquee.invalid/";
const known = { outcome: "found", more: false, storedAt: 0 } as const;

async function setUp() {
  const clock = { ms: 1_000 };
  const looks = { count: 0, delayed: async () => {} };
  const cache = cacheStore(caches.default);
  const counted = {
    ...cache,
    async get(...given: Parameters<typeof cache.get>) {
      looks.count++;
      const result = await cache.get(...given);
      await looks.delayed();
      return result;
    },
  };
  const store = bound(createContext(), withRecentResponses(counted, new RecentResponses(() => clock.ms)));
  const result = await storedResponse("first", known);
  await store.put(KEY, result, 60);
  await store.get(KEY);
  return { clock, looks, store, result, has: (tag: string) => tag !== result.entityTag };
}

describe("withRecentResponses()", () => {
  test("reads the store at most once in three seconds", async () => {
    const { clock, looks, store, result, has } = await setUp();
    expect(await store.get(KEY)).toEqual(result);
    expect(await store.get(KEY, { needsBody: has })).toMatchObject({
      entityTag: result.entityTag,
      storedAt: 0,
    });
    expect(looks.count).toBe(1);
    clock.ms += 3_000;
    expect(await store.get(KEY)).toEqual(result);
    expect(looks.count).toBe(2);
  });

  test("keeps a large response without its body", async () => {
    const { looks, store } = await setUp();
    const large = await storedResponse("x".repeat(200_000), known);
    await store.put(KEY, large, 60);
    await store.get(KEY);
    const logPosition = looks.count;
    const told = await store.get(KEY, { needsBody: (tag) => tag !== large.entityTag });
    expect(told?.body).toBeNull();
    expect(looks.count).toBe(logPosition);
    expect((await store.get(KEY))?.length).toBe(200_000);
    expect(looks.count).toBe(logPosition + 1);
  });

  test("reads the store again if the body is needed", async () => {
    const { clock, store, result, has } = await setUp();
    clock.ms += 3_000;
    await store.get(KEY, { needsBody: has });
    expect(await store.get(KEY)).toEqual(result);
  });

  test("replaces its copy when a new response is stored", async () => {
    const { store, has } = await setUp();
    await store.put(KEY, await storedResponse("second", known), 60);
    expect((await store.get(KEY, { needsBody: has }))?.length).toBe("second".length);
  });

  test("discards a read that a concurrent write made outdated", async () => {
    const { clock, looks, store, result } = await setUp();
    const second = await storedResponse("second", known);
    clock.ms += 3_000;
    looks.delayed = () => store.put(KEY, second, 60);
    expect(await store.get(KEY)).toEqual(result);
    looks.delayed = async () => {};
    expect(await store.get(KEY)).toEqual(second);
  });
});
