import { describe, expect, test, vi } from "vitest";
import type { DailyKeyUse } from "../../../worker/changes/api-keys.ts";
import { KeyUsage } from "../../../worker/web/http/key-usage.ts";

const MINUTE = 60_000;

/** Simulates an isolate and CONTROL, with a clock and failures that a test controls. */
function simulate() {
  const state = { now: Date.parse("2027-01-01T12:00:00Z"), isDown: false };
  const writes: (readonly DailyKeyUse[])[] = [];
  const log = vi.fn();
  const usage = new KeyUsage(() => state.now);
  let background: Promise<unknown> = Promise.resolve();
  const count = async (digest: string, use = {}) => {
    usage.count(digest, use, {
      async add(all) {
        if (state.isDown) throw new Error("D1 is down");
        writes.push(all);
      },
      waitUntil: (work) => (background = work),
      log,
    });
    await background;
  };
  return { state, writes, log, count };
}

describe("KeyUsage", () => {
  test("writes at most once a minute", async () => {
    const { state, writes, count } = simulate();
    for (let second = 0; second < 180; second += 1) {
      await count("a", { hits: 1 });
      state.now += 1_000;
    }
    expect(writes.map(([use]) => use?.requests)).toEqual([1, 60, 60]);
    expect(writes[1]).toEqual([
      { day: "2027-01-01", digest: "a", requests: 60, hits: 60, loads: 0, refusals: 0 },
    ]);
  });

  test("counts by key and day", async () => {
    const { state, writes, count } = simulate();
    await count("a");
    state.now = Date.parse("2027-01-01T23:59:59Z");
    await count("a", { loads: 1 });
    state.now += MINUTE;
    await count("b", { refusals: 1 });
    expect(writes.flat().map(({ day, digest, requests }) => [day, digest, requests])).toEqual([
      ["2027-01-01", "a", 1],
      ["2027-01-01", "a", 1],
      ["2027-01-02", "b", 1],
    ]);
  });

  test("keeps the counts for the next write when CONTROL fails", async () => {
    const { state, writes, log, count } = simulate();
    state.isDown = true;
    await count("a", { hits: 1 });
    await count("a", { hits: 1 });
    expect(log).toHaveBeenCalledExactlyOnceWith({ event: "key-usage-failed", reason: "Error: D1 is down" });
    state.isDown = false;
    state.now += MINUTE;
    await count("a", { loads: 1 });
    expect(writes).toEqual([[expect.objectContaining({ requests: 3, hits: 2, loads: 1 })]]);
  });

  test("counts a bounded number of keys between two writes", async () => {
    const { state, writes, count } = simulate();
    await count("first");
    for (let key = 0; key < 6_000; key += 1) await count(`key ${key}`);
    state.now += MINUTE;
    await count("key 1");
    expect(writes[1]).toHaveLength(5_000);
    expect(writes[1]?.find(({ digest }) => digest === "key 1")).toMatchObject({ requests: 2 });
  });
});
