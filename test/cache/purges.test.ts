/**
 * Tests how purges reach other isolates, including when the log cannot be read. `stateful.test.ts` tests purges in
 * random order.
 */

import { describe, expect, test } from "vitest";
import { createInvalidations, withInvalidation } from "../../worker/cache/invalidation.ts";
import { createInvalidationMemory } from "../../worker/cache/log-copy.ts";
import { cacheStore, type Store } from "../../worker/cache/store.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { NOTHING_KNOWN, type ValidityFields } from "../../worker/cache/validity.ts";
import { updateEffect } from "../../worker/resources/keys.ts";
import { quotaProblem } from "../../worker/source/failure.ts";
import { bound, createContext, isolate, ROW_READ_LIMIT, sharedLog } from "./kit.ts";

let keys = 0;
const cache = cacheStore(caches.default);

function world() {
  const clock = { ms: 1_700_000_000_000 };
  const log = sharedLog();
  log.now = () => clock.ms;
  const reported: unknown[] = [];
  const { now, waitUntil, settle } = isolate(() => clock.ms);
  const copy = { reads: 0 };
  const counted: Store = {
    ...cache,
    get(...asked) {
      copy.reads++;
      return cache.get(...asked);
    },
  };

  function dataCentre() {
    const name = `https://centre-${++keys}.test`;
    return {
      isolate() {
        const shared = createInvalidations({
          log,
          store: counted,
          key: `${name}/purges`,
          memory: createInvalidationMemory(),
          now,
        });
        const context = createContext({ waitUntil, log: (line) => reported.push(line) });
        const invalidations = bound(context, shared);
        const store = bound(context, withInvalidation(cache, { invalidations: shared, updateEffect, now }));
        const unchecked = bound(context, cache);
        return {
          ...invalidations,
          async put(tags: string[], sourceVersion: string | null = null, body = "x") {
            const logPosition = log.entries.length;
            const result = await storedResponse(body, {
              storedAt: clock.ms,
              logPosition,
              tags,
              sourceVersion,
            });
            await store.put(`${name}/entry`, result, 86_400);
          },
          has: async () => (await store.get(`${name}/entry`)) !== null,
          /** Returns the milliseconds since the entry became stale, 0 if it is fresh, or `null` if there is none. */
          async staleFor() {
            const entry = await store.get(`${name}/entry`);
            return entry && (entry.replacedMs ?? 0);
          },
          /** Returns true if the CDN cache may store the entry for its full lifetime. */
          async isConfirmed() {
            const entry = await unchecked.get(`${name}/entry`);
            return entry !== null && (await invalidations.sharedLifetime(entry)) === Infinity;
          },
        };
      },
    };
  }

  return { clock, log, copy, dataCentre, settle, reported };
}

describe("purge()", () => {
  test.each(["cold", "idle"])("reaches a %s isolate", async (state) => {
    const { clock, dataCentre, settle } = world();
    const here = dataCentre();
    const [one, other] = [here.isolate(), here.isolate()];
    await one.put(["title-7"]);
    if (state === "idle") await other.has();
    await settle();
    clock.ms += 3_000;
    await one.purge(["title-7"]);
    expect(await Promise.all([other.has(), other.has(), other.has()])).toEqual([false, false, false]);
  });

  test("invalidates responses after another isolate's purge", async () => {
    const { clock, log, dataCentre } = world();
    const here = dataCentre();
    const [one, other] = [here.isolate(), here.isolate()];
    await one.put(["title-7"]);
    clock.ms += 1;
    await one.purge(["title-7"]);
    await other.purge(["title-8"]);
    // Both isolates have added their purge to the copy of the log in the cache. A new isolate can only read this
    // copy, because the log itself fails.
    log.fails = true;
    expect(await here.isolate().has()).toBe(false);
  });

  test("lets the CDN cache store responses while the log is current", async () => {
    const { clock, log, dataCentre } = world();
    const one = dataCentre().isolate();
    await one.put(["title-7"]);
    expect(await one.isConfirmed()).toBe(true);
    log.fails = true;
    clock.ms += 9_999;
    expect(await one.isConfirmed()).toBe(true);
    clock.ms += 1;
    expect(await one.isConfirmed()).toBe(false);
  });

  test("rejects if it cannot write to the log", async () => {
    const { clock, log, dataCentre } = world();
    const one = dataCentre().isolate();
    await one.put(["title-7"]);
    clock.ms += 1;
    log.fails = true;
    await expect(one.purge(["title-7"])).rejects.toThrow();
    expect(await one.has()).toBe(true);
  });
});

