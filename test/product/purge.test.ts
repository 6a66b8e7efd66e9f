import { describe, expect, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { sharedServer, startServer } from "./server.ts";

const TOKEN = "admin-token-of-this-test";
const PAGE = "/title/61/stalker-1979";
const server = sharedServer({ RATE_LIMIT: "off", ADMIN_TOKEN: TOKEN });

const get = (path: string, headers: Record<string, string> = {}) =>
  fetchOwn(`${server.url}${path}`, { headers });

function purge(body: unknown, authorization = `Bearer ${TOKEN}`, at = server.url): Promise<Response> {
  return fetch(`${at}/admin/purge`, {
    method: "POST",
    headers: { Authorization: authorization },
    body: JSON.stringify(body),
  });
}

describe("stored page", () => {
  test("is served again unchanged and without rendering", async () => {
    const first = await get(PAGE);
    expect(first.headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    const html = await first.text();
    const second = await get(PAGE);
    expect(second.headers.get("Cache-Status")).toBe("marquee; hit");
    expect(second.headers.get("Server-Timing")).not.toContain("render");
    expect(await second.text()).toBe(html);
    for (const name of ["Content-Type", "Content-Security-Policy", "ETag", "Cache-Tag"]) {
      expect(second.headers.get(name), name).toBe(first.headers.get(name));
    }
  });

  test("is shared between query strings until a purge", async () => {
    const page = "/person/2386/akira-kurosawa";
    expect((await get(`${page}?from=elsewhere`)).headers.get("Cache-Status")).toBe(
      "marquee; fwd=uri-miss; stored",
    );
    const stored = await get(page);
    expect(stored.headers.get("Cache-Status")).toBe("marquee; hit");
    expect(stored.headers.get("Cache-Tag")?.split(",")).toEqual(
      expect.arrayContaining(["person-2386", "title-30"]),
    );
    expect((await purge({ tags: ["person-2386"] })).status).toBe(200);
    expect((await get(page)).headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
  });

  test("is not used for other URLs", async () => {
    expect((await get(`${PAGE}/credits`)).headers.get("Cache-Status")).not.toBe("marquee; hit");
    expect((await get("/search?q=stalker")).headers.get("Cache-Status")).not.toBe("marquee; hit");
  });
});

describe.each([
  ["/sitemap.xml", ["search", "people"]],
  ["/sitemaps/0.xml", ["page"]],
  ["/sitemaps/1.xml", ["search", "title-61"]],
  ["/sitemaps/people-1.xml", ["people", "person-2386"]],
])("%s", (path, tags) => {
  test("is stored once for all query strings and supports 304", async () => {
    const first = await get(`${path}?from=elsewhere`);
    expect(first.headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    expect(first.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    const xml = await first.text();
    const second = await get(path);
    expect(second.headers.get("Cache-Status")).toBe("marquee; hit");
    expect(second.headers.get("Server-Timing")).not.toContain("render");
    expect(await second.text()).toBe(xml);
    const held = await get(path, { "If-None-Match": second.headers.get("ETag") ?? "" });
    expect([held.status, await held.text()]).toEqual([304, ""]);
  });

  test("sends its remaining lifetime", async () => {
    const { headers } = await get(path);
    expect(headers.get("Cache-Control")).toBe("public, max-age=60");
    const [, left] = /^max-age=(\d+), /.exec(headers.get("CDN-Cache-Control") ?? "") ?? [];
    expect(left === undefined || Number(left) <= 3_600).toBe(true);
  });

  test.each(tags)("is generated again after a purge of %s", async (tag) => {
    await (await get(path)).arrayBuffer();
    expect((await get(path)).headers.get("Cache-Status")).toBe("marquee; hit");
    await purge({ tags: [tag] });
    expect((await get(path)).headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
  });
});

describe("GET /sitemaps/{part}", () => {
  test("does not store the 404 of a missing part", async () => {
    const response = await get("/sitemaps/99.xml");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });
});

describe("page with a problem", () => {
  test("is not stored", async () => {
    for (let visit = 0; visit < 2; visit++) {
      const response = await get("/title/9007199254740990/nothing-like-it-1999");
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get("Cache-Status")).toBe("marquee; detail=not-cached");
    }
  });
});

describe("POST /admin/purge", () => {
  test("removes a title's responses and pages", async () => {
    await (await get("/v1/?id=61")).text();
    await (await get(PAGE)).text();
    const purged = await purge({ tags: ["title-61"] });
    expect(purged.status).toBe(200);
    expect(purged.headers.get("Cache-Control")).toBe("no-store");
    expect(await purged.json()).toEqual({ tags: ["title-61"], platform: null });
    expect((await get(PAGE)).headers.get("Cache-Status")).not.toBe("marquee; hit");
  });

  test("removes all stored responses", async () => {
    const addresses = ["/v1/?id=61", "/v1/?category=search&q=stalker", "/browse", PAGE];
    for (const address of addresses) await (await get(address)).text();
    const purged = await purge({ everything: true });
    expect([purged.status, await purged.json()]).toEqual([200, { everything: true, platform: null }]);
    for (const address of addresses) {
      expect((await get(address)).headers.get("Cache-Status"), address).toContain("fwd=uri-miss");
    }
  });

  test("can mark the CDN cache as stale without the Worker's own store", async () => {
    await (await get(PAGE)).text();
    expect((await purge({ stale: true })).status).toBe(200);
    expect((await get(PAGE)).headers.get("Cache-Status")).toBe("marquee; hit");
  });

  test("accepts a chunked body without Content-Length", async () => {
    const chunked = (text: string) =>
      fetch(`${server.url}/admin/purge`, {
        method: "POST",
        headers: { Authorization: `Bearer ${TOKEN}` },
        body: new Blob([text]).stream(),
        duplex: "half",
      } as RequestInit);
    expect((await chunked('{"tags":["title-61"]}')).status).toBe(200);
    expect((await chunked(`{"tags":["title-61"]}${" ".repeat(20_000)}`)).status).toBe(400);
    expect((await purge({ tags: ["title-61"] })).status).toBe(200);
  });

  test.each([
    ["no token", ""],
    ["another token", "Bearer something-else"],
    ["another scheme", `Basic ${TOKEN}`],
  ])("rejects %s", async (_, authorization) => {
    const response = await purge({ tags: ["title-61"] }, authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  });

  test.each([
    {},
    { tags: [] },
    { tags: ["everything"] },
    { tags: ["title-0"] },
    { tags: "search" },
    { everything: false },
    { stale: true, tags: ["search"] },
    null,
  ])("rejects %j with the name of the parameter", async (body) => {
    const response = await purge(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: "tags" }] });
  });

  test("limits attempts to ten a minute, regardless of the token", async () => {
    const limited = await startServer({ ADMIN_TOKEN: TOKEN });
    const statuses: number[] = [];
    // The limit is per minute. If a new minute begins, ten more attempts are allowed.
    while (statuses.at(-1) !== 429 && statuses.length < 21) {
      statuses.push((await purge({ tags: ["search"] }, "Bearer a-guess", limited.url)).status);
    }
    const refused = await purge({ tags: ["search"] }, undefined, limited.url);
    await limited.stop();
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
  });

  test.each(["GET", "HEAD", "PUT", "DELETE"])("returns 405 for %s", async (method) => {
    const response = await fetch(`${server.url}/admin/purge`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("is listed in Allow for OPTIONS", async () => {
    const response = await fetch(`${server.url}/admin/purge`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
    // Scripts of other sites must not be able to purge.
    expect(response.headers.has("Access-Control-Allow-Methods")).toBe(false);
  });

  describe("without ADMIN_TOKEN", () => {
    const without = sharedServer();

    test.each(["GET", "POST", "OPTIONS"])("always returns 404 for %s", async (method) => {
      for (let tried = 0; tried < 12; tried++) {
        const response = await fetch(`${without.url}/admin/purge`, { method });
        await response.arrayBuffer();
        expect(response.status).toBe(404);
        if (method === "POST") expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      }
    });
  });

  test.each(["GET", "POST"])("does not respond to %s below its path", async (method) => {
    const response = await fetch(`${server.url}/admin/purge/more`, { method });
    expect(response.status).toBe(method === "GET" ? 404 : 405);
    await response.arrayBuffer();
  });
});
