import { expect, test } from "vitest";
import { answerOf } from "../../worker/edge/asking.ts";
import { createRecent, recalling } from "../../worker/edge/recent.ts";
import { cacheStore } from "../../worker/edge/store.ts";

const KEY = "https://recent.marquee.invalid/";
const known = { finding: "found", more: false, storedAt: 0 } as const;

async function setUp() {
  const clock = { ms: 1_000 };
  const looks = { count: 0 };
  const cache = cacheStore(caches.default, () => undefined);
  const counted = {
    ...cache,
    get(...given: Parameters<typeof cache.get>) {
      looks.count++;
      return cache.get(...given);
    },
  };
  const store = recalling(counted, createRecent(), () => clock.ms);
  const answer = await answerOf("first", known);
  await store.put(KEY, answer, 60);
  await store.get(KEY);
  return { clock, looks, store, answer, has: (tag: string) => tag !== answer.entityTag };
}

test("who has the answer is told so without another look, for three seconds", async () => {
  const { clock, looks, store, answer, has } = await setUp();
  const told = await store.get(KEY, has);
  expect(told).toMatchObject({ entityTag: answer.entityTag, storedAt: 0 });
  expect(told?.body.byteLength).toBe(0);
  expect(looks.count).toBe(1);
  clock.ms += 3_000;
  await store.get(KEY, has);
  expect(looks.count).toBe(2);
});

test("who does not have it gets it whole", async () => {
  const { store, answer } = await setUp();
  expect(await store.get(KEY, () => true)).toEqual(answer);
  expect(await store.get(KEY)).toEqual(answer);
});

test("what was stored or deleted since is not what was seen before", async () => {
  const { store, has } = await setUp();
  await store.put(KEY, await answerOf("second", known), 60);
  expect((await store.get(KEY, has))?.body.byteLength).toBe("second".length);
  await store.delete(KEY);
  expect(await store.get(KEY, has)).toBeNull();
});
