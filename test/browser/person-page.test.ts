/** Tests the layout of a person's page. */
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

describe("/person/{id}/{slug}", () => {
  test("aligns dates of birth and death with their labels on a phone", async () => {
    const page = await visit("/ja/person/2379", { viewport: { width: 390, height: 844 } });
    const edges = (selector: string, edge: "left" | "top") =>
      `[...document.querySelectorAll("header ${selector}")].map((each) => Math.round(each.getBoundingClientRect().${edge}))`;
    const [lefts, labels, values] = await Promise.all(
      [edges("dd", "left"), edges("dt", "top"), edges("dd", "top")].map((script) => page.evaluate(script)),
    );
    expect(new Set(lefts as number[]).size).toBe(1);
    expect(labels).toEqual(values);
  });

  test.each(["de", "es"])("fits dates of birth and death into a narrow window in %s", async (language) => {
    const page = await visit(`/${language}/person/2379`, { viewport: { width: 360, height: 800 } });
    const ends =
      "[...document.querySelectorAll('header dd time')].map((each) => each.getBoundingClientRect().right)";
    for (const end of (await page.evaluate(ends)) as number[]) expect(end).toBeLessThanOrEqual(344);
  });

  test("offers no sort orders for three titles or fewer", async () => {
    const page = await visit("/person/2379");
    expect(await page.locator("[aria-labelledby=filmography] li").count()).toBeLessThanOrEqual(3);
    expect(await page.locator("main form").count()).toBe(0);
  });

  test("uses a larger heading for the page than for its sections", async () => {
    const page = await visit("/ja/person/2379", { viewport: { width: 390, height: 844 } });
    const sizes =
      "['h1', 'h2'].map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))";
    const [heading = 0, section = 0] = (await page.evaluate(sizes)) as number[];
    expect(heading).toBeGreaterThan(1.5 * section);
  });
});
