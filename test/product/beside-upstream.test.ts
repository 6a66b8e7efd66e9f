/** Tests that a catalog beside an upstream stays out of its responses, because its ids are different ids. */
import { describe, expect, test } from "vitest";
import { sharedServer } from "./server.ts";

/** No server listens on this port. */
const SETTINGS = { UPSTREAM_BASE_URL: "http://127.0.0.1:9/v1/", RATE_LIMIT: "off" };

/** Operations that only the catalog has. */
const FURTHER = [
  "/v1/titles/1",
  "/v1/titles/143/seasons",
  "/v1/titles/143/seasons/1",
  "/v1/browse?genre=horror",
  "/v1/suggest?q=nos",
  "/v1/changes",
];

describe("API with a catalog beside an upstream that is down", () => {
  const server = sharedServer(SETTINGS);
  const get = async (path: string) => await fetch(`${server.url}${path}`);

  test.each(["/v1/?category=search&q=nosferatu", "/v1/?category=credits&id=1"])(
    "fails for %s",
    async (path) => {
      expect([502, 503]).toContain((await get(path)).status);
    },
  );

  test.each(FURTHER)("returns 501 for %s", async (path) => {
    expect((await get(path)).status).toBe(501);
  });

  test.each(["/search", "/developers"])("does not link to /browse on %s", async (path) => {
    expect(await (await get(path)).text()).not.toContain('href="/browse"');
  });

  test("does not show the catalog's title with the same id", async () => {
    expect((await get("/title/1/nosferatu-1922")).status).toBeGreaterThanOrEqual(404);
  });
});
