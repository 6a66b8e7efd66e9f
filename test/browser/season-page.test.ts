/** Tests the layout of headings, season links and episodes on season pages. */
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

/** A season that was released weekly, and a season whose episodes share a release date. */
const WEEKLY = "/title/143/breaking-bad-2008/season/1";
const AT_ONCE = "/title/151/dark-2017/season/1";

describe("/title/{id}/{slug}/season/{n}", () => {
  test.each([
    ["ja", 390],
    ["ja", 1680],
    ["ar", 390],
  ])("does not break the series name in the heading in %s at %i px", async (language, width) => {
    const page = await visit(`/${language}${WEEKLY}`, { viewport: { width, height: 900 } });
    const lines = "[...document.querySelectorAll('h1 span')].map((part) => part.getClientRects().length)";
    const heights = "[...document.querySelectorAll('h1 span')].map((part) => part.offsetHeight)";
    expect(await page.evaluate(lines)).toEqual([1, 1]);
    expect(new Set((await page.evaluate(heights)) as number[]).size).toBe(1);
  });

  test("fits five season links on one line on a phone", async () => {
    const page = await visit(WEEKLY, { viewport: { width: 390, height: 844 } });
    const tops =
      "[...new Set([...document.querySelectorAll('article nav li')].map((each) => each.offsetTop))]";
    expect(await page.evaluate(tops)).toHaveLength(1);
    expect(await page.locator("article nav").innerText()).toMatch(/^Seasons/);
  });

  test("places season links next to the poster on a phone", async () => {
    const page = await visit(WEEKLY, { viewport: { width: 390, height: 844 } });
    const [poster, seasons, episodes] = await Promise.all(
      ["article > .poster", "article nav", ".episodes"].map((part) => page.locator(part).boundingBox()),
    );
    if (!poster || !seasons || !episodes) throw new Error("one of them is not shown");
    expect(seasons.x).toBeGreaterThan(poster.x + poster.width);
    expect(episodes.y - poster.y - poster.height).toBeLessThan(40);
  });

  test("shows a release date once if all episodes share it", async () => {
    const page = await visit(AT_ONCE);
    expect(await page.locator("article time").allInnerTexts()).toEqual(["December 1, 2017"]);
    expect(await page.locator("article li h2").count()).toBe(10);
  });

  test("places episode titles and dates on one line in a wide window", async () => {
    const page = await visit(WEEKLY, { viewport: { width: 1280, height: 800 } });
    const heights = "[...document.querySelectorAll('article ol li')].map((each) => each.offsetHeight < 60)";
    expect(new Set((await page.evaluate(heights)) as boolean[])).toEqual(new Set([true]));
    expect(await page.locator("article ol time").count()).toBe(7);
  });

  test("links the series in its heading", async () => {
    const page = await visit(WEEKLY);
    expect(await page.locator("h1").innerText()).toBe("Breaking Bad: Season 1");
    expect(await page.locator("h1 a").getAttribute("href")).toBe("/title/143/breaking-bad-2008");
  });

  test.each([1280, 1680])("keeps episode dates close to their titles at %i px", async (width) => {
    const page = await visit(WEEKLY, { viewport: { width, height: 800 } });
    const widths = "[...document.querySelectorAll('article ol li')].map((each) => each.offsetWidth)";
    expect(Math.max(...((await page.evaluate(widths)) as number[]))).toBeLessThanOrEqual(640);
  });
});
