import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredKey } from "../../../worker/changes/api-keys.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import { KnownKeys } from "../../../worker/web/http/known-keys.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const GOOD: StoredKey = { requests: null, expiresAt: null, revokedAt: null };

/** Simulates an isolate and CONTROL, with a clock and failures that a test controls. */
function simulate() {
  const stored = new Map<string, StoredKey>();
  const state = {
    now: HOUR,
    isDown: false,
    reads: 0,
    events: [] as string[],
    refusal: null as Problem | null,
  };
  const keys = new KnownKeys(() => state.now);
  let background: Promise<unknown> = Promise.resolve();
  const check = async (digest: string) => {
    const result = await keys.check(digest, {
      async read(wanted) {
        state.reads += 1;
        if (state.isDown) throw new Error("D1 is down");
        return stored.get(wanted) ?? null;
      },
      waitUntil: (work) => (background = work),
      log: ({ event }) => state.events.push(event),
      allowance: async () => state.refusal,
    });
    await background;
    return result.state;
  };
  return { stored, state, check };
}

describe("KnownKeys", () => {
  test("reads a key once for many requests", async () => {
    const { stored, state, check } = simulate();
    stored.set("a", GOOD);
    for (let asked = 0; asked < 100; asked += 1) expect(await check("a")).toBe("good");
    expect(state.reads).toBe(1);
  });

  test("admits a new key within ten seconds of a refusal", async () => {
    const { stored, state, check } = simulate();
    expect(await check("a")).toBe("unknown");
    stored.set("a", GOOD);
    state.now += 10 * SECOND;
    expect(await check("a")).toBe("good");
  });

  test.each(["revoked", "deleted"])("refuses a %s key within sixty seconds", async (change) => {
    const { stored, state, check } = simulate();
    stored.set("a", GOOD);
    await check("a");
    if (change === "deleted") stored.delete("a");
    else stored.set("a", { ...GOOD, revokedAt: state.now });
    state.now += 60 * SECOND;
    expect(await check("a")).toBe(change === "deleted" ? "unknown" : "revoked");
  });

  test("refuses an expired key at once", async () => {
    const { stored, state, check } = simulate();
    stored.set("a", { ...GOOD, expiresAt: state.now + SECOND });
    expect(await check("a")).toBe("good");
    state.now += SECOND;
    expect(await check("a")).toBe("expired");
  });

  test("looks up no further keys of a caller above the limit", async () => {
    const { stored, state, check } = simulate();
    stored.set("a", GOOD).set("b", GOOD);
    await check("a");
    state.refusal = new Problem("rate-limited", "");
    await expect(check("b")).rejects.toBe(state.refusal);
    state.now += 60 * SECOND;
    expect(await check("a")).toBe("good");
    expect(state.reads).toBe(2);
  });

  test("remembers known keys while others are guessed", async () => {
    const { stored, state, check } = simulate();
    stored.set("a", GOOD);
    await check("a");
    for (let guess = 0; guess < 20_000; guess += 1) await check(`guess ${guess}`);
    state.reads = 0;
    await check("a");
    expect(state.reads).toBe(0);
  });

  describe("when CONTROL cannot be read", () => {
    test("admits known keys for an hour", async () => {
      const { stored, state, check } = simulate();
      stored.set("a", GOOD);
      await check("a");
      state.isDown = true;
      state.now += HOUR - SECOND;
      expect(await check("a")).toBe("good");
      expect(state.events).toEqual(["keys-unavailable"]);
      state.now += SECOND;
      expect(await check("a")).toBe("unavailable");
    });

    test("admits no other key, and reads at most once in five seconds", async () => {
      const { stored, state, check } = simulate();
      stored.set("a", GOOD);
      state.isDown = true;
      for (let asked = 0; asked < 10; asked += 1) expect(await check("a")).toBe("unavailable");
      expect(state.reads).toBe(1);
      state.isDown = false;
      state.now += 5 * SECOND;
      expect(await check("a")).toBe("good");
    });
  });

  test("admits nobody without a good key beyond the stated times", async () => {
    const name = fc.constantFrom("a", "b", "c");
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom("new", "revoke", "rotate", "expire", "check"), name }),
      fc.record({ do: fc.constant("wait"), seconds: fc.integer({ min: 1, max: 4_000 }) }),
      fc.record({ do: fc.constant("wait"), seconds: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ do: fc.constantFrom("fail", "recover") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { stored, state, check } = simulate();
        /** The last time at which each key was good, and the last time at which CONTROL could not be read. */
        const goodUntil = new Map<string, number>();
        let downUntil = Number.NEGATIVE_INFINITY;
        const isGood = (key: string) => {
          const found = stored.get(key);
          return found?.revokedAt === null && (found.expiresAt === null || found.expiresAt > state.now);
        };
        const note = () => {
          for (const key of ["a", "b", "c"]) if (isGood(key)) goodUntil.set(key, state.now);
          if (state.isDown) downUntil = state.now;
        };
        for (const one of steps) {
          note();
          if ("seconds" in one) state.now += one.seconds * SECOND;
          else if ("name" in one) {
            const current = stored.get(one.name);
            if (one.do === "new") stored.set(one.name, GOOD);
            if (current && one.do === "revoke") stored.set(one.name, { ...current, revokedAt: state.now });
            if (current && one.do === "expire") stored.set(one.name, { ...current, expiresAt: state.now });
            if (current && one.do === "rotate")
              stored.set(one.name, { ...current, expiresAt: state.now + 24 * HOUR });
            if (one.do === "check" && (await check(one.name)) === "good") {
              const since = state.now - (goodUntil.get(one.name) ?? Number.NEGATIVE_INFINITY);
              // After an outage, reads begin again within five seconds.
              const allowed = state.now - downUntil <= 5 * SECOND ? HOUR : 60 * SECOND;
              expect(isGood(one.name) || since <= allowed).toBe(true);
            }
          } else state.isDown = one.do === "fail";
        }
      }),
      { numRuns: 300 },
    );
  });
});
