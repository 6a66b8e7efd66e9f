/** Tests which requests the fallback catalog serves while the upstream is down. */
import { describe, expect, test } from "vitest";
import { copyAsOwnCatalog } from "./own-catalog.ts";
import { type Settings, sharedServer } from "./server.ts";

/** No server listens on this port. */
const UPSTREAM = { UPSTREAM_BASE_URL: "http://127.0.0.1:9/v1/", RATE_LIMIT: "off" };
const ON = { ...UPSTREAM, CATALOG_FALLBACK: "on" };

/** The two operations of the contract, and other paths that only Marquee has. */
const SEARCH = "/v1/?category=search&q=nosferatu";
const CREDITS = "/v1/?category=credits&id=1";
const SEASONS = ["/v1/titles/143/seasons", "/v1/titles/143/seasons/1"];
const FURTHER = ["/v1/titles/1", ...SEASONS, "/v1/browse?genre=horror", "/v1/suggest?q=nos", "/v1/changes"];

function serve(settings: Settings, state?: string) {
  const server = sharedServer(settings, state);
  return async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    const text = await response.text();
    return { status: response.status, cacheStatus: response.headers.get("Cache-Status") ?? "", text };
  };
}

describe("API while its upstream is down", () => {
  describe.each([
    ["by default", UPSTREAM, copyAsOwnCatalog],
    ["with CATALOG_FALLBACK=on and the starter catalog", ON, () => undefined],
  ])("%s", (_, settings, createState) => {
    const get = serve(settings, createState());

    test.each([SEARCH, CREDITS])("fails for %s", async (path) => {
      expect([502, 503]).toContain((await get(path)).status);
    });

    test.each(FURTHER)("returns 501 for %s", async (path) => {
      expect((await get(path)).status).toBe(501);
    });

    test.each(["/search", "/developers"])("does not link to /browse on %s", async (path) => {
      expect((await get(path)).text).not.toContain('href="/browse"');
    });

    test("does not show the catalog's title with the same id", async () => {
      expect((await get("/title/1/nosferatu-1922")).status).toBeGreaterThanOrEqual(404);
    });
  });

  describe("with CATALOG_FALLBACK=on and the operator's catalog", () => {
    const get = serve(ON, copyAsOwnCatalog());

    test.each([SEARCH, CREDITS])("serves %s from the catalog without storing it", async (path) => {
      for (let time = 0; time < 2; time++)
        expect(await get(path)).toMatchObject({
          status: 200,
          cacheStatus: expect.stringContaining("detail=catalog"),
        });
    });

    test.each(FURTHER)("serves and stores %s, which the upstream does not support", async (path) => {
      const { status, cacheStatus } = await get(path);
      expect(status).toBe(200);
      expect(cacheStatus).not.toContain("detail=catalog");
    });

    test("reports degraded at /healthz", async () => {
      const { status, text } = await get("/healthz");
      expect([status, JSON.parse(text)]).toEqual([
        200,
        expect.objectContaining({ status: "degraded", origin: "catalog" }),
      ]);
    });

    test("links only to pages that exist", async () => {
      expect((await get("/browse")).status).toBe(200);
      expect((await get("/title/1")).status).toBeLessThan(400);
    });
  });
});
