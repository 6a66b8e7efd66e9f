import { describe, expect, test } from "vitest";
import { createCollapsing } from "../../worker/cache/collapsing.ts";
import { areUncacheable, compose, createPageCache, type RenderedPage } from "../../worker/cache/compose.ts";
import { withInvalidation } from "../../worker/cache/invalidation.ts";
import type { CacheResult, Served } from "../../worker/cache/resource.ts";
import { cacheStore, RecentResponses, withRecentResponses } from "../../worker/cache/store.ts";
import { bodyText, type StoredResponse, storedResponse } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { mayBeUpdated } from "../../worker/resources/keys.ts";
import { bound, createEngine, freshKey, isolate } from "./kit.ts";

const POLICY = { lifetime: 60, staleWhileRevalidate: 100, staleIfError: 1_000 };

async function part(changes: Partial<Served> = {}): Promise<Served> {
  const stored = await storedResponse("{}", { storedAt: 5_000, tags: ["one"] });
  const known = {
    kind: "served",
    age: 10,
    policy: POLICY,
    cacheStatus: { hit: true },
    isUncacheable: false,
  } as const;
  return { ...stored, ...known, ...changes };
}

describe("compose()", () => {
  test("uses the shortest remaining lifetime of its parts", async () => {
    const long = { lifetime: 3_600, staleWhileRevalidate: 50, staleIfError: 9_000 };
    const composed = await compose([await part(), await part({ age: 0, policy: long })], "[]");
    expect(composed).toMatchObject({
      age: 0,
      policy: { lifetime: 50, staleWhileRevalidate: 50, staleIfError: 1_000 },
    });
  });

  test("uses the oldest part's age and the tags of all parts", async () => {
    const other = await part({ storedAt: 1_000, tags: ["one", "two"], sourceVersion: "v2" });
    expect(await compose([await part(), other], "[]")).toMatchObject({
      storedAt: 1_000,
      tags: ["one", "two"],
      sourceVersion: "v2",
    });
  });

  test("uses the earliest log position of its parts", async () => {
    const parts = [await part({ logPosition: 7 }), await part({ logPosition: 5 })];
    expect(await compose(parts, "[]")).toMatchObject({ logPosition: 5 });
  });

  test("computes the entity tag from the body", async () => {
    const [one, other] = [await compose([await part()], "[1]"), await compose([await part()], "[2]")];
    expect(one.entityTag).not.toBe(other.entityTag);
    expect(bodyText(one)).toBe("[1]");
  });

  test.each([
    [[{ hit: true }, { hit: true }], { hit: true }],
    [[{ hit: true }, { hit: true, ttl: -4 }, { hit: true, ttl: -9 }], { hit: true, ttl: -9 }],
    [
      [
        { fwd: "uri-miss", stored: true },
        { fwd: "stale", fwdStatus: 502 },
      ],
      { fwd: "uri-miss", stored: false },
    ],
    [[{ hit: true }, { fwd: "uri-miss", stored: true }], { fwd: "uri-miss", stored: false }],
    [
      [
        { fwd: "uri-miss", stored: true },
        { fwd: "uri-miss", stored: true },
      ],
      { fwd: "uri-miss", stored: true },
    ],
  ] as const)("combines the statuses %j into %j", async (statuses, expected) => {
    const parts = await Promise.all(statuses.map((cacheStatus) => part({ cacheStatus })));
    expect((await compose(parts, "[]")).cacheStatus).toEqual(expected);
  });

  test("marks parts from two versions of the source as mixed", async () => {
    const parts = await Promise.all(["a", "b"].map((sourceVersion) => part({ sourceVersion })));
    expect(await compose(parts, "[]")).toMatchObject({ isMixed: true });
    expect(await compose(parts.slice(1), "[]")).toMatchObject({ isMixed: false });
  });

  test("returns an uncacheable response if a part is uncacheable", async () => {
    expect(await compose([await part(), await part({ isUncacheable: true })], "[]")).toMatchObject({
      isUncacheable: true,
    });
  });
});

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

function setUp() {
  const clock = { ms: NOW };
  const now = () => clock.ms;
  const { waitUntil, log, settle } = isolate(now);
  const { engine, context, invalidations } = createEngine({ now, waitUntil, log });
  const store = withInvalidation(withRecentResponses(cacheStore(caches.default), new RecentResponses(now)), {
    invalidations: engine.invalidations,
    mayBeUpdated,
    now,
  });
  const collapsing = createCollapsing<StoredResponse>(now);
  const pages = bound(context, createPageCache({ ...engine, store, collapsing, now }));
  const put = async (key: string, page: RenderedPage) => (await pages.render(key, async () => page)).page;
  return { clock, pages, put, purge: invalidations.purge, logPosition: invalidations.logPosition, settle };
}

function lasting(lifetime: number) {
  return { lifetime, staleWhileRevalidate: 0, staleIfError: 0 };
}

async function result(changes: Partial<Served> = {}): Promise<Served> {
  return await part({ storedAt: NOW, logPosition: 1, age: 0, policy: lasting(60), ...changes });
}

function page(results: readonly CacheResult[], renderedAt = NOW, logPosition = 1): RenderedPage {
  const body = new TextEncoder().encode("<h1>");
  return { body, contentType: "text/html", tags: ["page"], renderedAt, logPosition, results };
}

