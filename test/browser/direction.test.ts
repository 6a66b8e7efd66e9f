/** Tests the alignment of Latin text on Arabic pages. */
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

/** Returns the distance between each element's text and its right edge, in pixels. */
const GAPS = (selector: string) => `[...document.querySelectorAll("${selector}")].map((element) => {
  const letters = document.createRange();
  letters.selectNodeContents(element);
  const [inner, outer] = [letters.getBoundingClientRect(), element.getBoundingClientRect()];
  return Math.round(outer.right - inner.right);
})`;

describe("Arabic pages", () => {
  test.each([
    ["titles in search results", "/ar/search?q=kurosawa+rashomon", "#results h2 a"],
    ["names in the credits", "/ar/title/34/x/credits", "[data-group] li .name"],
    ["roles in the credits", "/ar/title/34/x/credits", "[data-group] li .part"],
    ["names in the cast", "/ar/title/34/x", ".cast li b"],
  ])("right-align %s", async (_, path, selector) => {
    const page = await visit(path, { locale: "ar", viewport: { width: 1440, height: 900 } });
    const gaps: unknown = await page.evaluate(GAPS(selector));
    if (!Array.isArray(gaps)) throw new Error("nothing was measured");
    expect(gaps.length).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap).toBe(0);
  });

  test("right-align a Latin query in its field", async () => {
    const page = await visit("/ar/search?q=kurosawa", { locale: "ar" });
    const style = `(({ textAlign, direction }) => [textAlign, direction])(getComputedStyle(document.querySelector("#q")))`;
    expect(await page.evaluate(style)).toEqual(["right", "ltr"]);
  });

  test("hide the scroll button at the start of a shelf", async () => {
    const page = await visit("/ar/", { locale: "ar", viewport: { width: 1280, height: 900 } });
    const buttons = `[...document.querySelectorAll("section > .posters")].map(
    (shelf) => getComputedStyle(shelf, "::scroll-button(inline-start)").visibility)`;
    const visibilities: unknown = await page.evaluate(buttons);
    if (!Array.isArray(visibilities)) throw new Error("nothing was measured");
    expect(visibilities.length).toBeGreaterThan(2);
    expect(new Set(visibilities)).toEqual(new Set(["hidden"]));
  });

  test("truncate a long Latin title at its end", async () => {
    const page = await visit("/ar/browse", { locale: "ar" });
    const directions: unknown = await page.evaluate(
      `[...document.querySelectorAll("#results h2 a")].flatMap((title) =>
      /^[A-Za-z]/.test(title.textContent) ? [getComputedStyle(title).direction] : [])`,
    );
    expect(new Set(directions as string[])).toEqual(new Set(["ltr"]));
  });

  /** Returns the horizontal positions of the last two characters of these words, in pixels. */
  const LAST_TWO = (words: string) => `(() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.data.includes("${words}"));
  const text = texts.currentNode;
  const end = text.data.indexOf("${words}") + "${words}".length;
  return [end - 2, end - 1].map((at) => {
    const character = document.createRange();
    character.setStart(text, at);
    character.setEnd(text, at + 1);
    return character.getBoundingClientRect().left;
  });
})()`;

  test("keep the final dot at the end of a Latin name", async () => {
    const page = await visit("/ar/title/27/x", { locale: "ar" });
    const lefts: unknown = await page.evaluate(LAST_TWO("Marshman Jr."));
    if (!Array.isArray(lefts)) throw new Error("nothing was measured");
    expect(lefts[1]).toBeGreaterThan(lefts[0]);
  });

  test.each(["/ar", "/ar/browse", "/ar/title/34/x/credits"])("right-align placeholders: %s", async (path) => {
    const page = await visit(path, { locale: "ar" });
    const directions: unknown = await page.evaluate(
      `[...document.querySelectorAll("input[placeholder]")].map((field) => getComputedStyle(field).direction)`,
    );
    expect(new Set(directions as string[])).toEqual(new Set(["rtl"]));
  });
});
