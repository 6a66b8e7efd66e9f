/**
 * Tests that a person with many occupations fits the window, and that the header does not fill it at 400 % zoom.
 * `access.test.ts` and `fitting.test.ts` check the width of all other pages.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { manyWorks } from "../site/many-works.ts";
import { newPage } from "./browser.ts";

const [, tmdb] = DIALECTS;
const behind = sharedBehindFaults({}, { dialect: tmdb, behaviour: json(JSON.stringify(manyWorks)) });

/** A window of 1,280 pixels has 320 at 400 % zoom (WCAG 1.4.10). */
const WIDTHS = [320, 390, 1_280];

/** All pages share one tab, because starting a renderer takes longer than loading a page. */
let page: Page;
beforeAll(async () => {
  page = await newPage();
});
afterAll(() => page.close());

const OVERFLOW = "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)";

/** Returns the number of pixels by which the page exceeds each window width. */
async function findOverflow(url: string): Promise<number[]> {
  await page.goto(url);
  const overflow: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    overflow.push(await page.evaluate(OVERFLOW));
  }
  return overflow;
}

describe.each(["", "/de", "/ar", "/ja"])("%s/person/{id}/{slug} with many occupations", (prefix) => {
  test("is not wider than the window", async () => {
    expect(await findOverflow(`${behind.server.url}${prefix}/person/11/ada-holm`)).toEqual([0, 0, 0]);
  });
});

describe("page header at 400 % zoom", () => {
  test.each(["", "/de", "/ar", "/ja"])("leaves most of the window to the page: %s/browse", async (prefix) => {
    // A window of 1,280 by 1,024 pixels.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${inject("target")}${prefix}/browse`);
    const bottom = await page.evaluate(
      "document.querySelector('header .row').getBoundingClientRect().bottom",
    );
    expect(bottom).toBeLessThanOrEqual(128);
  });
});
