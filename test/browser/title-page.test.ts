/** The opening card of a title: from a tablet's width on, its texts stand beside the poster. */
import { expect, test } from "vitest";
import { visit } from "./browser.ts";

test.each([
  [360, "below"],
  [640, "beside"],
  [768, "beside"],
  [1440, "beside"],
])("at %i pixels the plot stands %s the poster", async (width, where) => {
  const page = await visit("/title/34/12-angry-men-1957", { viewport: { width, height: 900 } });
  const poster = await page.locator(".title .poster").first().boundingBox();
  const plot = await page.locator("article .plot").boundingBox();
  if (poster === null || plot === null) throw new Error("one of them is not shown");
  expect(plot.x >= poster.x + poster.width).toBe(where === "beside");
  expect(plot.y >= poster.y + poster.height).toBe(where === "below");
});
