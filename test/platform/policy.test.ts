/** Which responses the model stores, and how long they are fresh: the rules of the pages that the module beside this one names. */
import { describe, expect, test } from "vitest";
import { failingAfter, saying, setUp } from "./front-kit.ts";

describe("precedence", () => {
  test.each([
    [
      "CDN-Cache-Control before Cache-Control",
      { "CDN-Cache-Control": "max-age=60", "Cache-Control": "no-store" },
      "HIT",
    ],
    ["also where it forbids", { "CDN-Cache-Control": "no-store", "Cache-Control": "max-age=60" }, "BYPASS"],
    [
      "Cloudflare-CDN-Cache-Control before both",
      { "Cloudflare-CDN-Cache-Control": "max-age=60", "CDN-Cache-Control": "no-store" },
      "HIT",
    ],
  ])("%s", async (_, headers, expected) => {
    const { ask } = setUp(() => new Response("x", { headers: headers as Record<string, string> }));
    await ask();
    expect((await ask()).cacheStatus).toBe(expected);
  });

  test("what is for the platform does not reach clients; CDN-Cache-Control does", async () => {
    const { ask } = setUp(
      saying("max-age=60", {
        "CDN-Cache-Control": "max-age=1",
        "Cloudflare-CDN-Cache-Control": "max-age=60",
        "Cache-Tag": "a",
      }),
    );
    for (const { headers } of [await ask(), await ask()]) {
      expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
      expect(headers.get("Cache-Tag")).toBeNull();
      expect(headers.get("CDN-Cache-Control")).toBe("max-age=1");
    }
  });

  test("must-revalidate for browsers does not disable the windows for the CDN", async () => {
    const { ask, pass } = setUp(
      failingAfter("max-age=0, must-revalidate", { "CDN-Cache-Control": "max-age=1, stale-if-error=60" }),
    );
    await ask();
    pass(2);
    expect(await ask()).toMatchObject({ status: 200, cacheStatus: "STALE" });
  });
});

describe("without directives", () => {
  test.each([
    [200, 7_200],
    [203, 7_200],
    [300, 1_200],
    [301, 1_200],
    [404, 180],
    [405, 60],
    [410, 180],
    [414, 60],
    [501, 60],
  ])("a %i is fresh for %i seconds", async (status, lifetime) => {
    const { ask, pass } = setUp(() => new Response("x", { status }));
    await ask();
    pass(lifetime - 1);
    expect((await ask()).cacheStatus).toBe("HIT");
    pass(1);
    expect((await ask()).cacheStatus).not.toBe("HIT");
  });

  test.each([302, 307, 400, 401, 403, 429, 500, 503])("a %i is not stored", async (status) => {
    const { ask } = setUp(() => new Response("x", { status }));
    await ask();
    expect(await ask()).toMatchObject({ status, cacheStatus: "BYPASS" });
  });

  test("Expires is a directive", async () => {
    const now = new Date(0).toUTCString();
    const later = new Date(30_000).toUTCString();
    const { ask, pass } = setUp(() => new Response("x", { headers: { Date: now, Expires: later } }));
    await ask();
    pass(29);
    expect((await ask()).cacheStatus).toBe("HIT");
    pass(1);
    expect((await ask()).cacheStatus).toBe("EXPIRED");
  });
});

test.each([206, 520, 526])("a %i is never stored, whatever it says", async (status) => {
  const headers = { "Cache-Control": "public, max-age=60" };
  const { ask } = setUp(() => new Response("x", { status, headers }));
  await ask();
  expect((await ask()).cacheStatus).toBe("BYPASS");
});

test("directives without a lifetime are none of the defaults: stale at once", async () => {
  const { ask } = setUp(saying("public"));
  await ask();
  expect((await ask()).cacheStatus).toBe("EXPIRED");
});

test("a status that is not in the table is stored when its directives say so", async () => {
  const headers = { "Cache-Control": "max-age=60" };
  const { ask } = setUp(() => new Response("x", { status: 403, headers }));
  await ask();
  expect(await ask()).toMatchObject({ status: 403, cacheStatus: "HIT" });
});

describe("a bypass", () => {
  test.each(["private", "no-store", "private, max-age=60"])("is %s", async (cacheControl) => {
    const { ask, front } = setUp(saying(cacheControl));
    await ask();
    expect((await ask()).cacheStatus).toBe("BYPASS");
    expect(front.runs).toBe(2);
  });

  test("is Set-Cookie", async () => {
    const { ask } = setUp(saying("max-age=60", { "Set-Cookie": "a=1" }));
    await ask();
    expect((await ask()).headers.get("Set-Cookie")).toBe("a=1");
  });

  test('is not Set-Cookie where private="set-cookie" takes it out of what is stored', async () => {
    const { ask } = setUp(saying('max-age=60, private="set-cookie"', { "Set-Cookie": "a=1" }));
    await ask();
    const { cacheStatus, headers } = await ask();
    expect([cacheStatus, headers.get("Set-Cookie")]).toEqual(["HIT", null]);
  });

  test("is Vary: *", async () => {
    const { ask } = setUp(saying("max-age=60", { Vary: "*" }));
    await ask();
    expect((await ask()).cacheStatus).toBe("BYPASS");
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("is %s", async (method) => {
    const { ask, seen } = setUp(saying("max-age=60"));
    await ask();
    expect((await ask("/", { method })).body).toBe("2");
    expect(seen[1]?.method).toBe(method);
  });

  test("is a WebSocket upgrade", async () => {
    const { ask } = setUp(saying("max-age=60"));
    await ask();
    expect((await ask("/", { headers: { Upgrade: "websocket" } })).body).toBe("2");
  });
});

describe("Authorization", () => {
  const init = { headers: { Authorization: "Bearer x" } };

  test.each([
    ["max-age=60", "BYPASS"],
    ["public, max-age=60", "HIT"],
    ["s-maxage=60", "HIT"],
    ["max-age=60, must-revalidate", "HIT"],
  ])("on the request: %s gives a %s", async (cacheControl, expected) => {
    const { ask } = setUp(saying(cacheControl));
    await ask("/", init);
    expect((await ask("/", init)).cacheStatus).toBe(expected);
  });

  test("is ignored or bypasses what is stored, by the reading", async () => {
    for (const [authorization, body] of [
      ["ignored", "1"],
      ["bypasses", "2"],
    ] as const) {
      const { ask } = setUp(saying("max-age=60"), { authorization });
      await ask();
      expect((await ask("/", init)).body).toBe(body);
    }
  });
});

describe("Vary", () => {
  test("keeps a variant for each value, compared verbatim", async () => {
    const { ask, front } = setUp(saying("max-age=60", { Vary: "Accept" }));
    const get = (value: string) => ask("/", { headers: { Accept: value } });
    await get("a, b");
    await get("b, a");
    await get("a, b");
    expect(front.runs).toBe(2);
  });

  test("variants have one purge identity", async () => {
    const { ask, front } = setUp((request, run) =>
      saying("max-age=60", { Vary: "Accept", "Cache-Tag": request.headers.get("Accept") ?? "" })(
        request,
        run,
      ),
    );
    for (const value of ["a", "b"]) await ask("/", { headers: { Accept: value } });
    front.purge({ tags: ["a"] });
    expect((await ask("/", { headers: { Accept: "b" } })).cacheStatus).toBe("MISS");
  });
});
