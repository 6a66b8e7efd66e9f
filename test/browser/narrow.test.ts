/** On narrow phones no hint is cut off, and no word is broken where it could be whole. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { homeLink, searchPage } from "../../site/links.ts";
import { launchBrowser } from "./browser.ts";

const target = inject("target");
const WIDTHS = [320, 360, 412];
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How much of each hint has no room in its field, in pixels. */
const CUT = `[...document.querySelectorAll("input[placeholder]")].map((input) => {
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = font;
  const room = input.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  return Math.max(0, Math.ceil(pen.measureText(input.placeholder).width - room));
})`;

/** The words of the posters' captions that stand on more than one line. */
const BROKEN = `[...document.querySelectorAll("main li .name bdi")].flatMap(({ firstChild: text }) =>
  [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word))`;

describe.each(LANGUAGES)("in %s", (language) => {
  test.each([
    [homeLink(language), true],
    [searchPage(language), true],
    [searchPage(language), false],
  ])("the hints fit their fields on %s, with JavaScript: %s", async (path, javaScriptEnabled) => {
    const page = await browser.newPage({ locale: language, javaScriptEnabled });
    await page.goto(`${target}${path}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const cut: unknown = await page.evaluate(CUT);
      if (!Array.isArray(cut) || cut.length === 0) throw new Error("no field has a hint");
      expect(cut, `${width} pixels`).toEqual(cut.map(() => 0));
    }
    await page.close();
  });
});

test("the names under the posters are whole words", async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 }, locale: "en" });
  await page.goto(`${target}/`);
  expect(await page.locator("main li .name bdi").count()).toBeGreaterThan(5);
  expect(await page.evaluate(BROKEN)).toEqual([]);
  await page.close();
});
