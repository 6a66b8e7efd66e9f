/** The model of the cache in front, by the rules that the product relies on: Cloudflare's pages, as the modules name them. */
import { describe, expect, test } from "vitest";
import { frontCache } from "./front.ts";

/** A front whose Worker responds with the number of its run; from the second on with 503 where it `fails`. */
function setUp(headers: Record<string, string>, { fails = false } = {}) {
  let seconds = 1_000;
  const front = frontCache({
    async run(request) {
      if (fails && front.runs > 1) return new Response("failed", { status: 503 });
      const isHeld = headers.ETag !== undefined && request.headers.get("If-None-Match") === headers.ETag;
      return new Response(isHeld ? null : String(front.runs), { status: isHeld ? 304 : 200, headers });
    },
    now: () => seconds * 1_000,
  });
  return {
    front,
    pass: (passed: number) => {
      seconds += passed;
    },
    async ask(path = "/", init: RequestInit = {}) {
      const response = await front.fetch(new Request(`https://films.example${path}`, init));
      const { status, headers } = response;
      return {
        status,
        age: headers.get("Age"),
        front: headers.get("Cf-Cache-Status"),
        body: await response.text(),
      };
    },
  };
}

test("a response is fresh for its lifetime, of the most specific header, and then waited for", async () => {
  const { ask, pass } = setUp({
    "CDN-Cache-Control": "max-age=10, stale-if-error=0",
    "Cache-Control": "no-store",
  });
  expect((await ask()).front).toBe("MISS");
  pass(9);
  expect(await ask()).toMatchObject({ body: "1", front: "HIT", age: "9" });
  pass(1);
  expect(await ask()).toMatchObject({ body: "2", front: "EXPIRED" });
});

test("a stale one is served for stale-while-revalidate seconds, with one run meanwhile", async () => {
  const { ask, pass, front } = setUp({ "Cache-Control": "max-age=10, stale-while-revalidate=5" });
  await ask();
  pass(14);
  const replies = await Promise.all([ask(), ask(), ask()]);
  expect(replies.map(({ body, front }) => [body, front])).toEqual(Array(3).fill(["1", "UPDATING"]));
  await front.settle();
  expect(front.runs).toBe(2);
  expect(await ask()).toMatchObject({ body: "2", front: "HIT" });
});

test.each([
  ["max-age=10, stale-if-error=20", 29, 200],
  ["max-age=10, stale-if-error=20", 30, 503],
  ["max-age=10", 315_360_000, 200],
  ["max-age=10, stale-if-error=20, must-revalidate", 11, 503],
])("with %s, after %i seconds an error of the Worker is a %i", async (cacheControl, seconds, status) => {
  const { ask, pass } = setUp({ "Cache-Control": cacheControl }, { fails: true });
  await ask();
  pass(seconds);
  expect((await ask()).status).toBe(status);
});

test("a 304 begins a new lifetime, and a validator is answered by the front", async () => {
  const { ask, pass } = setUp({ "Cache-Control": "max-age=10", ETag: '"a"' });
  await ask();
  pass(11);
  expect(await ask()).toMatchObject({ status: 200, body: "1", front: "REVALIDATED" });
  expect(await ask("/", { headers: { "If-None-Match": 'W/"a"' } })).toMatchObject({
    status: 304,
    front: "HIT",
  });
});

test("the Worker may send no Age, of which the pages have two readings", async () => {
  await expect(setUp({ "Cache-Control": "max-age=60", Age: "50" }).ask()).rejects.toThrow("Age");
});

describe("the key", () => {
  test("has the query and the version in it, not the host, and HEAD is GET", async () => {
    const { front, ask } = setUp({ "Cache-Control": "max-age=60" });
    await ask("/", { method: "HEAD" });
    await front.fetch(new Request("https://other.example/"));
    expect(front.runs).toBe(1);
    await ask("/?x=1");
    front.deploy("2");
    await ask();
    expect(front.runs).toBe(3);
  });

  test("is asked for once by requests side by side, and by each what may not be stored", async () => {
    for (const [cacheControl, runs] of [
      ["max-age=60", 1],
      ["no-store", 200],
    ] as const) {
      const { front, ask } = setUp({ "Cache-Control": cacheControl });
      await Promise.all(Array.from({ length: 200 }, () => ask()));
      expect(front.runs).toBe(runs);
    }
  });
});

test("a purge by tag removes what carries it, whatever its case", async () => {
  const { front, ask } = setUp({ "Cache-Control": "max-age=60", "Cache-Tag": "title-1, search" });
  await ask();
  front.purge({ tags: ["title-2"] });
  expect((await ask()).front).toBe("HIT");
  front.purge({ tags: ["TITLE-1"] });
  expect((await ask()).front).toBe("MISS");
});

test("with Authorization only what allows it is stored", async () => {
  const init = { headers: { Authorization: "Bearer x" } };
  for (const [cacheControl, expected] of [
    ["max-age=60", "BYPASS"],
    ["public, max-age=60", "HIT"],
  ] as const) {
    const { ask } = setUp({ "Cache-Control": cacheControl });
    await ask("/", init);
    expect((await ask("/", init)).front).toBe(expected);
  }
});
