import { describe, expect, test } from "vitest";
import { areUncacheable, pageCache, type RenderedPage } from "../../worker/cache/compose.ts";
import { validStore } from "../../worker/cache/invalidation.ts";
import type { Answer, Served } from "../../worker/cache/resource.ts";
import { cacheStore } from "../../worker/cache/store.ts";
import { bodyText, storedResponse } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { freshKey, invalidationsOf } from "./kit.ts";

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

function setUp() {
  const clock = { ms: NOW };
  const now = () => clock.ms;
  const invalidations = invalidationsOf(undefined, { now });
  const work: Promise<unknown>[] = [];
  const store = validStore(
    cacheStore(caches.default, () => undefined),
    invalidations,
  );
  const pages = pageCache({ store, now, waitUntil: (promise) => void work.push(promise) });
  return { clock, pages, purge: invalidations.purge, settle: () => Promise.all(work) };
}

function lasting(lifetime: number) {
  return { lifetime, staleWhileRevalidate: 0, staleIfError: 0 };
}

async function answer(changes: Partial<Served> = {}): Promise<Served> {
  const stored = await storedResponse("[]", { storedAt: NOW, tags: ["one"] });
  const known = { age: 0, policy: lasting(60), cacheStatus: { hit: true }, isUncacheable: false };
  return { kind: "served", ...stored, ...known, ...changes };
}

function page(answers: readonly Answer[], renderedAt = NOW): RenderedPage {
  const body = new TextEncoder().encode("<h1>");
  return { body, contentType: "text/html", tags: ["page"], renderedAt, answers };
}

const FAILED: Answer = {
  kind: "failed",
  problem: new Problem("bad-upstream", "Down."),
  cacheStatus: { fwd: "uri-miss" },
};

describe("a page", () => {
  test("is stored with its media type, its tags and those of the answers in it", async () => {
    const { pages, settle } = setUp();
    const key = freshKey();
    const answers = [await answer(), await answer({ tags: ["one", "two"], sourceVersion: "a" })];
    expect(await pages.put(key, page(answers))).not.toBeNull();
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

  test("is as old as the oldest answer in it, and fresh while all of them are", async () => {
    const answers = [
      await answer({ storedAt: NOW - 50_000, policy: lasting(3_600) }),
      await answer({ storedAt: NOW - 10_000, policy: lasting(30) }),
    ];
    expect(await setUp().pages.put(freshKey(), page(answers))).toMatchObject({
      storedAt: NOW - 50_000,
      freshUntil: NOW + 20_000,
    });
  });

  test("without any answer is stored for an hour", async () => {
    expect(await setUp().pages.put(freshKey(), page([]))).toMatchObject({
      storedAt: NOW,
      freshUntil: NOW + HOUR,
    });
  });

  test.each([
    ["with a stale answer in it", [{ policy: lasting(0) }]],
    ["of two versions of the source", [{ sourceVersion: "a" }, { sourceVersion: "b" }]],
    ["with an answer that was not stored", [{ cacheStatus: { fwd: "uri-miss" as const } }]],
  ])("%s is not stored", async (_, changes) => {
    const answers = await Promise.all(changes.map(answer));
    expect(await setUp().pages.put(freshKey(), page(answers))).toBeNull();
  });

  test("with a problem in it is for no cache at all", async () => {
    expect(areUncacheable([await answer()])).toBe(false);
    expect(areUncacheable([await answer(), FAILED])).toBe(true);
    expect(await setUp().pages.put(freshKey(), page([await answer(), FAILED]))).toBeNull();
  });
});

describe("after a purge a page that is rendered anew is stored, although part of it is older:", () => {
  const OLD = { storedAt: NOW - HOUR, policy: lasting(86_400), tags: ["search", "title-1"] };
  const NEW = { storedAt: NOW, policy: lasting(86_400), tags: ["credits", "title-1"] };

  test.each([["page"], ["credits"]])("a purge of %s", async (tag) => {
    const { clock, pages, purge, settle } = setUp();
    const key = freshKey();
    clock.ms = NOW - 1_000;
    await purge([tag]);
    clock.ms = NOW;
    await pages.put(key, page([await answer(OLD), await answer(NEW)]));
    await settle();
    expect(await pages.get(key, () => true)).not.toBeNull();
  });

  test.each([["page"], ["search"], ["credits"], ["title-1"]])(
    "the next purge of %s includes it",
    async (tag) => {
      const { clock, pages, purge, settle } = setUp();
      const key = freshKey();
      await pages.put(key, page([await answer(OLD), await answer(NEW)]));
      await settle();
      expect(await pages.get(key, () => true)).not.toBeNull();
      clock.ms = NOW + 1;
      await purge([tag]);
      expect(await pages.get(key, () => true)).toBeNull();
    },
  );

  test("a tag is as old as the oldest answer that carries it", async () => {
    const { clock, pages, purge, settle } = setUp();
    const key = freshKey();
    clock.ms = NOW - 1_000;
    await purge(["title-1"]);
    clock.ms = NOW;
    await pages.put(key, page([await answer(OLD), await answer(NEW)]));
    await settle();
    expect(await pages.get(key, () => true)).toBeNull();
  });

  test("a purge while it is rendered includes it", async () => {
    const { clock, pages, purge, settle } = setUp();
    const key = freshKey();
    clock.ms = NOW + 1;
    await purge(["page"]);
    clock.ms = NOW + 2;
    await pages.put(key, page([await answer(NEW)], NOW));
    await settle();
    expect(await pages.get(key, () => true)).toBeNull();
  });
});
