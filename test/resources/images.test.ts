import { beforeEach, describe, expect, inject, test } from "vitest";
import type { Allowance } from "../../worker/cache/resource.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { createImageCache } from "../../worker/resources/images.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";
import { createByteBudget } from "../../worker/source/byte-budget.ts";
import { imageSource } from "../../worker/source/images.ts";
import { MAX_BODY_BYTES } from "../../worker/source/transport/body.ts";
import { createContext, createEngine, isolate, sharedLog } from "../cache/kit.ts";

const DAY = 86_400;
const clock = { seconds: 0 };
let log: ReturnType<typeof sharedLog>;
let services: ReturnType<typeof isolate>;
let engine: ReturnType<typeof createEngine>;
let allowance: Allowance;
let requests: number;
let image: { width: 240; path: string };
let tests = 0;

beforeEach(() => {
  clock.seconds = 1_800_000_000;
  log = sharedLog();
  services = isolate(() => clock.seconds * 1_000);
  engine = createEngine(services, { purges: log });
  allowance = async () => null;
  requests = 0;
  image = { width: 240, path: `1999/01/${++tests}.gif` };
});

/** Returns a function that gets an image, waits until it is stored, and returns its text and cache status. */
function createGet({ body = "GIF89a one", query = "", status = 200, tags = ["image", "title-7"] }) {
  const baseUrl = new URL(
    `${inject("upstream")}/result/${status}/image%2Fgif/${encodeURIComponent(body)}${query}`,
  );
  const source = imageSource(baseUrl, {
    budget: createByteBudget(MAX_BODY_BYTES),
    fetch(address, init) {
      requests += 1;
      // The upstream stub does not resize images.
      return fetch(address, { ...init, cf: {} });
    },
  });
  const get = createImageCache({
    source,
    cache: engine.engine.cache,
    keys: createCacheKeys("https://marquee.test", []),
  });
  return async () => {
    const result = await get(createContext({ ...services, allowance }), image, tags, () => true);
    await services.settle();
    if (result.kind === "failed") throw result.problem;
    const { cacheStatus, outcome, age, body } = result;
    return { hit: cacheStatus.hit ?? false, outcome, age, text: await new Response(body).text() };
  };
}

describe("createImageCache()", () => {
  test("serves an image for 30 days before requesting it again", async () => {
    const get = createGet({});
    expect(await get()).toMatchObject({ hit: false, age: 0, text: "GIF89a one" });
    clock.seconds += 10 * DAY;
    expect(await get()).toMatchObject({ hit: true, age: 10 * DAY, text: "GIF89a one" });
    clock.seconds += 20 * DAY;
    expect(await get()).toMatchObject({ hit: false, age: 0, text: "GIF89a one" });
  });

  test("stores images by source and query string", async () => {
    const sources = [{}, { body: "GIF89a two" }, { query: "?style=small" }, { query: "?style=large" }];
    for (const source of sources) expect(await createGet(source)()).toMatchObject({ hit: false });
    for (const source of sources) {
      expect(await createGet(source)()).toMatchObject({ hit: true, text: source.body ?? "GIF89a one" });
    }
    expect(requests).toBe(4);
  });

  test("requests a missing image again after a minute", async () => {
    const get = createGet({ status: 404 });
    expect([await get(), await get()]).toMatchObject([
      { outcome: "missing" },
      { outcome: "missing", hit: true },
    ]);
    expect(requests).toBe(1);
    clock.seconds += 60;
    await get();
    expect(requests).toBe(2);
  });

  test("shares one request between concurrent callers", async () => {
    const get = createGet({});
    const all = await Promise.all([get(), get(), get()]);
    expect(all.map(({ text }) => text)).toEqual(Array(3).fill("GIF89a one"));
    expect(requests).toBe(1);
  });

  test("counts a load, but not a hit, towards the caller's limit", async () => {
    let counted = 0;
    allowance = async () => (++counted > 1 ? new Problem("rate-limited", "Too many.") : null);
    const get = createGet({});
    await get();
    expect(await get()).toMatchObject({ hit: true });
    image = { width: 240, path: `1999/01/${++tests}.gif` };
    await expect(get()).rejects.toThrow("rate-limited");
  });

  test("requests an image again after a purge", async () => {
    const get = createGet({});
    for (const tag of ["title-7", "image"]) {
      await get();
      expect(await get()).toMatchObject({ hit: true });
      await engine.invalidations.purge(["title-8", tag]);
      expect(await get()).toMatchObject({ hit: false });
      expect(await get()).toMatchObject({ hit: true });
    }
  });

  test("requests an image again after a purge of another title that shows it", async () => {
    await createGet({})();
    const get = createGet({ tags: ["image", "title-9"] });
    expect(await get()).toMatchObject({ hit: true });
    await engine.invalidations.purge(["title-9"]);
    expect(await get()).toMatchObject({ hit: false });
  });

  test("keeps an image when its title is updated", async () => {
    const get = createGet({});
    await get();
    log.entries.push({ tag: "title-7", op: "put", at: 0 });
    clock.seconds += 10;
    await get();
    expect(await get()).toMatchObject({ hit: true });
  });
});
