/** How the model answers conditional requests, HEAD and ranges: the rules of the pages that the module beside this one names. */
import { describe, expect, test } from "vitest";
import { type Script, saying, setUp } from "./front-kit.ts";

describe("conditional requests", () => {
  test.each(['"a"', 'W/"a"', '"b", "a"', "*"])(
    "If-None-Match: %s is a 304 of the cache's own",
    async (value) => {
      const { ask, seen } = setUp(saying("max-age=60", { ETag: '"a"' }));
      for (const expected of ["MISS", "HIT"]) {
        const reply = await ask("/", { headers: { "If-None-Match": value } });
        expect(reply).toMatchObject({ status: 304, body: "", cacheStatus: expected });
        expect(reply.headers.get("ETag")).toBe('"a"');
      }
      expect(seen.map(({ headers }) => headers.get("If-None-Match"))).toEqual([null]);
    },
  );

  test("If-None-Match with another tag is the whole response", async () => {
    const { ask } = setUp(saying("max-age=60", { ETag: '"a"' }));
    expect(await ask("/", { headers: { "If-None-Match": '"b"' } })).toMatchObject({ status: 200, body: "1" });
  });

  test("If-Modified-Since is answered by Last-Modified", async () => {
    const modified = "Thu, 01 Jan 2026 00:00:00 GMT";
    const { ask } = setUp(saying("max-age=60", { "Last-Modified": modified }));
    expect((await ask("/", { headers: { "If-Modified-Since": modified } })).status).toBe(304);
    const before = "Wed, 31 Dec 2025 00:00:00 GMT";
    expect((await ask("/", { headers: { "If-Modified-Since": before } })).status).toBe(200);
  });
});

test("a HEAD on a cold cache is a GET to the Worker, and fills the entry for GET", async () => {
  const { ask, seen } = setUp(saying("max-age=60"));
  expect(await ask("/", { method: "HEAD" })).toMatchObject({ status: 200, body: "", cacheStatus: "MISS" });
  expect(seen[0]?.method).toBe("GET");
  expect(await ask()).toMatchObject({ body: "1", cacheStatus: "HIT" });
});

describe("Range", () => {
  const script: Script = () => new Response("0123456789", { headers: { "Cache-Control": "max-age=60" } });

  test.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=20-", 416, "", "bytes */10"],
  ])(
    "%s is cut from the whole response, which the Worker gave without knowing",
    async (range, status, body, said) => {
      const { ask, seen } = setUp(script);
      for (const cacheStatus of ["MISS", "HIT"]) {
        const reply = await ask("/", { headers: { Range: range } });
        expect(reply).toMatchObject({ status, body, cacheStatus });
        expect(reply.headers.get("Content-Range")).toBe(said);
      }
      expect(seen.map(({ headers }) => headers.get("Range"))).toEqual([null]);
    },
  );
});
