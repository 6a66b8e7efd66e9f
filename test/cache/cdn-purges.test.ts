import { describe, expect, test } from "vitest";
import { AGAIN_MS, createCdnPurges, type PendingPurges } from "../../worker/cache/cdn-purges.ts";

type Call = { at: number; tags: readonly string[] | "everything" | "stale" };

/** Sets up the purges of an isolate, and a platform that rejects purges while `refuses` is true. */
function setUp() {
  const clock = { ms: 0 };
  const calls: Call[] = [];
  const platform = { refuses: false, throws: false };
  const logged: string[] = [];
  const waiting: { at: number; go: () => void }[] = [];
  const due: PendingPurges = new Map();
  const work: Promise<unknown>[] = [];
  const front = createCdnPurges({
    cache: {
      async purge({ tags, purgeEverything }) {
        calls.push({ at: clock.ms, tags: purgeEverything === true ? "everything" : (tags ?? []) });
        if (platform.throws) throw new Error("at 10.0.0.1");
        return { success: !platform.refuses, errors: platform.refuses ? [{ code: 7, message: "wait" }] : [] };
      },
      async invalidate({ tags, purgeEverything }) {
        calls.push({
          at: clock.ms,
          tags: purgeEverything === true ? "stale" : (tags ?? []).map((tag) => `stale ${tag}`),
        });
        return { success: true, errors: [] };
      },
    },
    due,
    now: () => clock.ms,
    wait: (ms) => new Promise((go) => waiting.push({ at: clock.ms + ms, go })),
    waitUntil: (promise) => void work.push(promise),
    log: ({ event }) => void logged.push(event),
  });

  async function pass(ms: number): Promise<void> {
    for (const end = clock.ms + ms; clock.ms < end; ) {
      clock.ms += 1_000;
      for (const { at, go } of waiting) if (at === clock.ms) go();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { front, calls, platform, logged, due, pass };
}

describe("createCdnPurges().purge()", () => {
  test("repeats a purge after all isolates have read the log", async () => {
    const { front, calls, logged, due, pass } = setUp();
    expect(await front.purge(["title-7", "many-titles"])).toBe(true);
    await pass(60_000);
    const tags = ["title-7", "many-titles"];
    expect(calls).toEqual([
      { at: 0, tags },
      { at: AGAIN_MS, tags },
    ]);
    expect(logged).toEqual(["purge-repeated"]);
    expect(due.size).toBe(0);
  });

  test("purges everything without naming tags", async () => {
    const { front, calls, pass } = setUp();
    await front.purge(["*"]);
    await pass(60_000);
    expect(calls.map(({ tags }) => tags)).toEqual(["everything", "everything"]);
  });

  test("drops a pending stale marking when everything is purged", async () => {
    const { front, calls, pass } = setUp();
    await front.purge([], ["*"]);
    await pass(1_000);
    await front.purge(["*"]);
    await pass(60_000);
    expect(calls.map(({ tags }) => tags)).toEqual(["stale", "everything", "everything"]);
  });

  test("repeats five purges in quick succession with one additional call", async () => {
    const { front, calls, due, pass } = setUp();
    for (let id = 1; id <= 5; id++) {
      await front.purge([`title-${id}`]);
      await pass(4_000);
    }
    await pass(60_000);
    expect(calls).toHaveLength(6);
    const again = calls
      .slice(1)
      .flatMap(({ at, tags }) => (typeof tags === "string" ? [] : tags.map((tag) => [tag, at])));
    for (let id = 1; id <= 5; id++) {
      const times = again.filter(([tag]) => tag === `title-${id}`).map(([, at]) => Number(at));
      expect(Math.max(...times) - (id - 1) * 4_000, `title-${id}`).toBeGreaterThanOrEqual(AGAIN_MS);
    }
    expect(due.size).toBe(0);
  });

  test("sends at most 100 tags per call", async () => {
    const { front, calls } = setUp();
    await front.purge(Array.from({ length: 250 }, (_, id) => `title-${id}`));
    expect(calls.map(({ tags }) => tags.length)).toEqual([100, 100, 50]);
  });

  test.each(["refuses", "throws"] as const)("retries until it succeeds if the platform %s", async (how) => {
    const { front, calls, platform, logged, due, pass } = setUp();
    platform[how] = true;
    expect(await front.purge(["title-7"])).toBe(false);
    await pass(13_000);
    platform[how] = false;
    await pass(60_000);
    expect(calls.map(({ at }) => at)).toEqual([0, 12_000, 18_000]);
    expect(logged).toEqual(["purge-failed", "purge-failed", "purge-repeated"]);
    expect(due.size).toBe(0);
  });

  test("includes an unfinished purge in the next one", async () => {
    const { front, calls, platform, logged, due, pass } = setUp();
    platform.refuses = true;
    await front.purge(["title-7"]);
    await pass(60_000);
    expect(calls).toHaveLength(4);
    expect(logged.at(-1)).toBe("purge-unfinished");
    platform.refuses = false;
    expect(await front.purge(["title-8"])).toBe(true);
    expect(calls.at(-1)?.tags).toEqual(["title-8", "title-7"]);
    expect([...due.keys()]).toEqual(["title-8"]);
  });
});

describe("createCdnPurges()", () => {
  test("does nothing without a CDN cache", async () => {
    const due: PendingPurges = new Map();
    const unused = () => {
      throw new Error("not to be called");
    };
    const services = { cache: undefined, due, now: unused, wait: unused, waitUntil: unused, log: unused };
    expect(await createCdnPurges(services).purge(["title-7"])).toBeNull();
  });

  test("repeats both the purge and the stale marking of an update", async () => {
    const { front, calls, pass } = setUp();
    expect(await front.purge(["title-7"], ["lists", "many-titles"])).toBe(true);
    await pass(60_000);
    const both = [["title-7"], ["stale lists", "stale many-titles"]];
    expect(calls.map(({ tags }) => tags)).toEqual([...both, ...both]);
  });

  test("repeats the stale marking of a catalog switch", async () => {
    const { front, calls, due, pass } = setUp();
    expect(await front.purge([], ["*"])).toBe(true);
    await pass(1_000);
    await front.purge(["title-7"]);
    await pass(60_000);
    expect(calls.map(({ tags }) => tags)).toEqual(["stale", ["title-7"], ["title-7"], "stale"]);
    expect(due.size).toBe(0);
  });
});