describe("withInvalidation() after an update", () => {
  const update = (
    { log, clock }: ReturnType<typeof world>,
    ...entries: (readonly [tag: string, op: string])[]
  ) => log.entries.push(...entries.map(([tag, op]) => ({ tag, op, at: clock.ms })));

  test.each([
    ["a page with a changed title", ["page", "title-7"], ["title-7", "put"], 8_000],
    ["a list with a changed title", ["search", "lists", "title-7"], ["title-7", "put"], 8_000],
    ["a changed title by its id", ["title-7"], ["title-7", "put"], null],
    ["a page with a removed title", ["page", "title-7"], ["title-7", "remove"], null],
    ["a list with a merged title", ["search", "lists", "title-7"], ["title-7", "merge"], null],
    ["a page with a purged title", ["page", "title-7"], ["title-7", "purge"], null],
    ["no page when another title changes", ["page", "title-7"], ["title-8", "remove"], 0],
  ] as const)("marks stale or removes %s", async (_, tags, change, staleFor) => {
    const one = world();
    const isolate = one.dataCentre().isolate();
    await isolate.put([...tags]);
    await isolate.has();
    await one.settle();
    update(one, change);
    one.clock.ms += 8_000;
    await isolate.has();
    await one.settle();
    expect(await isolate.staleFor()).toBe(staleFor);
    expect(await isolate.isConfirmed()).toBe(staleFor === 0);
  });

  test("takes the time of the update from the log copy", async () => {
    const one = world();
    const here = one.dataCentre();
    const [first, second] = [here.isolate(), here.isolate()];
    await first.put(["page", "title-7"]);
    update(one, ["title-7", "put"]);
    one.clock.ms += 4_000;
    await first.has();
    await one.settle();
    one.log.fails = true;
    expect(await second.staleFor()).toBe(4_000);
  });

  test("spreads the revalidation of lists over five minutes", async () => {
    const one = world();
    const isolates = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const isolate = one.dataCentre().isolate();
        await isolate.put(["search", "lists"], null, `list ${at}`);
        return isolate;
      }),
    );
    update(one, ["lists", "stale"]);
    const staleAfter = async (ms: number) => {
      one.clock.ms += ms;
      const look = () => Promise.all(isolates.map((isolate) => isolate.staleFor()));
      await look();
      await one.settle();
      return (await look()).filter((stale) => stale !== null && stale > 0).length;
    };
    const counts = [await staleAfter(75_000), await staleAfter(75_000), await staleAfter(75_000)];
    expect(counts.every((count, at) => count > 3 + at * 5 && count < 22 + at * 9)).toBe(true);
    expect(await staleAfter(75_001)).toBe(40);
    expect(await Promise.all(isolates.map((isolate) => isolate.isConfirmed()))).toEqual(
      Array(40).fill(false),
    );
  });
});

describe("withInvalidation() with an unreadable log", () => {
  test("keeps stored responses out of the CDN cache", async () => {
    const { log, dataCentre, settle, reported } = world();
    const one = dataCentre().isolate();
    await one.put(["search"], "a");
    log.fails = true;
    expect(await one.has()).toBe(true);
    await settle();
    expect(await one.has()).toBe(true);
    expect(await one.isConfirmed()).toBe(false);
    expect(reported).toEqual([{ event: "change-log-failed", reason: "Error" }]);
  });

  test("reads the log at most once in three seconds", async () => {
    const { clock, log, dataCentre, settle } = world();
    const one = dataCentre().isolate();
    log.fails = true;
    for (let ms = 0; ms < 6_000; ms += 100) {
      await one.has();
      await settle();
      clock.ms += 100;
    }
    expect(log.reads).toBe(2);
  });
});

describe("sharedLifetime()", () => {
  test.each([
    [null, Infinity],
    ["a", 0],
  ])("depends on the log only for versioned data: %s", async (sourceVersion, seconds) => {
    const { log, dataCentre } = world();
    log.fails = true;
    const result = { logPosition: 0, tags: [], sourceVersion };
    expect(await dataCentre().isolate().sharedLifetime(result, true)).toBe(seconds);
    expect(await dataCentre().isolate().sharedLifetime(result)).toBe(0);
  });
});

describe("createInvalidations() when the D1 quota is spent", () => {
  const spent = quotaProblem(`Error: D1_ERROR: ${ROW_READ_LIMIT}`, 0);

  test("lets shared caches store responses for a minute, except purged ones", async () => {
    const { clock, log, dataCentre, reported } = world();
    const one = dataCentre().isolate();
    await one.purge(["title-7"]);
    const [purged, other] = ["title-7", "title-8"].map((tag) => ({
      logPosition: 1,
      tags: [tag],
      sourceVersion: "a",
    }));
    clock.ms += 60_000;
    log.read = () => Promise.reject(spent);
    expect(
      await Promise.all([purged, other].map((result) => one.sharedLifetime(result as ValidityFields))),
    ).toEqual([0, 60]);
    expect(reported).toEqual([{ event: "quota-spent", reason: "Problem" }]);
  });

  test("reads the log once a minute until a read succeeds", async () => {
    const { clock, log, dataCentre, settle } = world();
    const one = dataCentre().isolate();
    await one.put(["title-8"]);
    const { read } = log;
    let reads = 0;
    log.read = () => {
      reads += 1;
      return Promise.reject(spent);
    };
    for (let second = 0; second < 119; second++) {
      await one.has();
      await settle();
      clock.ms += 1_000;
    }
    expect(reads).toBe(2);
    log.read = read;
    clock.ms += 1_000;
    await one.has();
    await settle();
    expect(await one.isConfirmed()).toBe(true);
  });
});

