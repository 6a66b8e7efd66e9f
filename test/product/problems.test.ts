/** The form of problems at each kind of URL: HTML for pages, JSON for everything else. */
import { describe, expect, inject, test } from "vitest";
import { sharedServer } from "./server.ts";

const target = inject("target");
const LONG = "x".repeat(3_000);

describe.each([
  ["an image by another method", "/images/92/1999/01/a.jpg", "POST", 405],
  ["an image of a long address", `/images/92/${LONG}.jpg`, "GET", 414],
  ["an image of no known form", "/images/1/2", "GET", 404],
  ["an image whose path is no percent-encoding", "/images/92/1999/01/%FF.jpg", "GET", 404],
  ["suggestions of a long address", `/suggestions?q=${LONG}`, "GET", 414],
  ["suggestions by another method", "/fr/suggestions?q=the", "POST", 405],
  ["a part of the sitemap whose path is no percent-encoding", "/sitemaps/%FF.xml", "GET", 404],
  ["suggestions for nothing", "/suggestions", "GET", 400],
  ["a part of the sitemap that does not exist", "/sitemaps/99.xml", "GET", 404],
  ["a part of the sitemap that is no number", "/sitemaps/x.xml", "GET", 404],
])("response to %s", (_, path, method, status) => {
  test("is a JSON problem that no cache stores", async () => {
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

describe("malformed percent-encoding", () => {
  const server = sharedServer();

  test("returns our own 404 and logs no error", async () => {
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

describe("problem responses", () => {
  test.each([
    ["of no address", "/nothing/here", "GET"],
    ["of the API for no address", "/v1/films", "GET"],
    ["of the API for a wrong parameter", "/v1/?category=search", "GET"],
    ["for another method", "/v1/", "POST"],
    ["for a long address", `/v1/?q=${LONG}`, "GET"],
  ])("do not claim to be forwarded (RFC 9211 section 2.2): %s", async (_, path, method) => {
    const response = await fetch(target + path, { method });
    await response.arrayBuffer();
    expect(response.headers.get("Cache-Status")).toBe("marquee; detail=not-cached");
  });
});
