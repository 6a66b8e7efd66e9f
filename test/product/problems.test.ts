/** Tests the format of problems: HTML for pages, JSON for all other URLs. */
import { describe, expect, inject, test } from "vitest";
import { sharedServer } from "./server.ts";

const target = inject("target");
const LONG = "x".repeat(3_000);

describe.each([
  ["POST to an image", "/images/92/1999/01/a.jpg", "POST", 405],
  ["an image with a long URL", `/images/92/${LONG}.jpg`, "GET", 414],
  ["an image with an unknown path", "/images/1/2", "GET", 404],
  ["an image with malformed percent-encoding", "/images/92/1999/01/%FF.jpg", "GET", 404],
  ["suggestions with a long URL", `/suggestions?q=${LONG}`, "GET", 414],
  ["POST to suggestions", "/fr/suggestions?q=the", "POST", 405],
  ["a sitemap part with malformed percent-encoding", "/sitemaps/%FF.xml", "GET", 404],
  ["suggestions without a query", "/suggestions", "GET", 400],
  ["a missing sitemap part", "/sitemaps/99.xml", "GET", 404],
  ["an invalid sitemap part", "/sitemaps/x.xml", "GET", 404],
])("response to %s", (_, path, method, status) => {
  test("is a JSON problem that must not be stored", async () => {
    const response = await fetch(target + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      status,
      instance: response.headers.get("X-Request-Id"),
    });
  });
});

describe("URL with malformed percent-encoding", () => {
  const server = sharedServer();

  test("returns 404 without logging an error", async () => {
    for (const path of ["/%", "/%zz", "/fr/%FF", "/problems/%FF", "/developers/%FF", "/title/82/%FF"]) {
      const response = await fetch(server.url + path, { redirect: "manual" });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("<h1");
    }
    for (const path of ["/sitemaps/%FF.xml", "/healthz/%FF"]) {
      const response = await fetch(server.url + path);
      expect([path, response.status]).toEqual([path, 404]);
      await response.arrayBuffer();
    }
    expect(server.printed()).not.toMatch(/error/i);
  });
});

describe("problem response", () => {
  test.each([
    ["an unknown page", "/nothing/here", "GET"],
    ["an unknown API path", "/v1/films", "GET"],
    ["an invalid parameter", "/v1/?category=search", "GET"],
    ["a method that is not allowed", "/v1/", "POST"],
    ["a long URL", `/v1/?q=${LONG}`, "GET"],
  ])("omits fwd from Cache-Status (RFC 9211 section 2.2): %s", async (_, path, method) => {
    const response = await fetch(target + path, { method });
    await response.arrayBuffer();
    expect(response.headers.get("Cache-Status")).toBe("marquee; detail=not-cached");
  });
});
