/** What the catalog answers in front of a service of the contract, and what it must not. */
import { describe, expect, test } from "vitest";
import { copyAsOwnCatalog } from "./own-catalog.ts";
import { type Settings, sharedServer } from "./server.ts";

/** Nobody listens on the port. */
const UPSTREAM = { UPSTREAM_BASE_URL: "http://127.0.0.1:9/v1/", RATE_LIMIT: "off" };
const ON = { ...UPSTREAM, CATALOG_FALLBACK: "on" };

/** Requests that the catalog can answer, and what a service of the contract does with them. */
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

describe("while a service of the contract is down", () => {
  describe.each([
    ["by default", UPSTREAM, copyAsOwnCatalog],
    ["with CATALOG_FALLBACK=on and the starter catalog", ON, () => undefined],
  ])("%s", (_, settings, createState) => {
    const get = serve(settings, createState());

    test.each([SEARCH, CREDITS])("%s fails", async (path) => {
      expect([502, 503]).toContain((await get(path)).status);
    });

    test.each(FURTHER)("%s is not offered", async (path) => {
      expect((await get(path)).status).toBe(501);
    });

    test.each(["/search", "/developers"])("%s links to no lists, which are not offered", async (path) => {
      expect((await get(path)).text).not.toContain('href="/browse"');
    });

    test("no title page shows another film", async () => {
      expect((await get("/title/1/nosferatu-1922")).status).toBeGreaterThanOrEqual(404);
    });
  });

  describe("with CATALOG_FALLBACK=on and a catalog of the operator's", () => {
    const get = serve(ON, copyAsOwnCatalog());

    test.each([SEARCH, CREDITS])("%s is served from the catalog, and not stored", async (path) => {
      for (let time = 0; time < 2; time++)
        expect(await get(path)).toMatchObject({
          status: 200,
          cacheStatus: expect.stringContaining("detail=catalog"),
        });
    });

    test.each(FURTHER)("%s is served, and counts as a response of its own", async (path) => {
      const { status, cacheStatus } = await get(path);
      expect(status).toBe(200);
      expect(cacheStatus).not.toContain("detail=catalog");
    });

    test("/healthz is degraded", async () => {
      const { status, text } = await get("/healthz");
      expect([status, JSON.parse(text)]).toEqual([
        200,
        expect.objectContaining({ status: "degraded", origin: "catalog" }),
      ]);
    });

    test("links on the site lead to pages that exist", async () => {
      expect((await get("/browse")).status).toBe(200);
      expect((await get("/title/1")).status).toBeLessThan(400);
    });
  });
});
