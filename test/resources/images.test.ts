import { beforeEach, expect, inject, test } from "vitest";
import { addRows, type InvalidationState, NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import type { LogLine } from "../../worker/log.ts";
import { createImageCache } from "../../worker/resources/images.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";
import { imageSource } from "../../worker/source/images.ts";
import { createContext } from "../cache/kit.ts";

const DAY = 86_400;
const clock = { seconds: 0 };
let lines: LogLine[];
let asked: number;
let wanted: { width: 240; path: string };
let tests = 0;
let logPosition: number;
let known: InvalidationState;

beforeEach(() => {
  clock.seconds = 1_800_000_000;
  lines = [];
  asked = 0;
  logPosition = 0;
  known = NOTHING_KNOWN;
  wanted = { width: 240, path: `1999/01/${++tests}.gif` };
});

/** Images of a source that gives this body for every path; storing is over when one is given. */
function imagesOf({
  body = "GIF89a one",
  query = "",
  status = 200,
  cache = caches.default as Pick<Cache, "match" | "put">,
}) {
  const baseUrl = new URL(
    `${inject("upstream")}/answer/${status}/image%2Fgif/${encodeURIComponent(body)}${query}`,
  );
  const stored: Promise<unknown>[] = [];
  const source = imageSource(baseUrl, (address, init) => {
    asked += 1;
    // Without resizing, which is only made believe here.
    return fetch(address, { ...init, cf: {} });
  });
  const get = createImageCache({
    source,
    cache,
    keys: createCacheKeys("https://marquee.test", []),
    invalidations: {
      current: async () => known,
      logPosition: async () => logPosition,
    },
    now: () => clock.seconds * 1_000,
  });
  const context = createContext({
    waitUntil: (work) => void stored.push(work),
    log: (line) => lines.push(line),
  });
  return async () => {
    const image = await get(context, wanted, ["image", "title-7"]);
    await Promise.all(stored);
    return image && { hit: image.hit, lifetime: image.lifetime, text: await new Response(image.body).text() };
  };
}

test("an image is served for the rest of 30 days, then requested again", async () => {
  const get = imagesOf({});
  expect(await get()).toEqual({ hit: false, lifetime: 30 * DAY, text: "GIF89a one" });
  clock.seconds += 10 * DAY;
  expect(await get()).toEqual({ hit: true, lifetime: 20 * DAY, text: "GIF89a one" });
  clock.seconds += 20 * DAY;
  expect(await get()).toEqual({ hit: false, lifetime: 30 * DAY, text: "GIF89a one" });
});

test("sources share no image, nor do addresses with another query", async () => {
  const sources = [{}, { body: "GIF89a two" }, { query: "?style=small" }, { query: "?style=large" }];
  for (const source of sources) expect(await imagesOf(source)()).toMatchObject({ hit: false });
  for (const source of sources) {
    expect(await imagesOf(source)()).toMatchObject({ hit: true, text: source.body ?? "GIF89a one" });
  }
  expect(asked).toBe(4);
});

test("a missing image is not stored", async () => {
  const get = imagesOf({ status: 404 });
  expect([await get(), await get()]).toEqual([null, null]);
  expect(asked).toBe(2);
});

test.each([
  ["no image", new Response("<html>", { headers: { "Content-Type": "text/html" } })],
  ["of another form", entry("1 1800000000000 0 10")],
  ["shorter than was stored", entry("2 1800000000000 0 11")],
])("an entry that is %s is a miss", async (_, response) => {
  const get = imagesOf({ cache: { match: async () => response.clone(), put: async () => undefined } });
  expect(await get()).toMatchObject({ hit: false, text: "GIF89a one" });
});

test("a cache that fails is a miss, and the log names the failure without its words", async () => {
  const failing = () => Promise.reject(new TypeError("at https://secret.example/"));
  const get = imagesOf({ cache: { match: failing, put: failing } });
  expect(await get()).toMatchObject({ hit: false, text: "GIF89a one" });
  expect(lines).toEqual([
    { event: "cache-failed", operation: "match", reason: "TypeError" },
    { event: "cache-failed", operation: "put", reason: "TypeError" },
  ]);
});

function entry(form: string): Response {
  const headers = { "Content-Type": "image/gif", "Content-Length": "10", "Marquee-Image": form };
  return new Response("GIF89a bad", { headers });
}

test("an image is purged with its title, and with all images", async () => {
  const get = imagesOf({});
  for (const tag of ["title-7", "image"]) {
    await get();
    expect(await get()).toMatchObject({ hit: true });
    const entries = JSON.stringify([
      ["title-8", "purge"],
      [tag, "purge"],
    ]);
    logPosition += 1;
    known = addRows({ ...known, last: logPosition, readAt: 1 }, [
      { number: logPosition, at: 0, changes: entries },
    ]);
    expect(await get()).toMatchObject({ hit: false });
    expect(await get()).toMatchObject({ hit: true });
  }
});
