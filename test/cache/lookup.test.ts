import { describe, expect, test } from "vitest";
import type { CacheStatus } from "../../worker/cache/cache-status.ts";
import { cacheStore, type Store } from "../../worker/cache/store.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { Failure, originProblem } from "../../worker/source/failure.ts";
import { type OriginResult, served, setUp, setUpStored } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "Down.", { cause: new Failure("status", { status: 500 }) });
const REFUSED = new Problem("bad-upstream", "Down.", { cause: new Failure("connection") });
const OPEN = new Problem("upstream-unavailable", "Down.", {
  cause: new Failure("circuit-open", { retryInMs: 500 }),
  retryAfter: 1,
});

describe("lookup()", () => {
  /**
   * The seconds since "first" was stored, the origin's next result, and what is expected: the body, the cache status
   * and the number of loads.
   */
  test.each<[string, number, OriginResult, string, CacheStatus, number]>([
    ["from the store while the response is fresh", 59, "second", "first", { hit: true }, 1],
    [
      "with a stale response while it is revalidated (RFC 5861 section 3)",
      64,
      "second",
      "first",
      { hit: true, ttl: -4 },
      2,
    ],
    [
      "with a stale response when the origin fails (RFC 5861 section 4)",
      120,
      DOWN,
      "first",
      { fwd: "stale", fwdStatus: 500 },
      2,
    ],
    [
      "with a new response after stale-while-revalidate",
      120,
      "second",
      "second",
      { fwd: "stale", stored: true, collapsed: false },
      2,
    ],
    [
      "with a stale response while the circuit is open",
      160,
      OPEN,
      "first",
      { hit: true, ttl: -100, detail: "circuit-open" },
      2,
    ],
  ])("responds %s", async (_, seconds, says, body, cacheStatus, calls) => {
    const { lookup, clock, origin, settle } = await setUpStored("first");
    origin.says = says;
    clock.seconds += seconds;
    const result = await served(lookup());
    expect(bodyText(result)).toBe(body);
    expect(result).toMatchObject({ age: body === "first" ? seconds : 0, isUncacheable: false });
    expect(result.cacheStatus).toEqual(cacheStatus);
    await settle();
    expect(origin.calls).toBe(calls);
    const isReplaced = says === "second" && calls === 2;
    expect(bodyText(await served(lookup()))).toBe(isReplaced ? "second" : "first");
  });
});

describe("lookup() of a stored response", () => {
  test("fails once stale-if-error has passed", async () => {
    const { lookup, clock, origin } = await setUpStored("first");
    origin.says = DOWN;
    clock.seconds += 60 + 3_600;
    expect(await lookup()).toMatchObject({ kind: "failed", problem: { status: 502 } });
  });

  test("omits the body if the caller already has it", async () => {
    const { lookup, settle } = setUp("first");
    const { entityTag } = await served(lookup());
    await settle();
    const result = await served(lookup(undefined, (tag) => tag !== entityTag));
    expect(result).toMatchObject({ entityTag, cacheStatus: { hit: true } });
    expect(result.body).toBeNull();
  });
});

describe("lookup() after a failed load", () => {
  test("serves the stale response without contacting the origin", async () => {
    const { lookup, clock, origin } = await setUpStored("first");
    origin.says = DOWN;
    clock.seconds += 60 + 60;
    await lookup();
    clock.seconds += 1;
    expect(await lookup()).toMatchObject({ cacheStatus: { hit: true, ttl: -61, detail: "failed-recently" } });
    expect(origin.calls).toBe(2);
    clock.seconds += 1;
    expect(await lookup()).toMatchObject({ cacheStatus: { fwd: "stale", fwdStatus: 500 } });
    expect(origin.calls).toBe(3);
  });

  test("contacts the origin again if nothing is stored", async () => {
    const { lookup, origin } = setUp(DOWN);
    expect(await lookup()).toMatchObject({ kind: "failed" });
    origin.says = "first";
    expect(await lookup()).toMatchObject({ kind: "served" });
  });

  test("revalidates at most once per interval", async () => {
    const { lookup, clock, origin, settle } = await setUpStored("first");
    origin.says = REFUSED;
    clock.seconds += 61;
    for (let request = 0; request < 10; request++) {
      expect(await lookup()).toMatchObject({ kind: "served", cacheStatus: { hit: true, ttl: -1 } });
      await settle();
    }
    expect(origin.calls).toBe(2);
  });
});

