/** Tests that the focused element is visible on long pages, and that motion is reduced for visitors who want this. */
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

/** Returns the name of the focused element if something covers it. */
const COVERED = `(() => {
  const focused = document.activeElement;
  if (focused === document.body) return "";
  const [{ left, top, width, height }] = focused.getClientRects();
  const points = [top + 2, top + height / 2, top + height - 2].map((y) => document.elementFromPoint(left + width / 2, y));
  return points.every((point) => point !== null && (focused.contains(point) || point.contains(focused) || focused.labels?.[0]?.contains(point)))
    ? "" : focused.textContent.trim() || focused.id || focused.tagName;
})()`;

const STEPS = 40;

describe("keyboard focus", () => {
  test.each([
    ["/title/34/12-angry-men-1957/credits", 390],
    ["/title/34/12-angry-men-1957/credits", 1280],
    ["/person/2386/akira-kurosawa", 390],
    ["/person/2386/akira-kurosawa", 1280],
    ["/developers", 390],
    ["/title/143/breaking-bad-2008/season/2", 820],
  ])("is not covered on %s at %i px", async (path, width) => {
    const page = await visit(path, { viewport: { width, height: 700 } });
    await page.locator("footer a").first().focus();
    const covered: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      await page.keyboard.press("Shift+Tab");
      covered.push(await page.evaluate(COVERED));
    }
    expect(covered.filter((name) => name !== "")).toEqual([]);
  });

  test.each(["/", "/browse"])("surrounds the whole card of a title on %s", async (path) => {
    const page = await visit(path);
    const link = page.locator(".tile a").first();
    await page.keyboard.press("Tab");
    await link.focus();
    const outlines = await page.evaluate(
      `[document.activeElement.closest(".tile"), document.activeElement].map((element) => getComputedStyle(element).outlineStyle)`,
    );
    expect(outlines).toEqual(["solid", "none"]);
  });

  test("outlines the scroll buttons of a shelf", async () => {
    const page = await visit("/");
    await page.locator(".all").first().focus();
    const ring = () =>
      page.evaluate(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector("section > ul"), "::scroll-button(inline-end)");
        return outlineStyle + " " + outlineWidth;
      })()`);
    expect(await ring()).not.toBe("solid 3px");
    await page.keyboard.press("Tab");
    expect(await ring()).toBe("solid 3px");
  });
});

describe("page animations", () => {
  const MOTION = `({
    tile: getComputedStyle(document.querySelector(".tile")).transitionDuration,
    shelf: getComputedStyle(document.querySelector("section > ul")).scrollBehavior,
    pages: [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(
      (rule) => rule instanceof CSSMediaRule && rule.cssText.includes("@view-transition") && matchMedia(rule.conditionText).matches,
    ).length,
  })`;

  test.each([
    ["no-preference", { tile: "0.2s", shelf: "smooth", pages: 1 }],
    ["reduce", { tile: "0s", shelf: "auto", pages: 0 }],
  ] as const)("follow prefers-reduced-motion: %s", async (reducedMotion, expected) => {
    const page = await visit("/", { reducedMotion });
    expect(await page.evaluate(MOTION)).toEqual(expected);
  });
});