const FAILED: CacheResult = {
  kind: "failed",
  problem: new Problem("bad-upstream", "Down."),
  cacheStatus: { fwd: "uri-miss" },
};

describe("createPageCache().render()", () => {
  test("stores the page with the tags of its data", async () => {
    const { pages, put, settle } = setUp();
    const key = freshKey();
    const results = [await result(), await result({ tags: ["one", "two"], sourceVersion: "a" })];
    expect(await put(key, page(results))).not.toBeNull();
    await settle();
    const stored = await pages.get(key, () => true);
    expect(stored && bodyText(stored)).toBe("<h1>");
    expect(stored).toMatchObject({
      contentType: "text/html",
      tags: ["page", "one", "two"],
      sourceVersion: "a",
    });
    expect(await pages.get(freshKey(), () => true)).toBeNull();
  });

  test("uses the age of the oldest data and the shortest lifetime", async () => {
    const results = [
      await result({ storedAt: NOW - 50_000, policy: lasting(3_600) }),
      await result({ storedAt: NOW - 10_000, policy: lasting(30) }),
    ];
    expect(await setUp().put(freshKey(), page(results))).toMatchObject({
      storedAt: NOW - 50_000,
      freshUntil: NOW + 20_000,
    });
  });

  test("stores a page for an hour if it contains no data", async () => {
    expect(await setUp().put(freshKey(), page([]))).toMatchObject({
      storedAt: NOW,
      freshUntil: NOW + HOUR,
    });
  });

  test.each([
    ["with a stale response", [{ policy: lasting(0) }]],
    ["from two versions of the source", [{ sourceVersion: "a" }, { sourceVersion: "b" }]],
    ["with a response that was not stored", [{ cacheStatus: { fwd: "uri-miss" as const } }]],
  ])("does not store a page %s", async (_, changes) => {
    const results = await Promise.all(changes.map(result));
    expect(await setUp().put(freshKey(), page(results))).toBeNull();
  });

  test("does not store a page whose data failed to load", async () => {
    expect(areUncacheable([await result()])).toBe(false);
    expect(areUncacheable([await result(), FAILED])).toBe(true);
    expect(await setUp().put(freshKey(), page([await result(), FAILED]))).toBeNull();
  });
});

describe("createPageCache().render() with concurrent requests", () => {
  test("renders a page once", async () => {
    const { pages } = setUp();
    const key = freshKey();
    let renderings = 0;
    const render = async () => {
      renderings += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page([await result()]);
    };
    const all = await Promise.all(Array.from({ length: 5 }, () => pages.render(key, render)));
    expect(renderings).toBe(1);
    expect(all.map(({ collapsed }) => collapsed)).toEqual([false, true, true, true, true]);
    expect(new Set(all.map((rendering) => rendering.page?.entityTag)).size).toBe(1);
    expect((await pages.render(key, render)).collapsed).toBe(false);
  });

  test("renders an uncacheable page again for each request", async () => {
    const { pages } = setUp();
    const key = freshKey();
    const failing = pages.render(key, () => Promise.reject(new Problem("not-found", "None.")));
    const others = [pages.render(key, async () => null), pages.render(key, async () => page([FAILED]))];
    await expect(failing).rejects.toThrow("not-found");
    expect(await Promise.all(others)).toEqual(Array(2).fill({ page: null, collapsed: false }));
  });

  test("renders a page again after a purge", async () => {
    const { clock, pages, purge, logPosition } = setUp();
    const key = freshKey();
    let end: () => void = () => {};
    const first = pages.render(key, async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return page([await result()]);
    });
    clock.ms += 1;
    await purge(["page"]);
    clock.ms += 1;
    const second = pages.render(key, async () => page([], clock.ms, await logPosition()));
    end();
    await first;
    expect(await second).toMatchObject({ collapsed: false, page: { storedAt: clock.ms } });
  });
});

describe("createPageCache().get()", () => {
  test("does not return a stale page from memory", async () => {
    const { clock, pages, put, settle } = setUp();
    const key = freshKey();
    await put(key, page([await result({ policy: lasting(2) })]));
    await settle();
    clock.ms += 1_999;
    expect(await pages.get(key, () => true)).not.toBeNull();
    clock.ms += 1;
    expect(await pages.get(key, () => true)).toBeNull();
  });
});

describe("createPageCache() with data older than a purge", () => {
  const OLD = { storedAt: NOW - HOUR, policy: lasting(86_400), tags: ["search", "title-1"] };

  test.each(["page", "search", "title-1"])(
    "keeps a page whose data was checked after purging %s",
    async (tag) => {
      const { pages, put, purge, logPosition, settle } = setUp();
      const key = freshKey();
      await purge([tag]);
      const after = await logPosition();
      // If no log entry affects a part, the store returns it with the current position in the log.
      await put(key, page([await result({ ...OLD, logPosition: after })], NOW, after));
      await settle();
      expect(await pages.get(key, () => true)).not.toBeNull();
      await purge([tag]);
      expect(await pages.get(key, () => true)).toBeNull();
    },
  );

  test("invalidates a page that was purged while it was rendered", async () => {
    const { pages, put, purge, logPosition, settle } = setUp();
    const key = freshKey();
    const before = await logPosition();
    await purge(["page"]);
    await put(key, page([await result({ logPosition: await logPosition() })], NOW, before));
    await settle();
    expect(await pages.get(key, () => true)).toBeNull();
  });
});
