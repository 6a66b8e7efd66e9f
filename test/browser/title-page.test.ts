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
      const sixth = await page.locator(".cast li").nth(5).boundingBox();
      expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(800);
    },
  );

  test.each([
    ["/title/54", 640],
    ["/ar/title/86", 820],
    ["/title/143", 1280],
    ["/de/title/151", 1680],
  ])("places the details below the poster: %s at %i px", async (path, width) => {
    const page = await visit(path, { viewport: { width, height: 800 } });
    const [poster, details, shelf] = await Promise.all(
      [".title > .poster", ".details", ".seasons, .shelves"].map((part) =>
        page.locator(part).first().boundingBox(),
      ),
    );
    if (!poster || !details || !shelf) throw new Error("one of them is not shown");
    expect([details.x, details.width]).toEqual([poster.x, poster.width]);
    expect(details.y - poster.y - poster.height).toBeLessThan(40);
    expect(details.y + details.height).toBeLessThan(shelf.y);
  });

  test.each([1280, 1680])(
    "shows the first season within one and a quarter screens at %i px",
    async (width) => {
      const page = await visit("/title/143", { viewport: { width, height: 800 } });
      expect((await page.locator("#seasons").boundingBox())?.y).toBeLessThan(1_000);
    },
  );

  test.each([390, 820, 1280])("places the seasons between the cast and the crew at %i px", async (width) => {
    const page = await visit("/title/143", { viewport: { width, height: 800 } });
    const tops = await page.evaluate(
      `[".cast", ".seasons", ".crew"].map((part) => document.querySelector(part).getBoundingClientRect().top)`,
    );
    expect(tops).toEqual((tops as number[]).toSorted((one, other) => one - other));
  });

  describe("when the window is narrow", () => {
    const viewport = { width: 390, height: 844 };
    /** Returns the distances of elements from the top of the window, without duplicates. */
    const TOPS = (selector: string) =>
      `[...new Set([...document.querySelectorAll("${selector}")].map((each) => each.getBoundingClientRect().top))]`;

    test.each(["/title/86", "/ja/title/143"])("lists the cast in one row that scrolls: %s", async (path) => {
      const page = await visit(path, { viewport });
      expect(await page.evaluate(TOPS(".cast .portrait"))).toHaveLength(1);
      expect(await page.locator(".cast li").count()).toBe(12);
      expect((await page.locator(".cast").boundingBox())?.height).toBeLessThan(260);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    });

    test.each(["/title/143", "/ar/title/143"])(
      "cuts off a cast member at the edge to suggest scrolling: %s",
      async (path) => {
        const page = await visit(path, { viewport });
        const cut = `[...document.querySelectorAll(".cast li")].filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right > 0 && left < innerWidth && (left < 0 || right > innerWidth);
      }).length`;
        expect(await page.evaluate(cut)).toBe(1);
      },
    );

    test.each(["/title/143", "/ar/title/143"])("scrolls to the focused cast member: %s", async (path) => {
      const page = await visit(path, { viewport });
      await page.locator(".cast a").last().focus();
      const { x = -1, width = 0 } = (await page.locator(".cast li").last().boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    });

    test.each([
      ["beside", "a film", "/title/54"],
      ["below", "a series", "/title/143"],
    ])("places the makers %s the poster of %s", async (where, _, path) => {
      const page = await visit(path, { viewport });
      const poster = await page.locator(".title > .poster").boundingBox();
      const makers = await page.locator(".leading").boundingBox();
      const end = (poster?.x ?? 0) + (poster?.width ?? 0);
      expect((makers?.x ?? 0) >= end).toBe(where === "beside");
    });

    test.each([PATH, "/de/title/86", "/ar/title/143"])(
      "aligns the values in all tables with the facts: %s",
      async (path) => {
        const page = await visit(path, { viewport });
        const starts = `[...new Set([...document.querySelectorAll(".title .table dd, .title .line")].map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return Math.round(document.dir === "rtl" ? right : left);
        }))]`;
        expect(await page.evaluate(starts)).toHaveLength(1);
        expect((await page.locator(".details").boundingBox())?.width).toBeGreaterThan(300);
      },
    );

    test("shows the seasons and the runtime of a series on different lines", async () => {
      const page = await visit("/ja/title/143", { viewport });
      expect(await page.evaluate(TOPS(".title .line .facts > *"))).toHaveLength(4);
    });

    test.each(["/title/54", "/ja/title/143", "/ar/title/143"])(
      "does not break names across lines: %s",
      async (path) => {
        const page = await visit(path, { viewport });
        const lines = `[...document.querySelectorAll(".title dd a")].map((name) => name.getClientRects().length)`;
        expect(new Set((await page.evaluate(lines)) as number[])).toEqual(new Set([1]));
      },
    );
  });

  test("links the years of a series with a single link", async () => {
    const page = await visit("/title/143");
    expect(await page.locator(".title .facts a").first().innerText()).toBe("2008–2013");
  });

  test.each(["/title/54", "/title/143"])("shows the makers in two jobs above the cast: %s", async (path) => {
    const page = await visit(path);
    const jobs = await page.locator(".leading dt").allInnerTexts();
    expect(jobs).toEqual([path === "/title/143" ? "Created by" : "Directed by", "Written by"]);
  });
});
