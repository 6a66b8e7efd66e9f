import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

const PATH = "/title/34/12-angry-men-1957";

describe("/title/{id}/{slug}", () => {
  test.each([
    ["below", 360],
    ["beside", 640],
    ["beside", 768],
    ["beside", 1440],
  ])("places the plot %s the poster at %i px", async (where, width) => {
    const page = await visit(PATH, { viewport: { width, height: 900 } });
    const poster = await page.locator(".title .poster").first().boundingBox();
    const plot = await page.locator("article .plot").boundingBox();
    if (poster === null || plot === null) throw new Error("one of them is not shown");
    expect(plot.x >= poster.x + poster.width).toBe(where === "beside");
    expect(plot.y >= poster.y + poster.height).toBe(where === "below");
  });

  test.each([PATH, "/title/143/breaking-bad-2008"])(
    "shows six cast members without scrolling: %s",
    async (path) => {
      const page = await visit(path, { viewport: { width: 1280, height: 800 } });
      const sixth = await page.locator(".makers ul li").nth(5).boundingBox();
      expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(800);
    },
  );

  test.each([640, 768, 1280, 1680])(
    "keeps the poster from overlapping the shelves at %i px",
    async (width) => {
      const page = await visit(PATH, { viewport: { width, height: 600 } });
      const shelves = page.locator(".shelves");
      const { y = 0, height = 0 } = (await shelves.boundingBox()) ?? {};
      expect(height).toBeGreaterThan(0);
      for (let top = 0; top < height; top += 150) {
        await page.evaluate(`scrollTo(0, ${y + top})`);
        const poster = await page.locator(".title .poster").first().boundingBox();
        const below = await shelves.boundingBox();
        if (poster === null || below === null) throw new Error("one of them is not shown");
        expect(poster.y + poster.height).toBeLessThanOrEqual(below.y);
      }
    },
  );

  describe("when the window is narrow", () => {
    const viewport = { width: 390, height: 844 };
    /** Returns the distances of elements from the left edge of the window, without duplicates. */
    const LEFTS = (selector: string) =>
      `[...new Set([...document.querySelectorAll("${selector}")].map((each) => each.getBoundingClientRect().left))]`;

    test.each(["/title/86", "/ja/title/143"])("lists the cast in one column: %s", async (path) => {
      const page = await visit(path, { viewport });
      expect(await page.evaluate(LEFTS(".makers ul li"))).toHaveLength(1);
    });

    test.each([PATH, "/de/title/86", "/ar/title/143"])(
      "aligns the details below the poster: %s",
      async (path) => {
        const page = await visit(path, { viewport });
        const poster = await page.locator(".title .poster").first().boundingBox();
        const details = await page.locator(".details").boundingBox();
        expect(details?.y).toBeGreaterThanOrEqual((poster?.y ?? 0) + (poster?.height ?? 0));
        expect(details?.width).toBeGreaterThan(300);
        expect(await page.evaluate(LEFTS(".details dd"))).toHaveLength(1);
      },
    );

    test.each(["/title/54", "/ja/title/143", "/ar/title/143"])("keeps names together: %s", async (path) => {
      const page = await visit(path, { viewport });
      const lines = `[...document.querySelectorAll(".makers dd a")].map((name) => name.getClientRects().length)`;
      expect(new Set((await page.evaluate(lines)) as number[])).toEqual(new Set([1]));
    });
  });

  test.each(["/title/54", "/title/143"])("names two jobs above the cast: %s", async (path) => {
    const page = await visit(path);
    const jobs = await page.locator(".makers section > dl:first-child dt").allInnerTexts();
    expect(jobs).toEqual([path === "/title/143" ? "Created by" : "Directed by", "Written by"]);
  });
});
