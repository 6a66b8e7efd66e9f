import { expect, test } from "vitest";
import { createCollapsing } from "../../worker/cache/collapsing.ts";

const PLAN = { load: async () => "response", store: async () => undefined, withinMs: 1_000 };

test("a load can be joined until its result is stored", async () => {
  const collapsing = createCollapsing<string>(() => 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = collapsing.start("key", { ...PLAN, store: () => promise });
  await load.result;
  expect(collapsing.joinable("key")).toBe(load);
  resolve();
  await load.stored;
  expect(collapsing.joinable("key")).toBeNull();
});

test("`watch` reports the loads of its key that ended since, and no others", async () => {
  const collapsing = createCollapsing<string>(() => 0);
  const load = collapsing.start("key", PLAN);
  const [watched, other] = [collapsing.watch("key"), collapsing.watch("other")];
  expect(watched()).toBe(false);
  await load.stored;
  expect([watched(), other(), collapsing.watch("key")()]).toEqual([true, false, false]);
});

test("a failed load has ended, and waiting for its end does not fail", async () => {
  const collapsing = createCollapsing<string>(() => 0);
  const load = collapsing.start("key", { ...PLAN, load: () => Promise.reject(new Error("down")) });
  await expect(load.result).rejects.toThrow("down");
  await load.stored;
  expect(collapsing.joinable("key")).toBeNull();
});

test("a load past its time is lost: no request joins it", () => {
  let time = 0;
  const collapsing = createCollapsing<string>(() => time);
  collapsing.start("key", { ...PLAN, load: () => new Promise(() => undefined) });
  expect(collapsing.joinable("key")).not.toBeNull();
  time = 1_000;
  expect(collapsing.joinable("key")).toBeNull();
});

test("keys do not share loads", () => {
  const collapsing = createCollapsing<string>(() => 0);
  collapsing.start("one", PLAN);
  expect(collapsing.joinable("other")).toBeNull();
});