describe("lookup() by concurrent requests", () => {
  test("shares one load and its failure", async () => {
    const { lookup, origin } = setUp("first");
    const results = await Promise.all(Array.from({ length: 100 }, () => served(lookup())));
    expect(origin.calls).toBe(1);
    expect(results.filter(({ cacheStatus }) => cacheStatus.collapsed)).toHaveLength(99);
    expect(new Set(results.map(bodyText))).toEqual(new Set(["first"]));
  });

  test.each([
    ["subrequest-limit", "served", 2],
    ["connection", "failed", 1],
  ] as const)(
    "fails or retries depending on why the joined load failed: %s, %s",
    async (reason, kind, calls) => {
      const { lookup, origin } = setUp("first");
      const { promise, reject } = Promise.withResolvers<string>();
      origin.says = promise;
      const first = lookup();
      while (origin.calls === 0) await new Promise((next) => setTimeout(next));
      const others = [lookup(), lookup()];
      origin.says = "second";
      setTimeout(() => reject(originProblem(new Failure(reason))), 10);
      expect(await first).toMatchObject({ kind: "failed" });
      expect(await Promise.all(others)).toMatchObject([{ kind }, { kind }]);
      expect(origin.calls).toBe(calls);
    },
  );

  test("returns the result of a load that just ended", async () => {
    const { promise: filled, resolve: fill } = Promise.withResolvers<void>();
    const store = cacheStore(caches.default);
    let looks = 0;
    /** A store that holds back the first miss until another reader has stored a response. */
    const slow: Store = {
      ...store,
      async get(...asked) {
        const found = await store.get(...asked);
        if (looks++ === 0) await filled;
        return found;
      },
    };
    const { lookup, origin, settle } = setUp("first", { store: slow });
    const late = lookup();
    await lookup();
    await settle();
    fill();
    expect(await late).toMatchObject({ cacheStatus: { hit: true } });
    expect(origin.calls).toBe(1);
  });

  test("stops waiting at the request's own deadline", async () => {
    const { lookup, origin } = setUp("first", { timeoutMs: 20 });
    origin.says = new Promise(() => undefined);
    const [first, second] = await Promise.all([lookup(), lookup()]);
    expect(first).toMatchObject({ kind: "failed", problem: { type: "upstream-timeout" } });
    expect(second).toMatchObject({ kind: "failed", problem: { type: "upstream-timeout" } });
    expect(origin.calls).toBe(1);
  });

  test("starts a new load when an earlier one never ends", async () => {
    const { lookup, clock, origin } = setUp("first", { timeoutMs: 500 });
    origin.says = new Promise(() => undefined);
    await lookup();
    origin.says = "second";
    clock.seconds += 1;
    expect(bodyText(await served(lookup()))).toBe("second");
  });
});

describe("lookup() of an unknown title", () => {
  test("stores the 404 for a minute", async () => {
    const { lookup, clock, origin } = await setUpStored(null);
    origin.says = "first";
    clock.seconds += 59;
    expect(await lookup()).toMatchObject({ outcome: "missing", cacheStatus: { hit: true } });
    clock.seconds += 1;
    expect(await lookup()).toMatchObject({ outcome: "found" });
  });

  test("replaces a stored title after the first 404", async () => {
    const { lookup, clock, origin, settle } = await setUpStored("first");
    origin.says = null;
    clock.seconds += 61;
    expect(bodyText(await served(lookup()))).toBe("first");
    await settle();
    expect(await lookup()).toMatchObject({ outcome: "missing", cacheStatus: { hit: true } });
  });
});