describe("createInvalidations()", () => {
  test("does not read the log if another isolate just did", async () => {
    const { clock, log, dataCentre, settle } = world();
    const here = dataCentre();
    const [one, other] = [here.isolate(), here.isolate()];
    await one.has();
    await settle();
    clock.ms += 2_999;
    await other.has();
    await settle();
    expect(log.reads).toBe(1);
    clock.ms += 1;
    await other.has();
    await settle();
    expect(log.reads).toBe(2);
  });

  test("reads only the entries after the last known one", async () => {
    const { clock, log, dataCentre, settle } = world();
    const one = dataCentre().isolate();
    const since: number[] = [];
    const { read } = log;
    log.read = (from) => {
      since.push(from);
      return read.call(log, from);
    };
    await one.put(["title-7"]);
    await one.has();
    await settle();
    clock.ms += 3_000;
    await log.purge(["title-7"]);
    await one.has();
    await settle();
    expect(since).toEqual([0, 1]);
    expect(await one.has()).toBe(false);
  });

  test("dates a read by its start, not its end", async () => {
    const { clock, log, dataCentre, settle } = world();
    const one = dataCentre().isolate();
    await one.put(["title-7"]);
    const { read } = log;
    log.read = async (from) => {
      clock.ms += 9_999;
      return await read.call(log, from);
    };
    await one.has();
    await settle();
    expect(await one.isConfirmed()).toBe(true);
    clock.ms += 1;
    expect(await one.isConfirmed()).toBe(false);
  });
});

describe("cached copy of the log", () => {
  test("is read at most once in three seconds", async () => {
    const { clock, copy, dataCentre, settle, log } = world();
    const one = dataCentre().isolate();
    const countReads = async () => {
      const before = copy.reads;
      await one.has();
      return copy.reads - before;
    };
    log.fails = true;
    expect([await countReads(), await countReads()]).toEqual([1, 0]);
    clock.ms += 2_999;
    expect(await countReads()).toBe(0);
    clock.ms += 1;
    expect([await countReads(), await countReads()]).toEqual([1, 0]);
    clock.ms += 1_000;
    log.fails = false;
    clock.ms += 2_000;
    await one.has();
    await settle();
    clock.ms += 2_999;
    expect(await countReads()).toBe(0);
  });
});

describe("createInvalidations() with a failing log", () => {
  test("logs a thrown value that is not an Error as unknown", async () => {
    const { log, dataCentre, settle, reported } = world();
    log.read = () => Promise.reject("at 10.0.0.1");
    await dataCentre().isolate().has();
    await settle();
    expect(reported).toEqual([{ event: "change-log-failed", reason: "unknown" }]);
  });
});

describe("withInvalidation()", () => {
  test("stops waiting for a log that hangs", async () => {
    const { clock, dataCentre, log } = world();
    const one = dataCentre().isolate();
    await one.put(["search"]);
    const { read } = log;
    log.read = () => new Promise(() => {});
    expect(await one.has()).toBe(true);
    expect(await one.isConfirmed()).toBe(false);
    let held: () => void = () => {};
    log.read = async (from) => {
      await new Promise<void>((resolve) => (held = resolve));
      return await read.call(log, from);
    };
    clock.ms += 3_000;
    expect(await one.has()).toBe(true);
    held();
    await expect.poll(() => one.isConfirmed()).toBe(true);
  });

  test("does not wait for the log if nothing is stored", async () => {
    const { dataCentre, log } = world();
    log.read = () => new Promise(() => {});
    expect(await dataCentre().isolate().has()).toBe(false);
  });
});

describe("createInvalidations() without a database", () => {
  test("rejects purges", async () => {
    const shared = createInvalidations({
      log: null,
      store: cache,
      key: "https://marquee.test/none",
      memory: createInvalidationMemory(),
      now: () => 1_700_000_000_000,
    });
    const none = bound(createContext(), shared);
    expect(await none.current()).toEqual(NOTHING_KNOWN);
    expect(await none.sharedLifetime({ logPosition: 0, tags: ["title-7"], sourceVersion: null })).toBe(
      Infinity,
    );
    await expect(none.purge(["title-7"])).rejects.toMatchObject({
      type: "not-offered",
      message: expect.stringContaining("CONTROL"),
    });
  });
});
