import { describe, expect, test } from "vitest";
import { createConcurrencyLimit } from "../../../worker/source/transport/transport.ts";

function setUp() {
  const clock = { ms: 0 };
  const limited = createConcurrencyLimit({ concurrency: 2, maxWaitMs: 100, now: () => clock.ms });
  const begun: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const load = (id: number) =>
    limited(() => {
      begun.push(id);
      return new Promise<number>((resolve, reject) => {
        ends[id] = (failure) => (failure === undefined ? resolve(id) : reject(failure));
      });
    });
  return { clock, begun, ends, load };
}

describe("concurrencyLimit()", () => {
  test("starts loads in order and within the limit", async () => {
    const { begun, ends, load } = setUp();
    const loads = [0, 1, 2, 3].map(load);
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await loads[1];
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    for (const id of [0, 2]) ends[id]?.();
    await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
    ends[3]?.();
    expect(await Promise.all(loads)).toEqual([0, 1, 2, 3]);
  });

  test("continues after a load fails", async () => {
    const { begun, ends, load } = setUp();
    const [first, , third] = [load(0), load(1), load(2)];
    ends[0]?.(new Error("failed"));
    await expect(first).rejects.toThrow("failed");
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    ends[2]?.();
    expect(await third).toBe(2);
  });

  test("does not start loads that waited too long", async () => {
    const { clock, begun, ends, load } = setUp();
    const [first, , third] = [load(0), load(1), load(2)];
    third?.catch(() => undefined);
    clock.ms = 100;
    ends[0]?.();
    expect(await first).toBe(0);
    await expect(third).rejects.toMatchObject({ reason: "timeout" });
    expect(begun).toEqual([0, 1]);
  });
});
