/** Tests that every page has one canonical URL, and that other URLs redirect to it or use its stored copy. */
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";

const target = inject("target");

function get(path: string): Promise<Response> {
  return fetchOwn(`${target}${path}`, { redirect: "manual" });
}

async function cacheStatus(path: string): Promise<string | null> {
  const response = await get(path);
  await response.arrayBuffer();
  return response.headers.get("Cache-Status");
}

describe("page URL", () => {
  test.each([
    ["/en", "/"],
    ["/en/", "/"],
    ["/en?utm_source=x", "/?utm_source=x"],
    ["/en/search?q=the&page=2", "/search?q=the&page=2"],
    ["/en/browse?f=movie", "/browse?f=movie"],
    ["/en/title/34/12-angry-men-1957?from=x", "/title/34/12-angry-men-1957?from=x"],
    ["/en/developers", "/developers"],
    ["/en//other.example/", "/other.example/"],
  ])("drops the English prefix: %s redirects to %s", async (path, location) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
  });

  test.each(["/title/61/stalker-1979", "/title/143/sherlock-2010/season/1", "/browse", "/de/search"])(
    "redirects %s/ to the URL without the slash",
    async (path) => {
      const response = await get(`${path}/?utm_source=x`);
      expect([response.status, response.headers.get("Location")]).toEqual([308, `${path}?utm_source=x`]);
    },
  );

  test("keeps a segment that only resembles the English prefix", async () => {
    const response = await get("/english/search");
    expect([response.status, response.headers.has("Location")]).toEqual([404, false]);
  });

  test.each([
    "/title/34/12-angry-men-1957/index.html",
    "/title/34/12-angry-men-1957/credits.html",
    "/search.html?q=vertigo",
    "/search/index.html?q=vertigo",
    "/browse.html",
    "/index.html",
    "/fr/index.html",
    "/sitemap.xml/index.html",
    "/robots.txt/index.html",
    "/500",
    "/500/index.html",
    "/404.html",
    "/problem",
    "/_image?href=/card.png&w=10&v=1",
    "/_server-islands/x",
    "//",
    "//title/34/12-angry-men-1957",
    "//x/search?q=vertigo",
    "/title//34/12-angry-men-1957",
    "/nothing/%61",
    "/nothing/here",
    "/problems",
    "/problems/foo",
    "/problems/foo.json",
    "/sitemaps/x.xml",
    "/_astro/missing.js",
    "/404",
    "/xx/search",
    "/fr/fr/search",
  ])("returns 404 for a path that no page has: %s", async (path) => {
    const response = await fetch(target + path, { redirect: "manual" });
    await response.arrayBuffer();
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  });

  test("redirects to a slug with the right diacritics", async () => {
    const response = await get("/ja/title/123/コシラ-1-0-2023");
    expect(response.status).toBe(308);
    expect(decodeURIComponent(response.headers.get("Location") ?? "")).toContain("/ja/title/123/ゴジラ-1-0");
  });

  test.each([
    ["/%74itle/34/12-angry-men-1957", "/title/34/12-angry-men-1957"],
    ["/title/34/12%2Dangry-men-1957?from=x", "/title/34/12-angry-men-1957?from=x"],
    ["/title/34/12-angry-men-1957%c3%a9", "/title/34/12-angry-men-1957%C3%A9"],
    ["/fr/%73earch?q=vertigo", "/fr/search?q=vertigo"],
  ])("redirects without unnecessary percent-encoding: %s to %s", async (path, location) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
  });
});

describe.each([
  ["/?", "utm_source=x"],
  ["/title/34/12-angry-men-1957?", "from=x"],
  ["/browse?f=1950-1959", "x=1"],
  ["/browse?f=1950-1959", "q=the"],
  ["/search?q=vertigo", "utm_source=x&city=us"],
  ["/search?q=vertigo", "x=1&x=2"],
])("%s with unknown parameters (%s)", (path, junk) => {
  test("serves the stored page unchanged", async () => {
    const page = await (await get(path)).text();
    for (const asked of [`${path}&${junk}`, path.replace("?", `?${junk}&`)]) {
      const response = await get(asked);
      expect(response.headers.get("Cache-Status")).toBe("marquee; hit");
      expect(await response.text()).toBe(page);
    }
  });
});

describe("query parameters of pages", () => {
  test("select the same stored page in any order", async () => {
    await cacheStatus("/browse?sort=year&f=1960-1969");
    expect(await cacheStatus("/browse?f=1960-1969&sort=year")).toBe("marquee; hit");
  });

  test.each(["f=1958", "genre=drama", "sort=year", "exact=1", "page=2", "kind=movie", "year=1958", "q=b"])(
    "select a different search page if they include %s",
    async (parameter) => {
      await cacheStatus("/search?q=vertigo");
      expect(await cacheStatus(`/search?q=vertigo&${parameter}`)).not.toBe("marquee; hit");
    },
  );

  test("do not appear in the HTML of pages that ignore them", async () => {
    for (const path of [
      "/?from=elsewhere-1",
      "/search?q=casablanca&from=elsewhere-1",
      "/browse?from=elsewhere-1",
    ]) {
      expect(await (await get(path)).text()).not.toContain("elsewhere-1");
    }
  });
});