describe("lookup() over the rate limit", () => {
  const REFUSAL = new Problem("rate-limited", "Too many.", { retryAfter: 60 });

  function limited() {
    const limit = { refusal: null as Problem | null, counted: 0 };
    async function allowance() {
      limit.counted++;
      return limit.refusal;
    }
    return { limit, allowance };
  }

  test("returns the problem if nothing is stored", async () => {
    const { lookup, origin } = setUp("first", { allowance: async () => REFUSAL });
    expect(await lookup()).toEqual({
      kind: "failed",
      problem: REFUSAL,
      cacheStatus: { detail: "rate-limited" },
    });
    expect(origin.calls).toBe(0);
  });

  test("returns a stored response without contacting the origin", async () => {
    const { limit, allowance } = limited();
    const { lookup, clock, origin } = await setUpStored("first", { allowance });
    limit.refusal = REFUSAL;
    expect(await lookup()).toMatchObject({ cacheStatus: { hit: true } });
    clock.seconds += 60 + 100;
    expect(await lookup()).toMatchObject({ cacheStatus: { hit: true, ttl: -100, detail: "rate-limited" } });
    expect([origin.calls, limit.counted]).toEqual([1, 2]);
  });

  test("does not revalidate a stale response", async () => {
    const { limit, allowance } = limited();
    const { lookup, clock, origin, settle } = await setUpStored("first", { allowance });
    clock.seconds += 61;
    limit.refusal = REFUSAL;
    expect(await lookup()).toMatchObject({ cacheStatus: { hit: true, ttl: -1 } });
    await settle();
    expect([origin.calls, limit.counted]).toEqual([1, 2]);
    limit.refusal = null;
    await lookup();
    await settle();
    expect([origin.calls, limit.counted]).toEqual([2, 3]);
  });

  test("joins another request's load", async () => {
    const { limit, allowance } = limited();
    const { lookup, origin } = setUp("first", { allowance });
    const { promise, resolve } = Promise.withResolvers<string>();
    origin.says = promise;
    const first = lookup();
    while (origin.calls === 0) await new Promise((next) => setTimeout(next));
    const second = lookup();
    setTimeout(() => resolve("first"), 10);
    expect(await first).toMatchObject({ kind: "served" });
    expect(await second).toMatchObject({ kind: "served", cacheStatus: { collapsed: true } });
    expect(limit.counted).toBe(1);
  });
});

describe("createCache()", () => {
  test.each([
    ["origin-failed", "a failure", 0],
    ["revalidation-failed", "a failed revalidation, which no caller notices", 64],
  ])("logs %s for %s without the origin's message", async (event, _, seconds) => {
    const { lookup, clock, origin, logged, settle } =
      seconds === 0 ? setUp(DOWN) : await setUpStored("first");
    origin.says = DOWN;
    clock.seconds += seconds;
    await lookup();
    await settle();
    expect(logged).toEqual([
      { event, resource: "made-up", problem: "bad-upstream", reason: "Failure: status 500" },
    ]);
  });

  test("rejects the use of a body that was not read", async () => {
    const result = await served(setUp("first").lookup());
    expect(() => bodyText({ ...result, body: null })).toThrow("not read");
  });

  test.each(Array.from({ length: 12 }, (_, steps) => steps))(
    "does not load twice if a load ends after %i microtasks",
    async (steps) => {
      const [reading, writing] = [Promise.withResolvers<null>(), Promise.withResolvers<void>()];
      let reads = 0;
      let stored: Awaited<ReturnType<Store["get"]>> = null;
      const store: Store = {
        get: async () => (++reads === 2 ? await reading.promise : stored),
        async put(_context, _key, response) {
          await writing.promise;
          stored = response;
        },
        remove: async () => undefined,
      };
      const { lookup, origin, settle } = setUp("first", { store });
      await lookup();
      const second = served(lookup());
      reading.resolve(null);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      writing.resolve();
      expect(bodyText(await second)).toBe("first");
      await settle();
      expect(origin.calls).toBe(1);
    },
  );
});
