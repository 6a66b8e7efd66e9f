import { describe, expect, test } from "vitest";
import { createCollapsing } from "../../worker/cache/collapsing.ts";

const PLAN = { load: async () => "response", store: async () => undefined, withinMs: 1_000 };

describe("createCollapsing()", () => {
  test("lets requests join a load until its result is stored", async () => {
    const collapsing = createCollapsing<string>(() => 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    const load = collapsing.start("key", { ...PLAN, store: () => promise });
    await load.result;
    expect(collapsing.joinable("key")).toBe(load);
    resolve();
    await load.stored;
    expect(collapsing.joinable("key")).toBeNull();
  });

  test("reports finished loads of the watched key", async () => {
    const collapsing = createCollapsing<string>(() => 0);
    const load = collapsing.start("key", PLAN);
    const [watched, other] = [collapsing.watch("key"), collapsing.watch("other")];
    expect(watched()).toBe(false);
    await load.stored;
    expect([watched(), other(), collapsing.watch("key")()]).toEqual([true, false, false]);
  });

  test("stops requests from joining a failed load", async () => {
    const collapsing = createCollapsing<string>(() => 0);
    const load = collapsing.start("key", { ...PLAN, load: () => Promise.reject(new Error("down")) });
    await expect(load.result).rejects.toThrow("down");
    await load.stored;
    expect(collapsing.joinable("key")).toBeNull();
  });

  test("stops requests from joining a load that takes too long", () => {
    let time = 0;
    const collapsing = createCollapsing<string>(() => time);
    collapsing.start("key", { ...PLAN, load: () => new Promise(() => undefined) });
    expect(collapsing.joinable("key")).not.toBeNull();
    time = 1_000;
    expect(collapsing.joinable("key")).toBeNull();
  });

  test("loads different keys separately", () => {
    const collapsing = createCollapsing<string>(() => 0);
    collapsing.start("one", PLAN);
    expect(collapsing.joinable("other")).toBeNull();
  });
});
