import { beforeEach, describe, expect, inject, test } from "vitest";
import { addRows, type InvalidationState, NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import type { LogLine } from "../../worker/log.ts";
import { createImageCache } from "../../worker/resources/images.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";
import { imageSource } from "../../worker/source/images.ts";
import { createContext } from "../cache/kit.ts";

const DAY = 86_400;
const clock = { seconds: 0 };
let lines: LogLine[];
let requests: number;
let image: { width: 240; path: string };
let tests = 0;
let logPosition: number;
let state: InvalidationState;

beforeEach(() => {
  clock.seconds = 1_800_000_000;
  lines = [];
  requests = 0;
  logPosition = 0;
  state = NOTHING_KNOWN;
  image = { width: 240, path: `1999/01/${++tests}.gif` };
});

/**
 * Returns a function that gets an image, waits until it is stored, and returns its text, lifetime and cache status.
 */
function createGet({
  body = "GIF89a one",
  query = "",
  status = 200,
  cache = caches.default as Pick<Cache, "match" | "put">,
}) {
  const baseUrl = new URL(
    `${inject("upstream")}/result/${status}/image%2Fgif/${encodeURIComponent(body)}${query}`,
  );
  const stored: Promise<unknown>[] = [];
  const source = imageSource(baseUrl, (address, init) => {
    requests += 1;
    // The upstream stub does not resize images.
    return fetch(address, { ...init, cf: {} });
  });
  const get = createImageCache({
    source,
    cache,
    keys: createCacheKeys("https://marquee.test", []),
    invalidations: {
      current: async () => state,
      logPosition: async () => logPosition,
    },
    now: () => clock.seconds * 1_000,
  });
  const context = createContext({
    waitUntil: (work) => void stored.push(work),
    log: (line) => lines.push(line),
  });
  return async () => {
    const served = await get(context, image, ["image", "title-7"]);
    await Promise.all(stored);
    return (
      served && { hit: served.hit, lifetime: served.lifetime, text: await new Response(served.body).text() }
    );
  };
}

describe("createImageCache()", () => {
  test("serves an image for 30 days before requesting it again", async () => {
    const get = createGet({});
    expect(await get()).toEqual({ hit: false, lifetime: 30 * DAY, text: "GIF89a one" });
    clock.seconds += 10 * DAY;
    expect(await get()).toEqual({ hit: true, lifetime: 20 * DAY, text: "GIF89a one" });
    clock.seconds += 20 * DAY;
    expect(await get()).toEqual({ hit: false, lifetime: 30 * DAY, text: "GIF89a one" });
  });

  test("stores images by source and query string", async () => {
    const sources = [{}, { body: "GIF89a two" }, { query: "?style=small" }, { query: "?style=large" }];
    for (const source of sources) expect(await createGet(source)()).toMatchObject({ hit: false });
    for (const source of sources) {
      expect(await createGet(source)()).toMatchObject({ hit: true, text: source.body ?? "GIF89a one" });
    }
    expect(requests).toBe(4);
  });

  test("does not store a missing image", async () => {
    const get = createGet({ status: 404 });
    expect([await get(), await get()]).toEqual([null, null]);
    expect(requests).toBe(2);
  });

  test.each([
    ["that is not an image", new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["in an old format", entry("1 1800000000000 0 10")],
    ["that was truncated", entry("2 1800000000000 0 11")],
  ])("treats an entry %s as a miss", async (_, response) => {
    const get = createGet({ cache: { match: async () => response.clone(), put: async () => undefined } });
    expect(await get()).toMatchObject({ hit: false, text: "GIF89a one" });
  });

  test("logs only the error type of a failing cache", async () => {
    const failing = () => Promise.reject(new TypeError("at https://secret.example/"));
    const get = createGet({ cache: { match: failing, put: failing } });
    expect(await get()).toMatchObject({ hit: false, text: "GIF89a one" });
    expect(lines).toEqual([
      { event: "cache-failed", operation: "match", reason: "TypeError" },
      { event: "cache-failed", operation: "put", reason: "TypeError" },
    ]);
  });
  test("requests an image again after a purge", async () => {
    const get = createGet({});
    for (const tag of ["title-7", "image"]) {
      await get();
      expect(await get()).toMatchObject({ hit: true });
      const entries = JSON.stringify([
        ["title-8", "purge"],
        [tag, "purge"],
      ]);
      logPosition += 1;
      state = addRows({ ...state, last: logPosition, readAt: 1 }, [
        { number: logPosition, at: 0, changes: entries },
      ]);
      expect(await get()).toMatchObject({ hit: false });
      expect(await get()).toMatchObject({ hit: true });
    }
  });
});

function entry(header: string): Response {
  const headers = { "Content-Type": "image/gif", "Content-Length": "10", "Marquee-Image": header };
  return new Response("GIF89a bad", { headers });
}
