/** Tests the links, the language menu and the language offer in the page header. */
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { openPage, visit } from "./browser.ts";

const WIDTHS = [320, 390, 820, 1280];
const PAGES = [
  "/",
  "/browse",
  "/ar/title/34/x/credits",
  "/person/2386/akira-kurosawa",
  "/nowhere",
  "/developers",
];

/** Returns the pairs of controls that overlap. */
const OVERLAPS = `(() => {
  const controls = [...document.querySelectorAll("body > header :is(a, summary, input, button)")].filter((each) => each.checkVisibility());
  const boxes = controls.map((each) => [each.textContent.trim() || each.id, each.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], at) => boxes.slice(at + 1).flatMap(([other, two]) =>
    one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1
      ? [name + " and " + other] : []));
})()`;

async function readLinks(page: Page): Promise<(string | null)[]> {
  const links = page.locator("header nav.main a:visible");
  return await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
}

describe("page header", () => {
  test.each(PAGES)("links to films, series, all titles and the reference: %s", async (path) => {
    const page = await visit(path);
    const prefix = path.startsWith("/ar") ? "/ar" : "";
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await readLinks(page), `${width} pixels`).toEqual([
        `${prefix}/browse?f=movie`,
        `${prefix}/browse?f=series`,
        `${prefix}/browse`,
        "/developers",
      ]);
    }
  });

  test.each(["/search?q=the", "/de/search?q=the"])(
    "keeps its controls apart, even with double-sized text: %s",
    async (path) => {
      const page = await visit(path);
      for (const size of ["100%", "200%"]) {
        await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(OVERLAPS), `${size} at ${width} pixels`).toEqual([]);
        }
      }
    },
  );

  test("opens the language menu without JavaScript", async () => {
    const page = await visit("/person/2386/akira-kurosawa", { javaScriptEnabled: false });
    await page.locator("body > header summary").click();
    await page.getByRole("link", { name: "日本語" }).click();
    await page.waitForURL("**/ja/person/2386/akira-kurosawa");
  });

  test("closes the language menu on Escape or an outside click", async () => {
    const page = await visit("/browse");
    const link = page.getByRole("link", { name: "日本語" });
    const menu = page.locator("body > header summary");
    await menu.press("Enter");
    await link.focus();
    await link.press("Escape");
    expect(await link.isVisible()).toBe(false);
    expect(await page.evaluate("document.activeElement?.localName")).toBe("summary");
    await menu.click();
    expect(await link.isVisible()).toBe(true);
    await page.locator("h1").click();
    expect(await link.isVisible()).toBe(false);
  });

  test("offers the visitor's language before other scripts run", async () => {
    const page = await openPage({ locale: "pt-BR" });
    await page.route(/\.js$/, async (route) => {
      if (route.request().url().includes("first-paint")) await route.continue();
      else await route.abort();
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${inject("target")}/title/34/12-angry-men-1957`);
      const offer = await page.locator("language-offer").boundingBox();
      const menu = await page.locator("body > header nav.main").boundingBox();
      const main = await page.locator("main").boundingBox();
      const [top = 0, bottom = 0] = offer === null ? [] : [offer.y, offer.y + offer.height];
      expect(top, `${width} pixels`).toBeGreaterThanOrEqual((menu?.y ?? 800) + (menu?.height ?? 0));
      expect(main?.y, `${width} pixels`).toBeGreaterThanOrEqual(bottom);
    }
  });

  test("does not repeat a language offer that was dismissed", async () => {
    const page = await visit("/title/34/12-angry-men-1957", { locale: "pt-BR" });
    const offer = page.getByRole("link", { name: "Em português" });
    await offer.waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await offer.isVisible()).toBe(false);
    await page.reload({ waitUntil: "networkidle" });
    expect(await offer.count()).toBe(0);
  });

  test("offers no language after the visitor has chosen one", async () => {
    const page = await visit("/title/34/12-angry-men-1957", { locale: "en-GB" });
    await page.locator("body > header summary").click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL(/\/de\/title/);
    await page.waitForLoadState("networkidle");
    expect(await page.locator("language-offer a").count()).toBe(0);
  });
});

describe("page headings", () => {
  test.each([390, 820, 1_280])("start at the same distance from the header at %d px", async (width) => {
    const page = await visit("/browse", { viewport: { width, height: 800 } });
    const gap = async () =>
      await page.evaluate(
        `document.querySelector("h1").getBoundingClientRect().top - document.querySelector("body > header").getBoundingClientRect().bottom`,
      );
    const expected = await gap();
    for (const path of ["/search?q=the", "/search?q=zzzzqqqq+xxxxx", "/nowhere", "/search?q=kurosawa"]) {
      await page.goto(inject("target") + path);
      expect(await gap(), path).toBe(expected);
    }
  });
});
