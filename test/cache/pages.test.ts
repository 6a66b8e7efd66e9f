import { describe, expect, test } from "vitest";
import { PageFreshness, pageCache } from "../../worker/cache/pages.ts";
import { cacheStore } from "../../worker/cache/store.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { freshKey } from "./kit.ts";

const NOW = 1_700_000_000_000;
const HIT = { hit: true };

function pagesOf() {
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  const pages = pageCache({ store: cacheStore(caches.default, () => undefined), now: () => NOW, waitUntil });
  return { pages, settle: () => Promise.all(work) };
}

function lasting(lifetime: number) {
  return { lifetime, staleWhileRevalidate: 0, staleIfError: 0 };
}

const response = {
  cacheStatus: HIT,
  storedAt: NOW,
  policy: lasting(60),
  tags: ["one"],
  sourceVersion: null,
};

function fresh(): PageFreshness {
  const freshness = new PageFreshness();
  freshness.note(response);
  return freshness;
}

const html = (text: string) => ({ body: new TextEncoder().encode(text), contentType: "text/html" });

describe("a page", () => {
  test("is stored with its media type and its tags", async () => {
    const { pages, settle } = pagesOf();
    const key = freshKey();
    expect(await pages.put(key, html("<h1>"), fresh(), ["page", "one"])).not.toBeNull();
    await settle();
    const stored = await pages.get(key, () => true);
    expect(stored && bodyText(stored)).toBe("<h1>");
    expect(stored).toMatchObject({ contentType: "text/html", tags: ["page", "one"] });
    expect(await pages.get(freshKey(), () => true)).toBeNull();
  });

  test("is as old as the oldest response in it, and fresh while all of them are", async () => {
    const freshness = new PageFreshness();
    freshness.note({ ...response, storedAt: NOW - 50_000, policy: lasting(3_600) });
    freshness.note({ ...response, storedAt: NOW - 10_000, policy: lasting(30) });
    expect(await pagesOf().pages.put(freshKey(), html(""), freshness, [])).toMatchObject({
      storedAt: NOW - 50_000,
      freshUntil: NOW + 20_000,
    });
  });

  test("has the tags of all responses in it, and the version of their source", () => {
    const freshness = fresh();
    freshness.note({ ...response, tags: ["one", "two"], sourceVersion: "a" });
    expect([...freshness.tags]).toEqual(["one", "two"]);
    expect(freshness.sourceVersion).toBe("a");
  });

  test.each([
    ["with a stale response in it", [{ ...response, policy: lasting(0) }]],
    ["without any response", []],
    [
      "of two versions of the source",
      [
        { ...response, sourceVersion: "a" },
        { ...response, sourceVersion: "b" },
      ],
    ],
    ["with a response that was not stored", [{ ...response, cacheStatus: { fwd: "uri-miss" as const } }]],
  ])("%s is not stored", async (_, responses) => {
    const freshness = new PageFreshness();
    for (const noted of responses) freshness.note(noted);
    expect(await pagesOf().pages.put(freshKey(), html(""), freshness, [])).toBeNull();
  });

  test("with a problem in it is for no cache at all", async () => {
    const freshness = fresh();
    expect(freshness.isUncacheable).toBe(false);
    freshness.noteUncacheable();
    expect(freshness.isUncacheable).toBe(true);
    expect(await pagesOf().pages.put(freshKey(), html(""), freshness, [])).toBeNull();
  });
});
