/** Arabic pages: what is written in Latin letters stands on its line's side, not on its own. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";

const target = inject("target");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How far the letters of each element are from its right edge, and from its left one, in pixels. */
const GAPS = (selector: string) => `[...document.querySelectorAll("${selector}")].map((element) => {
  const letters = document.createRange();
  letters.selectNodeContents(element);
  const [inner, outer] = [letters.getBoundingClientRect(), element.getBoundingClientRect()];
  return { right: Math.round(outer.right - inner.right), left: Math.round(inner.left - outer.left) };
})`;

test.each([
  ["an original title among results", "/ar/search?q=godfather", ".original", "right"],
  ["a name of the credits", "/ar/title/34/x/credits", "[data-group] li .name", "right"],
  ["a part of the credits", "/ar/title/34/x/credits", "[data-group] li .part", "left"],
  ["a name of the cast", "/ar/title/34/x", ".makers li b", "right"],
])("%s", async (_, path, selector, side) => {
  const page = await browser.newPage({ locale: "ar", viewport: { width: 1440, height: 900 } });
  await page.goto(`${target}${path}`);
  const gaps: unknown = await page.evaluate(GAPS(selector));
  if (!Array.isArray(gaps)) throw new Error("nothing was measured");
  expect(gaps.length).toBeGreaterThan(0);
  for (const gap of gaps) expect(gap[side]).toBe(0);
  await page.close();
});
